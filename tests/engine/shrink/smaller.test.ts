import { describe, expect, test } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import { type Violation } from '../../../engine/judge/execution.ts';
import type { Machine, Operation } from '../../../engine/machine.ts';
import type { Check, Sequence, Step } from '../../../engine/model.ts';
import { replaceFinalStep } from '../../../engine/shrink/replace-final-step.ts';
import { isSimilarFailure, isSameElsewhere, isSameFailure } from '../../../engine/judge/signature.ts';
import { Shortest } from '../../../engine/plan/shortest.ts';
import { shrink } from '../../../engine/shrink/shrink.ts';

/** What is in a box, and whether it was painted. */
interface Box {
  readonly left: number;
  readonly painted: boolean;
  readonly lidded?: boolean;
}
type Boxes = Readonly<Record<string, Box>>;
type BoxOperation = Operation<Boxes, string, string>;

const answers = (answer: string, ...rules: readonly string[]): Check<string> => ({
  cites: rules,
  test: (received) =>
    received === answer ? [] : rules.map((rule) => ({ rule, expected: answer, received })),
});

/** An operation on a box that was put before. */
function onBox(
  name: string,
  kinds: readonly string[],
  predict: (box: Box, kind: string) => readonly [Check<string>, Box],
): BoxOperation {
  return {
    name,
    attempts: (state) => Object.keys(state).flatMap((box) => kinds.map((kind) => ({ kind, uses: { box } }))),
    resolve: (state, { kind, uses }) => (state[uses['box'] ?? ''] ? `${name} ${kind}` : undefined),
    predict: (state, _call, { kind, uses: { box: key = '' } }) => {
      const box = state[key];
      if (box === undefined) throw new Error('there is no such box');
      const [check, next] = predict(box, kind);
      return [
        { name: `${name} ${check.cites.join()}`, checks: [check], next: () => ({ ...state, [key]: next }) },
      ];
    },
  };
}

const boxes: Machine<Boxes, string, string> = {
  name: 'boxes',
  initial: {},
  abstract: (state, { box }) => `${state[box ?? '']?.left ?? 'none'}`,
  operations: [
    {
      name: 'put',
      attempts: () => [{ kind: 'plain', uses: {} }],
      resolve: () => 'put',
      predict: (state, _call, { id, kind }) => [
        {
          name: 'put',
          checks: [answers('ok', 'puts')],
          next: () => ({ ...state, [id]: { left: 1, painted: false, lidded: kind === 'lidded' } }),
        },
      ],
    },
    onBox('take', ['one', 'two', 'bad key'], (box, kind) => {
      if (kind === 'bad key') return [answers('refused', 'key-checked'), box];
      const taken = kind === 'one' ? 1 : 2;
      return taken > box.left
        ? [answers('refused', 'no-more-than-there-is'), box]
        : [answers('ok', 'takes'), { ...box, left: box.left - taken }];
    }),
    onBox('paint', ['plain'], (box) => [answers('ok', 'paints'), { ...box, painted: true }]),
    onBox('look', ['plain'], (box) => [
      answers('seen', 'shows', ...(box.painted ? ['paint-keeps'] : [])),
      box,
    ]),
    {
      name: 'list',
      attempts: () => [{ kind: 'bad key', uses: {} }],
      resolve: () => 'list bad key',
      predict: (state) => [
        { name: 'refused', checks: [answers('refused', 'key-checked')], next: () => state },
      ],
    },
  ],
};

const step = (id: string, operation: string, kind = 'plain', box?: string): Step => ({
  id,
  operation,
  kind,
  uses: box === undefined ? {} : { box },
});
const put = step('s1', 'put');
const list = [step('s1', 'list', 'bad key')];

/** Shrinks a sequence on a target that says ok to all. */
async function smallest(
  sequence: Sequence,
  more: { readonly elsewhere?: readonly Sequence[]; isKnown?(violation: Violation): boolean } = {},
) {
  const run = (steps: Sequence) => execute(boxes, steps, { send: () => Promise.resolve({ reply: 'ok' }) });
  const { execution, failed, outOf } = await shrink(await run(sequence), {
    machine: boxes,
    run: (candidates) => Promise.all(candidates.map(run)),
    width: 1,
    budget: 50,
    stop: () => false,
    ...more,
  });
  expect(failed).toBe(outOf);
  const steps = execution.performed.map(({ step: { operation, kind } }) => `${operation} ${kind}`);
  return { steps, rules: execution.violation?.breaches.map(({ rule }) => rule) };
}

