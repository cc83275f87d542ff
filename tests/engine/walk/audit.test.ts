import { expect, test } from 'vitest';
import { machine as built } from '../../../engine/build/build.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Sequence } from '../../../engine/model.ts';
import { plan } from '../../../engine/plan/plan.ts';
import { seededRandom } from '../../../engine/seeded-random.ts';
import { defaultWalk, possible, walk } from '../../../engine/walk/walk.ts';
import { nothingDrawn } from '../../../engine/walk/weighted-choice.ts';
import { legacyMachine } from '../../../generators/legacy/machine.ts';
import { resourcePaymentsMachine, resourceTokensMachine } from '../../../generators/resource/machine.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../../support/setups/resource-setup.ts';

const counter = {
  ...built({
    state: 0,
    operations: ({ operation, expect: answer }) => [
      operation('add', { expect: (count) => answer.then(count + 1) }),
      operation('empty', { expect: () => answer.then(0) }),
      operation('show', { expect: (count) => answer.reply(count).then(count) }),
    ],
  }),
  audit: [
    { operation: 'empty', kind: 'plain' },
    { operation: 'show', kind: 'plain' },
    { operation: 'show', kind: 'of another kind' },
    { operation: 'of no machine', kind: 'plain' },
  ],
};
const ends = (coveringShare: number, seed: number) =>
  walk(counter, seededRandom(seed), nothingDrawn(), {
    ...defaultWalk,
    coveringShare,
    minSteps: 3,
    maxSteps: 3,
  })
    .slice(3)
    .map(({ operation }) => operation);

test('a covering walk ends with the audit, each row as often as it is possible; without a share none does', () => {
  expect(ends(1, 1)).toEqual(['empty', 'show']);
  expect(ends(0, 1)).toEqual([]);
});

test('so many walks cover, and have an audit, as the share says', () => {
  const audited = Array.from({ length: 200 }, (_, seed) => ends(0.5, seed)).filter(
    ({ length }) => length > 0,
  );
  expect(audited.length).toBeGreaterThan(60);
  expect(audited.length).toBeLessThan(140);
});

/** What the audits of 40 short walks have taken, or all `planned` sequences, and whether all these walks are possible. */
function auditsOf<S, C, R, N>(machine: Machine<S, C, R, N>, planned: readonly Sequence[] = []) {
  const random = seededRandom(3);
  const taken = new Set<string>();
  const walks = Array.from({ length: 40 }, () =>
    // Few steps before, so that what is taken comes from the audit.
    walk(machine, random, nothingDrawn(), { ...defaultWalk, coveringShare: 1, minSteps: 6, maxSteps: 6 }),
  );
  for (const { operation, kind } of [...walks.map((steps) => steps.slice(6)), ...planned].flat())
    taken.add(`${operation} ${kind}`);
  return {
    missing: (machine.audit ?? []).filter(({ operation, kind }) => !taken.has(`${operation} ${kind}`)),
    isPossible: walks.every((steps) => possible(machine, steps)),
  };
}

test.each<[string, () => ReturnType<typeof auditsOf>]>([
  [
    'legacy',
    () => {
      const machine = legacyMachine({ ...wholeSetup, exclusive: false });
      // Walks leave out the requests after which the amount of a capture is unknown.
      return auditsOf(
        machine,
        plan(machine, { seed: 1, rules: [] }).sequences.map(({ steps }) => steps),
      );
    },
  ],
  ['payments', () => auditsOf(resourcePaymentsMachine({ ...wholeResourceSetup, exclusive: false }))],
  ['tokens', () => auditsOf(resourceTokensMachine({ ...wholeResourceSetup, exclusive: false }))],
])('each row of the audit of %s is taken, and every audited walk is possible', (_name, result) => {
  expect(result()).toEqual({ missing: [], isPossible: true });
});
