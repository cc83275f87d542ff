import { checksOf } from '../../engine/judge/miss.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sequences } from '../../engine/walk/sequences.ts';
import type { Sequence, Step } from '../../engine/model.ts';
import { operationNamed } from '../../engine/operations.ts';
import {
  type ResourceMachine,
  resourcePaymentsMachine,
  resourceTokensMachine,
} from '../../generators/resource/machine.ts';
import type { Reply } from '../../models/wire.ts';
import { allRequirements } from '../../spec/register.ts';
import { wholeResourceSetup } from '../support/setups/resource-setup.ts';

const machines: readonly ResourceMachine[] = [
  resourcePaymentsMachine(wholeResourceSetup),
  resourceTokensMachine(wholeResourceSetup),
  resourcePaymentsMachine({ ...wholeResourceSetup, exclusive: false }),
];

/** A reply that tells what a walk offline can't know: ids, instants, amounts. */
function presumedReply(step: Step): Reply {
  const stamp = '2026-11-20T01:02:03.004Z';
  const entry = { amount: 1000, tax: 90, created_at: stamp };
  const body = {
    id: `${['create', 'issue-payment'].includes(step.operation) ? 'pay' : 'tok'}_${step.id}`,
    consumer_id: `con_${step.id}`,
    tier: 'classic',
    origin: { email: 'any@example.test' },
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

it('the resource machines cite every rule of the document that is not marked untestable and needs no browser', () => {
  const cited = new Set<string>();
  for (const machine of machines) {
    for (const sequence of fc.sample(sequences(machine), { numRuns: 480, seed: 2 })) {
      for (const rule of citedBy(machine, sequence)) cited.add(rule);
    }
  }
  const missed = allRequirements.filter(
    ({ id, document, untestable, needs = [] }) =>
      document === 'resource' &&
      untestable === undefined &&
      // A browser shows these, and no machine.
      !needs.includes('checkout') &&
      !cited.has(id),
  );
  expect(missed.map(({ id }) => id)).toEqual([]);
});

/** What the outcomes of a sequence's steps cite when each reply is the ordinary one. */
function citedBy(machine: ResourceMachine, sequence: Sequence): readonly string[] {
  let state = machine.initial;
  return sequence.flatMap((step) => {
    const operation = operationNamed(machine, step.operation);
    const call = operation?.resolve(state, step);
    if (operation === undefined || call === undefined) return [];
    const outcomes = operation.predict(state, call, step);
    state = outcomes[0]?.next(presumedReply(step)) ?? state;
    return outcomes.flatMap((outcome) => checksOf(outcome).flatMap(({ cites }) => cites));
  });
}
