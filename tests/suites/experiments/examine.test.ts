import { describe, expect, test } from 'vitest';
import type { Sequence } from '../../../engine/model.ts';
import { examine, mostRequests, type Examined } from '../../../suites/experiments/examine.ts';
import { type Accepts, BoxTarget, onBox } from './boxes.ts';

/** What came of an experiment on such a target, after it has answered these sequences. */
async function examined(accepts: Accepts, sequences: readonly Sequence[]) {
  const target = new BoxTarget(accepts);
  const split = await target.split(sequences);
  const came = await examine(split, target.bench);
  return { came, target, split };
}

/** A box of each color and each weight, opened after so many turns. */
const boxesOf = (colors: readonly string[], weights: readonly number[], turns = 1): readonly Sequence[] =>
  weights.flatMap((weight) =>
    colors.map((color) =>
      onBox(`make ${color} ${weight}`, ...Array<string>(turns).fill('turn one'), 'open slowly', 'look one'),
    ),
  );
const both = ['red', 'blue'];
const boxSteps = (steps: readonly string[]): readonly Sequence[] =>
  light.map((weight) => onBox(`make red ${weight}`, ...steps));
/** More than an experiment runs again. */
const manyOf = (step: string) => Array<string>(12).fill(step);
const light = [1, 10, 20, 30];
const heavy = [70, 80, 90, 100];
/** Reds are light and blues are heavy: what depends on either is explained by the other too. */
const alike = [...boxesOf(['red'], light), ...boxesOf(['blue'], heavy)];

const stepsOf = (came: Examined | undefined) =>
  came?.execution.performed.map(({ step: { operation, kind } }) => `${operation} ${kind}`);

describe('the other answer depends on', () => {
  test.each<[what: string, accepts: Accepts, sequences: readonly Sequence[], condition: string]>([
    [
      'a class of the input model',
      ({ color }) => color === 'red',
      [...boxesOf(['red'], light), ...boxesOf(['blue'], [5])],
      'color of the box is blue',
    ],
    [
      'a bound between numbers',
      ({ weight }) => weight < 50,
      boxesOf(both, [10, 40, 60]),
      'weight of the box is 60 or more (nothing was seen between 40 and 60)',
    ],
    [
      'what was done before',
      ({ turns }) => turns < 2,
      [...boxesOf(both, light), ...boxesOf(['red'], [4], 2)],
      'number of earlier turns is 2 or more',
    ],
    [
      'its kind, where a later look alone shows the answer',
      ({ kind }) => kind !== 'quietly',
      [...boxesOf(both, light), onBox('make red 7', 'turn one', 'open quietly', 'look one')],
      'kind is open quietly',
    ],
    [
      'its kind, where each sequence has both answers',
      ({ kind }) => kind !== 'slowly',
      [
        ...boxSteps(['open slowly', 'open quickly']),
        onBox('make red 5', 'turn one', 'turn one', 'open quickly'),
      ],
      'kind is open slowly',
    ],
    [
      'the color, where another case of the open point always has the other answer',
      ({ kind, color }) => kind === 'large' && color === 'red',
      [...boxSteps(['mark small', 'mark large']), onBox('make blue 5', 'mark small', 'mark large')],
      'color of the box is blue',
    ],
    [
      'what was done before, with so many reads that all about the box would be too long',
      ({ turns }) => turns < 1,
      [...boxesOf(both, light, 0), onBox('make red 5', 'turn one', ...manyOf('look one'), 'open slowly')],
      'number of earlier turns is 1 or more',
    ],
    [
      'what was done before, with as many refusals',
      ({ turns, kind }) => kind !== 'large' && turns < 1,
      [...boxesOf(both, light, 0), onBox('make red 5', 'turn one', ...manyOf('mark large'), 'open slowly')],
      'number of earlier turns is 1 or more',
    ],
    [
      'the color, where the target breaks a rule in two of the sequences that try it',
      ({ color, asked }) => ([9, 10].includes(asked) ? 'broken' : color === 'red'),
      [...boxesOf(['red'], light), ...boxesOf(['blue'], [5])],
      'color of the box is blue',
    ],
    [
      'the kind of the box, where the target breaks a rule in three of the sequences that try the color',
      ({ color, asked }) => ([9, 10, 11].includes(asked) ? 'broken' : color === 'red'),
      [...boxesOf(['red'], light), ...boxesOf(['blue'], [5])],
      'kind of the box is make blue',
    ],
    [
      'the color, where the weight has explained as much',
      ({ color }) => color === 'red',
      alike,
      'color of the box is blue',
    ],
    [
      'the weight, where the likelier color has explained as much',
      ({ weight }) => weight < 50,
      alike,
      'weight of the box is 70 or more (nothing was seen between 30 and 70)',
    ],
  ])('%s, which is named', async (_what, accepts, sequences, condition) => {
    const { came } = await examined(accepts, sequences);
    expect(came).toMatchObject({ ended: 'depends', condition });
    expect(came?.failed).toBe(came?.outOf);
  });

  test.each<[claim: string, accepts: Accepts, sequences: readonly Sequence[]]>([
    [
      'that no sequence with one step changed lacks',
      ({ turns }) => turns < 4,
      [...boxesOf(both, light, 0), ...boxesOf(['red'], [10], 4)],
    ],
    [
      'that a refusal explains, of which no fact tells',
      ({ kind, refusals }) => kind !== 'large' && refusals === 0,
      [...boxesOf(both, light, 0), onBox('make red 10', 'mark large', 'open slowly')],
    ],
  ])('no condition %s: it is a suspicion', async (_claim, accepts, sequences) => {
    const { came } = await examined(accepts, sequences);
    expect(came).toMatchObject({ ended: 'suspicion' });
    expect(came).not.toHaveProperty('condition');
  });

  test('no condition that one more sequence refutes: where it does not hold, and where it does', async () => {
    // Three blue boxes that are light, of which only a heavy one would be opened; and reds that would not be, had one been heavy.
    const isOpened: Accepts = ({ color, weight }) => (color === 'red') === weight < 50;
    const { came } = await examined(isOpened, [...boxesOf(['red'], light), ...boxesOf(['blue'], [1, 10])]);
    expect(came).toMatchObject({ ended: 'suspicion' });
    expect(came).not.toHaveProperty('condition');
  });
});

