import { expect, test } from 'vitest';
import { operationsOf } from '../../engine/operations.ts';
import { drills } from '../../engine/plan-drill.ts';
import { seededRandom } from '../../engine/seeded-random.ts';
import { presume } from '../../engine/walk.ts';
import { legacyMachine } from '../../generators/legacy/machine.ts';
import { sumOf } from '../../models/legacy/amounts.ts';
import { removedLines } from '../../models/legacy/order.ts';
import { wholeSetup } from '../support/legacy-setup.ts';

// Classes of data are told apart where others are beside it.
const machine = legacyMachine({ ...wholeSetup, exclusive: false });

// A line that is captured though it was removed shows in no reply to the capture that is allowed, nor in a refund, since none is foreseen.
test.each([1, 2, 3, 4, 5, 6])(
  'all of an order is removed, captured and read in every plan (seed %i)',
  (seed) => {
    const { sequences } = drills(machine, seededRandom(seed), { reached: new Set(), mostSteps: 40 });
    const kinds = sequences.map(({ steps }) => steps.map(({ operation, kind }) => `${operation} ${kind}`));
    const at = kinds.findIndex((steps) => steps.includes('capture lines that were removed'));
    const index = kinds[at]?.indexOf('capture lines that were removed') ?? 0;
    expect(kinds[at]?.[index + 1]).toBe('status read');

    let { initial: state } = machine;
    for (const step of sequences[at]?.steps.slice(0, index) ?? [])
      state = presume(machine, operationsOf(machine), state, step)?.state ?? state;
    const [payment] = Object.values(state.payments);
    expect(sumOf({ items: payment ? removedLines(payment) : [], tax: '0', shipping: '0' })).toBe(
      payment?.authorized,
    );
  },
);
