import fc, { type GeneratorValue } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draw, Step } from '../../engine/model.ts';
import {
  type ResourceMachine,
  resourcePaymentsMachine,
  resourceTokensMachine,
} from '../../generators/resource/machine.ts';
import type { ResourceState } from '../../models/resource/state.ts';
import type { Setup } from '../../models/setup.ts';
import type { Reply } from '../../models/wire.ts';
import { allRequirements } from '../../spec/register.ts';
import type { Means } from '../../spec/requirement.ts';

const everything: readonly Means[] = [
  'resource',
  'public_key',
  'tokens',
  'tokens.issue',
  'tokens.consumer',
  'consumers.status',
  'payments.issue',
  'clock.advance',
];

const setup = (means: readonly Means[]): Setup => ({
  means: new Set(means),
  personas: {},
  validityMs: 0,
  amount: { min: 100, max: 50_000 },
  tokens: means.includes('tokens.issue') ? [] : ['tok_given'],
  exclusive: true,
});

const machines: readonly (readonly [string, ResourceMachine])[] = [
  ['payments with control', resourcePaymentsMachine(setup(everything))],
  ['payments without control', resourcePaymentsMachine(setup(['resource', 'tokens']))],
  ['tokens with control', resourceTokensMachine(setup(everything))],
  ['tokens without control', resourceTokensMachine(setup(['resource', 'tokens']))],
  ['payments beside others', resourcePaymentsMachine({ ...setup(everything), exclusive: false })],
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

/** Walks a machine on the ordinary outcomes, told or offline, and gives what each step's outcomes cite. */
function walked(
  machine: ResourceMachine,
  g: GeneratorValue,
  told: boolean,
  visits = new Map<string, number>(),
): readonly string[] {
  const draw: Draw = (arbitrary) => g(() => arbitrary);
  const cited: string[] = [];
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
    for (const { checks } of outcomes) for (const check of checks) cited.push(...check.cites);
    state = told ? ordinary.next(telling(step)) : ordinary.next();
  }
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  return cited;
}

describe('the resource machines', () => {
  it.each(machines)('resolve and predict every step of a random walk: %s', (_name, machine) => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        walked(machine, g, false);
      }),
      { numRuns: 20, seed: 1 },
    );
  });

  it('cite every rule of the document that is not marked untestable', () => {
    const cited = new Set<string>();
    const visits = new Map<string, number>();
    const walks = fc.property(
      fc.gen(),
      fc.constantFrom(...machines.filter(([name]) => !name.includes('without'))),
      (g, [, machine]) => {
        for (const rule of walked(machine, g, true, visits)) cited.add(rule);
      },
    );
    fc.assert(walks, { numRuns: 240, seed: 2 });
    const missed = allRequirements.filter(
      ({ id, document, untestable }) => document === 'resource' && untestable === undefined && !cited.has(id),
    );
    expect(missed.map(({ id }) => id)).toEqual([]);
  });
});
