import { describe, expect, test } from 'vitest';
import type { Sequence } from '../../../engine/model.ts';
import { Answers, answersIn, certainAnswers, upTo } from '../../../suites/experiments/answers.ts';
import { boxesMachine, BoxTarget, marking, onBox, opening } from './boxes.ts';

const run = (sequence: Sequence, accepts = true) => new BoxTarget(() => accepts).run(sequence);

describe('the answers of an execution', () => {
  test('name the step that has asked, and its case where each case may have another answer', async () => {
    const ran = await run(onBox('make red 5', 'mark large', 'open slowly'), false);
    expect(answersIn(ran)).toEqual(
      expect.arrayContaining([
        { point: marking, choice: 'refused', index: 1, of: { operation: 'mark', kind: 'large' } },
        { point: opening, choice: 'refused', index: 2 },
      ]),
    );
    expect(answersIn(ran)).toHaveLength(2);
  });

  test('are none about a point whose answers only show another', async () => {
    const { performed } = await run(onBox('make red 5', 'open slowly'));
    const assumed = {
      step: 's2',
      latitude: 'resource.error.description-of',
      choice: 'cause',
      before: undefined,
    };
    expect(answersIn({ performed, belief: [{ state: {}, expected: [], assumed, deviations: 0 }] })).toEqual(
      [],
    );
  });

  test('are not certain where it breaks a rule, or lost a reply', async () => {
    const ran = await run(onBox('make red 5', 'open slowly'));
    const violation = { at: 'reply', operation: 'open', abstract: '', breaches: [] } as const;
    const lost = ran.performed.map((one) => ({ ...one, observation: { lost: 'reset' } }));
    expect(certainAnswers(ran)).toHaveLength(1);
    expect(certainAnswers({ ...ran, violation })).toEqual([]);
    expect(certainAnswers({ ...ran, performed: lost })).toEqual([]);
  });

  test('end with the reply that has settled them, which may be a later one', async () => {
    const shown = async (kind: string) => {
      const ran = await run(onBox('make red 5', `open ${kind}`, 'turn one', 'look one', 'turn one'));
      const [answer] = answersIn(ran);
      return answer && upTo(boxesMachine, ran, answer)?.performed.length;
    };
    expect([await shown('slowly'), await shown('quietly')]).toEqual([2, 4]);
  });
});

describe('what was answered in several ways', () => {
  const split = async (accepted: number, refused: number, steps: readonly string[]) => {
    const answers = new Answers(boxesMachine);
    for (const [times, accepts] of [
      [accepted, true],
      [refused, false],
    ] as const)
      for (let time = 0; time < times; time += 1) answers.note(await run(onBox(...steps), accepts), 0);
    return answers;
  };
  const opens = ['make red 5', 'open slowly'];

  test.each([
    [3, 2, 'accepted', 'refused'],
    [2, 3, 'refused', 'accepted'],
  ])(
    'has the more frequent answer as the usual one: %d accepted, %d refused',
    async (accepted, refused, usual, other) => {
      const [one] = (await split(accepted, refused, opens)).splits();
      expect([one?.usual.choice, one?.other.choice]).toEqual([usual, other]);
    },
  );

  test('is nothing that was answered in one way', async () => {
    expect((await split(3, 0, opens)).splits()).toEqual([]);
  });

  test('comes with the rarest answer first', async () => {
    const answers = new Answers(boxesMachine);
    const note = async (step: string, accepts: boolean, times: number) => {
      for (let time = 0; time < times; time += 1)
        answers.note(await run(onBox('make red 5', step), accepts), 0);
    };
    for (const [step, times] of [
      ['open slowly', 2],
      ['mark large', 3],
      ['mark small', 1],
    ] as const) {
      await note(step, true, 4);
      await note(step, false, times);
    }
    expect(answers.splits().map(({ asked, other }) => [asked.of?.kind, other.facts.count])).toEqual([
      ['small', 1],
      [undefined, 2],
      ['large', 3],
    ]);
  });

  test('counts cases of a point apart only where each may have another answer', async () => {
    const answers = new Answers(boxesMachine);
    answers.note(await run(onBox('make red 5', 'open slowly', 'turn one', 'mark large'), true), 0);
    answers.note(await run(onBox('make red 5', 'open quickly', 'turn one', 'mark small'), false), 0);
    expect(answers.splits().map(({ asked }) => asked)).toEqual([{ point: opening }]);
  });

  test('has the example with the fewest steps about the same thing, and the facts of all', async () => {
    const answers = new Answers(boxesMachine);
    answers.note(await run(onBox(...opens)), 0);
    answers.note(await run(onBox('make blue 5', 'turn one', 'turn one', 'open slowly'), false), 0);
    const shortest = await run(onBox('make blue 7', 'turn one', 'open slowly'), false);
    answers.note(shortest, 40);
    answers.note(await run(onBox('make blue 9', 'turn one', 'open slowly'), false), 0);
    const [one] = answers.splits();
    const { usual, other } = one ?? {};
    expect([usual?.facts.count, other?.facts.count]).toEqual([3, 1]);
    expect(usual?.example.execution()).toEqual(shortest);
    expect(usual?.facts.of('requests of the run before it').range).toEqual({ least: 0, most: 40 });
  });
});
