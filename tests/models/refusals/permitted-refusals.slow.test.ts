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

/** The refusals that explain a success where the request may be taken, once none of its wrong fields is judged any more. */
function mistakenFor<S, N>(outcomes: readonly One<S, N>[], reply: Reply): readonly string[] {
  if (outcomes.every(({ refused }) => refused === true)) return [];
  const breaches = outcomes.flatMap((outcome) => missOf(outcome, reply)?.breaches ?? []);
  const wrongFields = new Set(breaches.flatMap(({ about }) => about ?? []));
  return outcomes
    .filter((outcome) => outcome.refused === true && missOf(outcome, reply, wrongFields) === undefined)
    .map(({ name }) => `${name} explains a success`);
}

function found<S, N>(
  machine: Machine<S, Call, Reply, N>,
  repliesTo: (operation: string) => readonly Reply[],
  wrongOf: Trial['wrongOf'],
) {
  const wrong = new Map<string, string>();
  for (const sequence of fc.sample(sequences(machine), { numRuns: 30, seed: 2 })) {
    let { initial: state } = machine;
    for (const step of sequence) {
      const operation = operationNamed(machine, step.operation);
      const call = operation?.resolve(state, step);
      if (operation === undefined || call === undefined) continue;
      if (operation.control !== true) {
        const outcomes = operation.predict(state, call, step);
        for (const reply of repliesTo(step.operation))
          for (const one of wrongOf(outcomes, reply))
            wrong.set(
              `${step.operation} ${one}`,
              `${step.kind} ← ${reply.http} ${JSON.stringify(reply.body)}`,
            );
      }
      state = simulateStep(machine, operation, state, step)?.state ?? state;
    }
  }
  return [...wrong].map(([what, how]) => `${what} (${how})`);
}

/** Replies, and what is wrong about how an answer to a request explains them. */
interface Trial {
  readonly wrongOf: <S, N>(outcomes: readonly One<S, N>[], reply: Reply) => readonly string[];
  readonly resource: readonly Reply[];
  readonly legacy: (operation: string) => readonly Reply[];
}

const fittingNothing: Trial = {
  wrongOf: innocentOf,
  resource: [empty({}), ...resourceReplies()],
  legacy: (operation) => [empty({ status: `${operation}_success` }), ...legacyReplies(operation)],
};

const wrongFields = { id: 1, amount: '1', metadata: [], buyer: 1, order: 1, captures: [1], refunds: [1] };

const wronglyTaken: Trial = {
  wrongOf: mistakenFor,
  resource: [empty(wrongFields), empty({ ...wrongFields, status: 'CLOSED' })],
  legacy: (operation) => [
    empty({ ...wrongFields, status: operation === 'status' ? 'open' : `${operation}_success` }),
  ],
};

const machines = [
  [
    'resource payments',
    ({ resource, wrongOf }: Trial) =>
      found(resourcePaymentsMachine(wholeResourceSetup), () => resource, wrongOf),
  ],
  [
    'resource tokens',
    ({ resource, wrongOf }: Trial) =>
      found(resourceTokensMachine(wholeResourceSetup), () => resource, wrongOf),
  ],
  ['legacy', ({ legacy, wrongOf }: Trial) => found(legacyMachine(wholeSetup), legacy, wrongOf)],
] as const;

it.each(machines)(
  'no reply to %s breaks a row only by a refusal that nothing demands',
  { timeout: 240_000 },
  (_, foundBy) => {
    expect(foundBy(fittingNothing)).toEqual([]);
  },
);

it.each(machines)(
  'no success of %s with wrong fields is taken for a refusal',
  { timeout: 240_000 },
  (_, foundBy) => {
    expect(foundBy(wronglyTaken)).toEqual([]);
  },
);
