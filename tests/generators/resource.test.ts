import fc, { type GeneratorValue } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sequences } from '../../engine/walk/sequences.ts';
import type { Draw, Sequence, Step } from '../../engine/model.ts';
import { operationsOf } from '../../engine/operations.ts';
import {
  type ResourceMachine,
  resourcePaymentsMachine,
  resourceTokensMachine,
} from '../../generators/resource/machine.ts';
import type { ResourceState } from '../../models/resource/state.ts';
import type { Reply } from '../../models/wire.ts';
import { allRequirements } from '../../spec/register.ts';
import { resourceSetup, wholeResourceSetup } from '../support/resource-setup.ts';

const machines: readonly (readonly [string, ResourceMachine])[] = [
  ['payments with control', resourcePaymentsMachine(wholeResourceSetup)],
  ['payments without control', resourcePaymentsMachine(resourceSetup(['resource', 'tokens']))],
  ['tokens with control', resourceTokensMachine(wholeResourceSetup)],
  ['tokens without control', resourceTokensMachine(resourceSetup(['resource', 'tokens']))],
  ['payments beside others', resourcePaymentsMachine({ ...wholeResourceSetup, exclusive: false })],
];

/** A reply that tells what a walk offline can't know: ids, instants, amounts. */
function telling(step: Step): Reply {
  const stamp = '2026-11-20T01:02:03.004Z';
  const entry = { amount: 1000, created_at: stamp };
  const body = {
    id: `${['create', 'issue-payment'].includes(step.operation) ? 'pay' : 'tok'}_${step.id}`,
    consumer_id: 'con_1',
    created_at: stamp,
    updated_at: stamp,
    expires_at: '2026-12-20T01:02:03.004Z',
    amount: 1000,
    version_nr: 1,
    captures: [{ id: `cap_${step.id}`, ...entry }],
    refunds: [{ id: `ref_${step.id}`, ...entry }],
  };
  return { http: 200, contentType: '', body, text: '', sentAt: 0, receivedAt: 0 };
}

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
      // By their frequencies: spoilt requests are many, and each of them is meant to come seldom.
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

  it('cite every rule of the document that is not marked untestable', () => {
    const cited = new Set<string>();
    for (const [name, machine] of machines) {
      if (name.includes('without')) continue;
      for (const sequence of fc.sample(sequences(machine), { numRuns: 480, seed: 2 })) {
        for (const rule of citedBy(machine, sequence)) cited.add(rule);
      }
    }
    const missed = allRequirements.filter(
      ({ id, document, untestable }) => document === 'resource' && untestable === undefined && !cited.has(id),
    );
    expect(missed.map(({ id }) => id)).toEqual([]);
  });
});

/** What the outcomes of a sequence's steps cite when each reply is the ordinary one. */
function citedBy(machine: ResourceMachine, sequence: Sequence): readonly string[] {
  const operations = operationsOf(machine);
  let state = machine.initial;
  return sequence.flatMap((step) => {
    const operation = operations.get(step.operation);
    const call = operation?.resolve(state, step);
    if (operation === undefined || call === undefined) return [];
    const outcomes = operation.predict(state, call, step);
    state = outcomes[0]?.next(telling(step)) ?? state;
    return outcomes.flatMap(({ checks }) => checks.flatMap(({ cites }) => cites));
  });
}
