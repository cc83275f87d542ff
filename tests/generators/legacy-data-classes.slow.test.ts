import { expect, test } from 'vitest';
import { drawing, drawn } from '../../engine/walk/simulate-step.ts';
import { operationOf } from '../../engine/operations.ts';
import { coverCategories } from '../../engine/plan/category-coverage.ts';
import { seededRandom } from '../../engine/seeded-random.ts';
import { presume } from '../../engine/walk/walk.ts';
import { legacyMachine } from '../../generators/legacy/machine.ts';
import { wholeSetup } from '../support/setups/legacy-setup.ts';

// Data classes exist only for a machine that shares the target.
const machine = legacyMachine({ ...wholeSetup, exclusive: false });
const removed = 'lines that were removed';

// That a line is captured which an update has removed shows in no reply to the capture, nor in a refund, since none is foreseen.
test.each([1, 2, 3, 4, 5, 6])(
  'an order is removed, captured all the same and read in every plan (seed %i)',
  (seed) => {
    const { sequences } = coverCategories(machine, seededRandom(seed), { reached: new Set(), mostSteps: 40 });
    const kinds = sequences.map(({ steps }) => steps.map(({ operation, kind }) => `${operation} ${kind}`));
    const probe = kinds.find((steps) => steps.includes(`capture ${removed}`)) ?? [];
    expect(probe[probe.indexOf(`capture ${removed}`) + 1]).toBe('status read');
  },
);

test.each([
  ['all that it is worth', ['one line', 'replaced lines'], removed],
  ['less, since more was added to the others', ['one line', 'replaced lines', 'new line'], undefined],
  ['less, since tax and shipping are none', ['several lines', 'replaced lines'], undefined],
])('capturing removed lines closes the payment if they were %s', (_title, kinds, told) => {
  const draw = drawing(seededRandom(1));
  let { initial: state } = machine;
  for (const [index, kind] of kinds.entries()) {
    const uses: Record<string, string> = index === 0 ? {} : { payment: 's1' };
    const named = { id: `s${index + 1}`, operation: index === 0 ? 'authorize' : 'update', kind, uses };
    const step = drawn(operationOf(machine, named), state, named, draw);
    state = presume(machine, state, step)?.state ?? state;
  }
  const found = machine.dataClasses?.['capture']?.(state, {
    kind: removed,
    uses: { payment: 's1' },
    negative: true,
  });
  expect(found?.class).toBe(told);
});
