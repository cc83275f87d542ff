import fc, { type GeneratorValue } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draw } from '../../engine/machine.ts';
import type { Step } from '../../engine/model.ts';
import {
  type ResourceMachine,
  resourcePaymentsMachine,
  resourceTokensMachine,
} from '../../generators/resource/machine.ts';
import type { ResourceState } from '../../models/resource/state.ts';
import { resourceSetup, wholeResourceSetup } from '../support/setups/resource-setup.ts';

const machines: readonly (readonly [string, ResourceMachine])[] = [
  ['payments with control', resourcePaymentsMachine(wholeResourceSetup)],
  ['payments without control', resourcePaymentsMachine(resourceSetup(['resource', 'tokens']))],
  ['tokens with control', resourceTokensMachine(wholeResourceSetup)],
  ['tokens without control', resourceTokensMachine(resourceSetup(['resource', 'tokens']))],
  ['payments beside others', resourcePaymentsMachine({ ...wholeResourceSetup, exclusive: false })],
];

/** One of the attempts that were made least often so far. */
function leastVisited(
  machine: ResourceMachine,
  state: ResourceState,
  visits: Map<string, number>,
  draw: Draw,
) {
  const all = machine.operations.flatMap((operation) =>
    operation.attempts(state).map((attempt) => {
      const key = `${machine.operations.length} ${machine.abstract(state, attempt.uses)} ${operation.name} ${attempt.kind}`;
      const visited = visits.get(key) ?? 0;
      // By their frequencies: mutated requests are many, and each of them is meant to come seldom.
      return { operation, attempt, key, visited, share: (visited + 1) / Math.sqrt(attempt.weight ?? 1) };
    }),
  );
  const least = Math.min(...all.map(({ share }) => share));
  const chosen = draw(fc.constantFrom(...all.filter(({ share }) => share === least)));
  visits.set(chosen.key, chosen.visited + 1);
  return chosen;
}

/** Walks a machine on the ordinary outcomes, offline; the state stays plain data. */
function walked(machine: ResourceMachine, g: GeneratorValue): void {
  const draw: Draw = (arbitrary) => g(() => arbitrary);
  const visits = new Map<string, number>();
  let state = machine.initial;
  for (let index = 1; index <= 40; index += 1) {
    const { operation, attempt } = leastVisited(machine, state, visits, draw);
    const data = operation.draw?.(attempt, state, draw);
    const base = { id: `s${index}`, operation: operation.name, kind: attempt.kind, uses: attempt.uses };
    const step: Step = data === undefined ? base : { ...base, data };
    const call = operation.resolve(state, step);
    if (call === undefined) throw new Error(`${step.operation} ${step.kind} has no call`);
    const outcomes = operation.predict(state, call, step);
    const [ordinary] = outcomes;
    if (ordinary === undefined) throw new Error(`${step.operation} ${step.kind} has no outcome`);
    state = ordinary.next();
  }
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
}

describe('the resource machines', () => {
  it.each(machines)('resolve and predict every step of a random walk: %s', (_name, machine) => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        walked(machine, g);
      }),
      { numRuns: 20, seed: 1 },
    );
  });
});
