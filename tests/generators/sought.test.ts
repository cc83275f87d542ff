import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksMetBy } from '../../engine/judge/miss.ts';
import type { Outcome } from '../../engine/model.ts';
import { operationOf } from '../../engine/operations.ts';
import { sequences } from '../../engine/walk/sequences.ts';
import { legacyMachine } from '../../generators/legacy/machine.ts';
import type { LegacyState } from '../../models/legacy/payment/state.ts';
import type { Notification, Reply } from '../../models/wire.ts';
import { failureStatuses } from '../../spec/legacy/common.ts';
import { wholeSetup } from '../support/setups/legacy-setup.ts';

type Some = Outcome<LegacyState, Reply, Notification>;

const machine = legacyMachine(wholeSetup);
const successes = ['open', 'close', 'authorize_success', 'authenticate_consumer'];
const reasons = [{}, { reason: 'bad_checksum', message: 'text' }, { reason: 'closed', message: 'text' }];

/** Replies of every sort: each HTTP status with each status and reason, and without JSON. */
const replies: readonly Reply[] = [200, 400, 401, 404, 500].flatMap((http) => [
  replyOf(http, undefined),
  replyOf(http, {}),
  ...[...failureStatuses, ...successes].flatMap((status) =>
    reasons.map((reason) => replyOf(http, { status, test: true, ...reason })),
  ),
]);

function replyOf(http: number, body: unknown): Reply {
  return { http, contentType: 'application/json', body, text: '', sentAt: 0, receivedAt: 0 };
}

const named = ({ name, assumes = {} }: Some) =>
  `${name} ${JSON.stringify(Object.entries(assumes).toSorted(([one], [other]) => (one < other ? -1 : 1)))}`;
const fitting = (outcomes: readonly Some[], reply: Reply) =>
  outcomes
    .filter((outcome) => checksMetBy(outcome, reply, undefined) !== undefined)
    .map(named)
    .toSorted();

describe('what is sought of a prediction', () => {
  const walks = fc.sample(sequences(machine), { seed: 1, numRuns: 3 });
  const predictions = walks.flatMap((steps) => {
    let state = machine.initial;
    return steps.flatMap((step) => {
      const operation = operationOf(machine, step);
      const call = operation.resolve(state, step);
      if (call === undefined) return [];
      const before = state;
      const all = operation.predict(before, call, step);
      state = all[0]?.next() ?? state;
      const of = (sought: Parameters<typeof operation.predict>[3]) =>
        operation.predict(before, call, step, sought);
      return [{ step, all, of }];
    });
  });

  test('its ordinary outcome is the first of all', () => {
    // Its choices are left out: whether a refusal settles any is only known once all that may be wrong beside it is predicted.
    const nameOf = ({ name }: Some) => name;
    for (const { all, of } of predictions)
      expect(of('ordinary').slice(0, 1).map(nameOf)).toEqual(all.slice(0, 1).map(nameOf));
  });

  test('whatever a reply may be is among what is sought for it', () => {
    const lost = predictions.flatMap(({ step, all, of }) =>
      replies.flatMap((reply) => {
        const [some, whole] = [of({ reply }), all].map((outcomes) => fitting(outcomes, reply).join('\n'));
        return some === whole
          ? []
          : [`${step.operation} ${step.kind}: ${reply.http} ${JSON.stringify(reply.body)}`];
      }),
    );
    expect(lost).toEqual([]);
  });

  test('most outcomes of a refusal are left out', () => {
    const [reply] = replies.filter(({ http, body }) => http === 400 && body !== undefined);
    if (reply === undefined) throw new Error('no such reply');
    const count = (lists: readonly (readonly unknown[])[]) =>
      lists.reduce((sum, list) => sum + list.length, 0);
    const refused = predictions.filter(({ all }) => all.every((outcome) => outcome.refused === true));
    const whole = count(refused.map(({ all }) => all));
    expect(count(refused.map(({ of }) => of({ reply }))) / whole).toBeLessThan(0.5);
  });
});
