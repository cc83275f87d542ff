import { describe, expect, test } from 'vitest';
import type { Machine } from '../../../engine/machine.ts';
import { inputsOf } from '../../../engine/walk/inputs.ts';
import { kindName } from '../../../engine/operations.ts';
import { leftoverKinds } from '../../../engine/plan/leftover-kinds.ts';
import { possible } from '../../../engine/walk/walk.ts';
import { legacyMachine } from '../../../generators/legacy/machine.ts';
import { resourcePaymentsMachine, resourceTokensMachine } from '../../../generators/resource/machine.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../../support/setups/resource-setup.ts';

const beside = { exclusive: false };

describe('what was left over of the inputs of a machine', () => {
  claims('legacy', legacyMachine({ ...wholeSetup, ...beside }));
  claims('resource payments', resourcePaymentsMachine({ ...wholeResourceSetup, ...beside }));
  claims('resource tokens', resourceTokensMachine({ ...wholeResourceSetup, ...beside }));
});

function claims<S, C, R, N>(name: string, machine: Machine<S, C, R, N>): void {
  const inputs = inputsOf(machine);
  const left = inputs
    .flatMap(({ operation, kinds }) => kinds.map((kind) => kindName({ operation, kind })))
    .filter((_kind, nth) => nth % 7 === 0);
  const sequences = leftoverKinds(machine, inputs, (kind) => left.includes(kind), 3);

  test(`is tried, each kind in a sequence that can be made (${name})`, () => {
    const tried = new Set(sequences.flat().map(kindName));
    expect(left.filter((kind) => !tried.has(kind))).toEqual([]);
    expect(left.length).toBeGreaterThan(3);
    expect(sequences.every((steps) => possible(machine, steps))).toBe(true);
  });

  test(`is planned the same each time, and nothing where nothing is left (${name})`, () => {
    expect(leftoverKinds(machine, inputs, (kind) => left.includes(kind), 3)).toEqual(sequences);
    expect(leftoverKinds(machine, inputs, () => false, 3)).toEqual([]);
  });
}
