import { expect, it } from 'vitest';
import { violated } from '../../../engine/judge/violated.ts';
import { missOf } from '../../../engine/judge/miss.ts';
import { initialBelief } from '../../../engine/judge/belief.ts';
import type { Json, Step } from '../../../engine/model.ts';
import { predictCapture } from '../../../models/resource/payments/capture.ts';
import { predictClose } from '../../../models/resource/payments/close.ts';
import { predictRefund } from '../../../models/resource/payments/refund.ts';
import { predictUpdate } from '../../../models/resource/payments/update.ts';
import {
  initialState,
  type Outcomes,
  type Payment,
  type ResourceState,
} from '../../../models/resource/state.ts';
import type { Reply } from '../../../models/wire.ts';
import { call, error, reply } from '../../support/setups/resource-replies.ts';
import {
  authorizedPayment as authorized,
  capturedPayment as captured,
} from '../../support/setups/resource-state.ts';

const step: Step = { id: 's9', operation: 'any', kind: 'any', uses: { payment: 's1', capture: 's2' } };
const of = (payment: Payment): ResourceState => ({ ...initialState, payments: { s1: payment } });
/** A payment whose token may have ended: whether it is served is open. */
const ofEnded = (payment: Payment): ResourceState => of({ ...payment, isTokenUnknown: true });
const late = (payment: Payment): ResourceState => of({ ...payment, moved: 'past' });
const unknown = { ...captured, captures: captured.captures.map((one) => ({ ...one, amount: undefined })) };

/** The rows that a reply breaks by what is predicted. */
function accused(outcomes: Outcomes, answer: Reply): readonly string[] {
  const [hypothesis] = initialBelief<ResourceState, never>(initialState);
  const missed = outcomes.flatMap((outcome) => {
    const miss = missOf(outcome, answer);
    return hypothesis === undefined || miss === undefined ? [] : [{ hypothesis, outcome, miss }];
  });
  const verdict = missed.length < outcomes.length ? undefined : violated(step, missed, answer, {});
  return [...new Set(verdict?.breaches.map(({ rule }) => rule))];
}

const refund = (state: ResourceState, body: Readonly<Record<string, Json>>) =>
  predictRefund(state, call({ capture_id: 'cap_1', ...body }), step);
const another = error(400, 'payment.refund.captureId');

it.each<[string, Outcomes, Reply, readonly string[]]>([
  [
    'a refund without an amount, by the code of another error',
    refund(ofEnded(captured), {}),
    another,
    ['resource.refund.full'],
  ],
  [
    'a refund with an amount, by the code of another error',
    refund(ofEnded(captured), { amount: 1 }),
    another,
    ['resource.refund.partial'],
  ],
  ['a late refund without an amount', refund(late(captured), {}), another, ['resource.refund.full']],
  [
    'a refund of all with a reason',
    refund(of(captured), { reason: 'any' }),
    another,
    ['resource.refund.full'],
  ],
  [
    'a refund without an amount, by a success that shows nothing',
    refund(ofEnded(captured), {}),
    reply(200, {}),
    ['resource.refund.returns-payment'],
  ],
  [
    'a refund without an amount whose capture is unknown, by a success that shows nothing',
    refund(of(unknown), {}),
    reply(200, {}),
    ['resource.refund.returns-payment'],
  ],
  ['a capture', predictCapture(ofEnded(authorized), call({}), step), another, ['resource.capture.succeeds']],
  [
    'a capture, by a success that shows nothing',
    predictCapture(ofEnded(authorized), call({}), step),
    reply(200, {}),
    ['resource.capture.returns-payment'],
  ],
  [
    'a late close, by a success that shows nothing',
    predictClose(late(authorized), call({}), step),
    reply(200, {}),
    ['resource.close.returns-payment'],
  ],
  [
    'a late update, by a success that shows nothing',
    predictUpdate(late(captured), call({ description: 'd' }, 'PUT'), step),
    reply(200, {}),
    ['resource.update.returns-payment'],
  ],
])('%s breaks what was asked for', (_, outcomes, answer, rows) => {
  expect(accused(outcomes, answer)).toEqual(rows);
});
