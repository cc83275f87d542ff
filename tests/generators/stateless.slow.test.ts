import { assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sequences } from '../../engine/walk/sequences.ts';
import { drawing, drawn, simulateStep } from '../../engine/walk/simulate-step.ts';
import type { Machine } from '../../engine/machine.ts';
import { operationNamed } from '../../engine/operations.ts';
import { seededRandom } from '../../engine/seeded-random.ts';
import { legacyMachine } from '../../generators/legacy/machine.ts';
import { resourcePaymentsMachine, resourceTokensMachine } from '../../generators/resource/machine.ts';
import type { AnyMachine } from '../../suites/explore/machines.ts';
import { wholeSetup } from '../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../support/setups/resource-setup.ts';

const machines: readonly (readonly [string, AnyMachine])[] = [
  ['legacy', legacyMachine(wholeSetup)],
  ['payments', resourcePaymentsMachine({ ...wholeResourceSetup, exclusive: false })],
  ['tokens', resourceTokensMachine(wholeResourceSetup)],
];

/**
 * The simulated outcome of every stateless attempt that a state offers, by operation and kind. Whether another refusal is permitted beside it
 * depends on the state: a closed payment may be what the request is refused for.
 */
function predictionsIn<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  state: S,
): readonly (readonly [string, string])[] {
  const draw = drawing(seededRandom(1));
  return machine.operations.flatMap((operation) =>
    operation.attempts(state).flatMap((attempt) => {
      if (attempt.stateless !== true) return [];
      expect(attempt.negative).toBe(true);
      const step = drawn(operation, state, { id: 'new', kind: attempt.kind, uses: attempt.uses }, draw);
      const { outcome, proves } =
        simulateStep(machine, operation, state, step, { notifications: true }) ?? {};
      return [[`${operation.name} ${attempt.kind}`, JSON.stringify({ outcome, proves })]] as const;
    }),
  );
}

describe('a stateless attempt', () => {
  it.each(machines)('has the same ordinary outcome in every state: %s', (_name, machine) => {
    const known = new Map<string, string>();
    assert(
      property(sequences(machine, { minSteps: 12, maxSteps: 12 }), (sequence) => {
        let state = machine.initial;
        for (const step of sequence) {
          for (const [name, predicted] of predictionsIn(machine, state)) {
            expect(`${name} ${predicted}`).toBe(`${name} ${known.get(name) ?? predicted}`);
            known.set(name, predicted);
          }
          const operation = operationNamed(machine, step.operation);
          state = (operation && simulateStep(machine, operation, state, step)?.state) ?? state;
        }
      }),
      { numRuns: 12 },
    );
    expect(known.size).toBeGreaterThan(10);
  });
});
