import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { missOf } from '../../../engine/judge/miss.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Outcome } from '../../../engine/model.ts';
import { operationNamed } from '../../../engine/operations.ts';
import { sequences } from '../../../engine/walk/sequences.ts';
import { simulateStep } from '../../../engine/walk/simulate-step.ts';
import { legacyMachine } from '../../../generators/legacy/machine.ts';
import { resourcePaymentsMachine, resourceTokensMachine } from '../../../generators/resource/machine.ts';
import type { Call, Reply } from '../../../models/wire.ts';
import { capture } from '../../../spec/legacy/capture.ts';
import { close } from '../../../spec/legacy/close.ts';
import { common } from '../../../spec/legacy/common.ts';
import { update } from '../../../spec/legacy/update.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { tokenRules } from '../../../spec/resource/token.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../../support/setups/resource-setup.ts';
import { legacyReplies, resourceReplies } from './refusing-replies.ts';

// What an open point permits to be refused is demanded by no sentence: a reply that fits nothing breaks what was asked for.

/** The rows that say how such a request is refused where it is refused. */
const ofRefusal = new Set([
  tokenRules.unknownId.id,
  commonRules.versionMissing.id,
  ...[update, close, capture].map(({ closedRefuses }) => closedRefuses.id),
  common.json.id,
]);

type One<S, N> = Outcome<S, Reply, N>;

/**
 * The rules that a reply breaks by a refusal that is nearest, and by no answer to a request that was taken. Where a request may be taken, no
 * sentence demands that it is refused.
 */
function innocentOf<S, N>(outcomes: readonly One<S, N>[], reply: Reply): readonly string[] {
  const missed = outcomes.flatMap((outcome) => {
    const miss = missOf(outcome, reply);
    return miss === undefined ? [] : [{ outcome, miss }];
  });
  const taken = missed.filter(({ outcome }) => outcome.refused !== true);
  if (missed.length < outcomes.length || taken.length === 0) return [];
  const nearest = missed.reduce((one, other) => (other.miss.distance < one.miss.distance ? other : one));
  if (nearest.outcome.refused !== true) return [];
  const broken = new Set(taken.flatMap(({ miss }) => miss.breaches.map(({ rule }) => rule)));
  return nearest.miss.breaches
    .filter(({ rule, about }) => about === undefined && !broken.has(rule) && !ofRefusal.has(rule))
    .map(({ rule, expected }) => `${nearest.outcome.name}: ${rule}: ${expected}`);
}

const empty = (body: Reply['body']): Reply => ({
  http: 200,
  body,
  contentType: 'application/json',
  text: '',
  sentAt: 0,
  receivedAt: 0,
});

function innocents<S, N>(
  machine: Machine<S, Call, Reply, N>,
  repliesTo: (operation: string) => readonly Reply[],
) {
  const found = new Map<string, string>();
  for (const sequence of fc.sample(sequences(machine), { numRuns: 30, seed: 2 })) {
    let { initial: state } = machine;
    for (const step of sequence) {
      const operation = operationNamed(machine, step.operation);
      const call = operation?.resolve(state, step);
      if (operation === undefined || call === undefined) continue;
      if (operation.control !== true) {
        const outcomes = operation.predict(state, call, step);
        for (const reply of repliesTo(step.operation))
          for (const one of innocentOf(outcomes, reply))
            found.set(
              `${step.operation} ${one}`,
              `${step.kind} ← ${reply.http} ${JSON.stringify(reply.body)}`,
            );
      }
      state = simulateStep(machine, operation, state, step)?.state ?? state;
    }
  }
  return [...found].map(([what, how]) => `${what} (${how})`);
}

it.each([
  [
    'resource payments',
    () => innocents(resourcePaymentsMachine(wholeResourceSetup), () => [empty({}), ...resourceReplies()]),
  ],
  [
    'resource tokens',
    () => innocents(resourceTokensMachine(wholeResourceSetup), () => [empty({}), ...resourceReplies()]),
  ],
  [
    'legacy',
    () =>
      innocents(legacyMachine(wholeSetup), (operation) => [
        empty({ status: `${operation}_success` }),
        ...legacyReplies(operation),
      ]),
  ],
] as const)(
  'no reply to %s breaks a row only by a refusal that nothing demands',
  { timeout: 240_000 },
  (_, found) => {
    expect(found()).toEqual([]);
  },
);