test('a condition is tried where it alone does not hold, and then where it holds and all else differs', async () => {
  const { target } = await examined(({ weight }) => weight < 50, boxesOf(both, [10, 40, 60]));
  const [, found, , against, inFavour] = target.ran.map(([first]) => first?.kind);
  expect([against, inFavour]).toEqual([found, found === 'red' ? 'blue' : 'red']);
});

test('the step that asks, and the one that shows the answer, are both among the steps that it needs', async () => {
  const { target } = await examined(
    ({ color }) => color === 'red',
    [
      ...light.map((weight) => onBox(`make red ${weight}`, 'open quietly', 'look one')),
      onBox('make blue 5', 'open quietly', 'turn one', 'look one'),
    ],
  );
  expect(target.ran[1]?.map(({ operation }) => operation)).toEqual(['make', 'open', 'look']);
});

describe('of two conditions that explain all answers', () => {
  test('the first sequence is one in which the one does not hold and the other does', async () => {
    const { target } = await examined(({ weight }) => weight < 50, alike);
    const tried = target.ran.map(([made]) => [made?.kind, Number(made?.data) > 50]);
    // That with the usual answer, the one with the other answer twice, and then a red one as heavy.
    expect(tried.slice(0, 4)).toEqual([
      ['red', false],
      ['blue', true],
      ['blue', true],
      ['red', true],
    ]);
  });

  test('and that holds on in a sequence where all else differs, the one stands', async () => {
    const { target } = await examined(({ color }) => color === 'red', alike);
    const [, , , against, inFavour] = target.ran;
    expect([against, inFavour].map((ran) => ran?.[0]?.kind)).toEqual(['red', 'blue']);
    expect(inFavour?.[0]?.data).not.toBe(70);
  });
});

describe('an experiment ends as', () => {
  test.each<[ended: Examined['ended'], where: string, accepts: Accepts, sequences: readonly Sequence[]]>([
    [
      'suspicion',
      'two causes together bring the other answer each time',
      ({ color, weight }) => color === 'red' || weight < 50,
      boxesOf(both, [10, 40, 90]),
    ],
    [
      'unsteady',
      'the sequence with the other answer has the usual one next time',
      ({ asked }) => asked % 3 > 0,
      boxesOf(both, light),
    ],
    [
      'unsteady',
      'the sequence with the usual answer has the other one next time',
      ({ asked }) => asked < 9 && asked !== 2,
      boxesOf(both, light),
    ],
    [
      'unsteady',
      'the sequence has the other answer twice more, and then the usual one',
      ({ asked }) => ![8, 10, 11, 12].includes(asked),
      boxesOf(both, light),
    ],
  ])('%s, where %s', async (ended, _where, accepts, sequences) => {
    const { came } = await examined(accepts, sequences);
    expect(came?.ended).toBe(ended);
    expect(came?.failed === came?.outOf).toBe(ended === 'suspicion');
  });

  test.each<[where: string, others: readonly number[], steps: number, lengths: readonly number[]]>([
    ['with the steps that it needs, which had the other answer once more', [8, 10], 2, [3, 2, 2]],
    ['that was found, where no shorter one had the other answer', [8], 3, [3, 2, 3, 3]],
  ])('unsteady with the sequence that has got both answers: %s', async (_where, others, steps, lengths) => {
    const { came, target } = await examined(({ asked }) => !others.includes(asked), boxesOf(both, light));
    expect(came).toMatchObject({ ended: 'unsteady', failed: 1, outOf: 2 });
    expect(came?.execution.performed).toHaveLength(steps);
    expect(target.ran.map(({ length }) => length)).toEqual(lengths);
  });

  test.each<[claim: string, accepts: Accepts, answers: number, ended: Examined['ended']]>([
    ['four before a time, and others since', ({ asked }) => asked <= 4, 7, 'unsteady'],
    ['five before a time, and others since', ({ asked }) => asked <= 5, 7, 'depends'],
    ['four others before a time', ({ asked }) => asked > 4, 20, 'unsteady'],
    ['five others before a time', ({ asked }) => asked > 5, 20, 'depends'],
  ])(
    'what depends on a time only where five answers are on either side of it: %s',
    async (_claim, accepts, answers, ended) => {
      const all = boxesOf(['red'], Array<number>(answers).fill(10), 0);
      const { came } = await examined(accepts, all);
      expect(came?.ended).toBe(ended);
      const words =
        /^requests of the run before it is \d+ or (more|less)( \(nothing was seen between \d+ and \d+\))?$/;
      expect(words.test(came?.condition ?? '')).toBe(ended === 'depends');
    },
  );

  test('unsteady with the sequence that has both answers: that with the usual one', async () => {
    const { came } = await examined(({ asked }) => asked < 9 && asked !== 2, boxesOf(both, light));
    expect(came).toMatchObject({ failed: 1, outOf: 2 });
    expect(came?.execution.sequence[0]).toMatchObject({ kind: 'red', data: 1 });
  });
});

