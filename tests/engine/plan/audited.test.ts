import { expect, test } from 'vitest';
import { machine, modelOf } from '../../../engine/build/build.ts';
import { check, CheckError } from '../../../engine/check/check.ts';
import { plan } from '../../../engine/plan/plan.ts';

type Door = 'shut' | 'open' | 'locked';

/** What a door answers: that it is locked shows in one way only, it does not open. */
const answers: Readonly<Record<string, (door: Door) => readonly [answer: string, next: Door]>> = {
  lock: (door) => (door === 'open' ? ['refused', door] : ['done', 'locked']),
  open: (door) => (door === 'locked' ? ['refused', door] : ['done', 'open']),
  'ask for the key': (door) => ['refused', door],
};
const { operation: defined, expect: answer } = modelOf<Door>();
const door = machine({
  state: 'shut',
  abstract: (state: Door) => state,
  operations: Object.entries(answers).map(([name, of]) =>
    defined(name, {
      expect: (state) => {
        const [reply, behind] = of(state);
        return answer.reply(reply).rule(`${name} of a door`).then(behind);
      },
    }),
  ),
});
const tried = { operation: 'open', kind: 'plain' };
/** The second shows what the first has changed. */
const audited = { ...door, audit: [tried, tried] };

/** Doors that give each right answer, and are in a wrong state behind one of them. */
const wrong: readonly (readonly [fault: string, call: string, from: Door, to: Door])[] = [
  ['asking for the key locks an open door', 'ask for the key', 'open', 'locked'],
  ['asking for the key unlocks', 'ask for the key', 'locked', 'shut'],
  ['to be refused unlocks', 'open', 'locked', 'shut'],
];

test.each(wrong)('a plan alone finds that %s, behind the right answer', async (_fault, call, from, to) => {
  const faulty = () => {
    let state: Door = 'shut';
    return ({ name: operation }: { readonly name: string }) => {
      const before = state;
      const [reply, next] = answers[operation]?.(state) ?? ['', state];
      state = operation === call && before === from ? to : next;
      return reply;
    };
  };
  await expect(check(audited, faulty, { seed: 1, numRuns: 0, races: 0 })).rejects.toThrow(CheckError);
});

test('each planned sequence of transitions ends in the audit, and its requests are counted', () => {
  const { sequences, requests } = plan(audited, { seed: 1, rules: [] });
  expect(sequences.map(({ steps }) => steps.at(-1)?.operation)).toEqual(sequences.map(() => 'open'));
  expect(requests).toBe(sequences.flatMap(({ steps }) => steps).length);
});

test('a plan for rules alone has no audit: it is for what is missing', () => {
  const { sequences } = plan(audited, { seed: 1, rules: ['ask for the key of a door'], transitions: false });
  expect(sequences.map(({ steps }) => steps.map(({ operation }) => operation))).toEqual([
    ['ask for the key'],
  ]);
});