describe('a smaller candidate that accuses fewer rules', () => {
  test('replaces the failure, which loses the step that only added a suspected rule', async () => {
    const { steps, rules } = await smallest([
      put,
      step('s2', 'paint', 'plain', 's1'),
      step('s3', 'look', 'plain', 's1'),
    ]);
    expect(steps).toEqual(['put plain', 'look plain']);
    expect(rules).toEqual(['shows']);
  });

  const violation = (rules: readonly string[], more: Partial<Violation> = {}): Violation => ({
    at: 'reply',
    operation: 'look',
    abstract: '',
    breaches: rules.map((rule) => ({ rule, expected: '', received: '' })),
    ...more,
  });

  test.each<[string, Violation, Violation, boolean]>([
    ['fewer rules', violation(['a']), violation(['a', 'b']), true],
    ['more rules', violation(['a', 'b']), violation(['a']), false],
    ['other rules', violation(['b']), violation(['a']), false],
    ['another operation', violation(['a'], { operation: 'take' }), violation(['a']), false],
    ['a missing notification', violation(['a'], { onlyMissing: true }), violation(['a', 'b']), false],
  ])('isSameFailure decides for a candidate with %s', (_title, candidate, accused, same) => {
    expect(isSameFailure(candidate, accused)).toBe(same);
  });

  test.each<[string, readonly string[], readonly string[], boolean]>([
    ['one rule in place of another', ['a', 'c'], ['a', 'b'], true],
    ['no rule that is accused', ['c', 'd'], ['a', 'b'], false],
    ['more rules', ['a', 'b', 'c'], ['a', 'b'], false],
  ])('isSimilarFailure decides for another final request with %s', (_title, candidate, accused, similar) => {
    expect(isSimilarFailure(violation(candidate), violation(accused))).toBe(similar);
  });

  test('is the same failure at another operation only when both are replies that break the same rules', () => {
    const take = violation(['a'], { operation: 'take' });
    expect(isSameElsewhere(take, violation(['a']))).toBe(true);
    expect(isSameElsewhere(take, violation(['b']))).toBe(false);
    expect(isSameElsewhere({ ...take, at: 'notifications' }, violation(['a'], { at: 'notifications' }))).toBe(
      false,
    );
  });
});

describe('a fault that another operation shows as well', () => {
  const wrongKey = [put, step('s2', 'take', 'bad key', 's1')];

  test('is reported at the operation that needs the fewest requests', async () => {
    expect((await smallest(wrongKey, { elsewhere: [list] })).steps).toEqual(['list bad key']);
  });

  test('is reported at its own operation when the other was reported already, so that neither hides the other', async () => {
    const isKnown = ({ operation }: Violation) => operation === 'list';
    const { steps } = await smallest(wrongKey, { elsewhere: [list], isKnown });
    expect(steps).toEqual(['put plain', 'take bad key']);
  });
});

describe('replacements of the final step', () => {
  const twice = [put, step('s2', 'take', 'one', 's1'), step('s3', 'take', 'one', 's1')];
  const accusedOf = (rule: string): Violation => ({
    at: 'reply',
    operation: 'take',
    abstract: '',
    breaches: [{ rule, expected: 'refused', received: 'ok' }],
  });
  const accused = accusedOf('no-more-than-there-is');

  test('prove the same rule by another kind of request, with one step less', () => {
    const ends = replaceFinalStep(boxes, twice, accused);
    expect(ends.map((steps) => steps.map(({ kind }) => kind).join())).toEqual(['plain,two']);
  });

  test('shrink a failure to the smallest sequence that the machine offers', async () => {
    expect((await smallest(twice)).steps).toEqual(['put plain', 'take two']);
  });

  test('use the same kind at another operation, on fewer entities', async () => {
    const wrongKey = [put, step('s2', 'paint', 'plain', 's1'), step('s3', 'take', 'bad key', 's1')];
    const ends = replaceFinalStep(boxes, wrongKey, accusedOf('key-checked'));
    expect(ends).toEqual([[{ ...list[0], id: 's3' }]]);
    expect((await smallest(wrongKey)).steps).toEqual(['list bad key']);
  });

  test('use another first step only where the original one allows no refusal', async () => {
    const lidded: typeof boxes = {
      ...boxes,
      operations: boxes.operations.map((operation) => {
        if (operation.name === 'put')
          return { ...operation, attempts: () => ['plain', 'lidded'].map((kind) => ({ kind, uses: {} })) };
        if (operation.name !== 'look') return operation;
        const through = { kind: 'through the lid', uses: { box: 's1' }, negative: true };
        return { ...operation, attempts: ({ s1 }) => (s1?.lidded === true ? [through] : []) };
      }),
    };
    const painted = [put, step('s2', 'paint', 'plain', 's1'), step('s3', 'look', 'plain', 's1')];
    const ends = replaceFinalStep(lidded, painted, accusedOf('shows'));
    expect(ends.map((steps) => steps.map(({ kind }) => kind))).toEqual([['lidded', 'through the lid']]);
  });

  test('are empty when no other kind proves the rule', () => {
    expect(replaceFinalStep(boxes, [put, step('s2', 'look', 'plain', 's1')], accused)).toEqual([]);
  });
});

describe('the shortest sequences to a rule', () => {
  const short = [put, step('s2', 'take', 'two', 's1')];
  const long = [put, step('s2', 'look', 'plain', 's1'), step('s3', 'take', 'two', 's1')];
  const accused = (...rules: readonly string[]): Violation => ({
    at: 'reply',
    operation: 'take',
    abstract: '',
    breaches: rules.map((rule) => ({ rule, expected: '', received: '' })),
  });
  const taken = step('s9', 'take', 'two', 's1');

  test('are kept for each abstract state, since some can be shortened in one of them only', () => {
    const shortest = new Shortest((way) => (way.length === long.length ? way.slice(-1) : way));
    shortest.note(['no-more-than-there-is'], short, taken, 'empty');
    shortest.note(['no-more-than-there-is'], long, taken, 'seen');
    const ways = shortest.instead(accused('no-more-than-there-is'), taken);
    expect(ways).toEqual([long.slice(-1), short]);
  });

  test('are offered for every accused rule, in the order of the accusation', () => {
    const shortest = new Shortest((way) => way);
    shortest.note(['shows'], short, taken, 'empty');
    shortest.note(['takes'], long, taken, 'empty');
    expect(shortest.instead(accused('takes', 'shows'), taken)).toEqual([long, short]);
  });
});