describe('an experiment takes', () => {
  const turned = (turns: number, colors: readonly string[]): readonly Sequence[] =>
    boxesOf(colors, [10, 90], turns);

  test.each([1, 4, 6, 8, 9, 10])(
    'no more than 50 requests and what ends the last sequence, also where each has %d turns',
    async (turns) => {
      const { came, target } = await examined(
        ({ turns: before, color, weight }) => before < turns || color === 'red' || weight < 50,
        [...turned(turns, both), ...turned(0, both)],
      );
      const last = target.ran.at(-1)?.length ?? 0;
      expect(came?.ended).toBe('suspicion');
      expect(came?.requests).toBeGreaterThan(0);
      expect(came?.requests).toBeLessThan(mostRequests + last);
    },
  );

  test.each([
    [0, 33, 'depends'],
    [1, 34, 'suspicion'],
  ])(
    'only 34 requests until a condition is confirmed: with %d more turns before it was begun after %d, and ends as %s',
    async (turns, begun, ended) => {
      const { came, target } = await examined(
        (question) => question.turns < 8,
        [...boxesOf(both, light, turns), ...boxesOf(both, light, 7), ...boxesOf(['red'], [10], 8)],
      );
      expect(came?.ended).toBe(ended);
      // The usual answer, the other one with the steps that it needs, that with the turns twice, and that with a turn less.
      const first = target.ran.slice(0, 5).map(({ length }) => length);
      expect(first).toEqual([2 + turns, 2, 10, 10, 9]);
      expect(first.reduce((sum, one) => sum + one)).toBe(begun);
    },
  );

  test('no sequence of more than 12 steps to make it smaller: it comes to nothing where the whole one has the other answer', async () => {
    const ofTurns = (most: number) =>
      examined(({ turns }) => turns < most, [...turned(0, both), ...turned(most, ['red'])]);
    expect(stepsOf((await ofTurns(10)).came)).toHaveLength(12);
    const { came, target } = await ofTurns(11);
    expect(came).toBeUndefined();
    expect(target.ran.map(({ length }) => length)).toEqual([2, 2, 13]);
  });

  test.each([
    [43, 'unsteady', [2, 2, 45]],
    [44, undefined, [2, 2]],
  ])(
    'the whole sequence once more only within 50 requests: with %d turns it ends as %s',
    async (turns, ended, lengths) => {
      let isFirst = true;
      const { came, target } = await examined(
        (question) => {
          const isOther = question.turns === turns && isFirst;
          if (isOther) isFirst = false;
          return !isOther;
        },
        [...turned(0, both), ...turned(turns, ['red'])],
      );
      expect(came?.ended).toBe(ended);
      expect(target.ran.map(({ length }) => length)).toEqual(lengths);
    },
  );
});

test('the sequence that is shown has only the steps that the other answer needs', async () => {
  const { came } = await examined(
    ({ turns, color, weight }) => turns < 1 || color === 'red' || weight < 50,
    [...boxesOf(both, light, 2), ...boxesOf(['blue'], [90], 3)],
  );
  expect(stepsOf(came)).toEqual(['make blue', 'turn one', 'open slowly']);
  expect(came?.execution.violation?.breaches).toMatchObject([
    { rule: 'resource.refund.fractions', expected: 'the usual answer: accepted', received: 'refused' },
  ]);
  expect(came?.neighbour?.performed.map(({ step }) => step.operation)).toEqual(['make', 'open']);
});

// The shrinker ends what it has begun to confirm.
test.each([
  [0, 1],
  [1, 1],
  [3, 3],
  [6, 8],
])('an experiment that is stopped after %d sequences shows nothing, and runs %d', async (after, runs) => {
  const target = new BoxTarget(({ color }) => color === 'red');
  const split = await target.split([...boxesOf(['red'], light), ...boxesOf(['blue'], [5])]);
  const bench = { ...target.bench, stop: () => target.ran.length >= after };
  expect(await examine(split, bench)).toBeUndefined();
  expect(target.ran).toHaveLength(runs);
});
