import { describe, expect, it } from 'vitest';
import type { Json, Step } from '../../../engine/model.ts';
import { predictCapture } from '../../../models/resource/payments/capture.ts';
import { predictClose } from '../../../models/resource/payments/close.ts';
import { predictPassTime } from '../../../models/resource/payments/control.ts';
import { predictCreate } from '../../../models/resource/payments/create.ts';
import { predictRefund } from '../../../models/resource/payments/refund.ts';
import { predictUpdate } from '../../../models/resource/payments/update.ts';
import {
  initialState,
  type Payment,
  type ResourceState,
  type Token,
} from '../../../models/resource/state.ts';
import type { ApiCall, Reply } from '../../../models/wire.ts';
import { agreedBy } from '../../support/setups/agreed-choices.ts';
import { call, error, reply } from '../../support/setups/resource-replies.ts';
import {
  activeToken,
  authorizedPayment,
  capturedPayment,
  rejectedPayment,
} from '../../support/setups/resource-state.ts';
import { expiry, made, shownPayment as shown } from '../../support/setups/shown-payment.ts';

const authorized: Payment = { ...authorizedPayment, known: { expires_at: expiry } };
const closed: Payment = { ...capturedPayment, known: { expires_at: expiry } };
const rejected: Payment = { ...rejectedPayment, known: { expires_at: expiry } };
const step: Step = { id: 's9', operation: 'any', kind: 'any', uses: { payment: 's1', capture: 's2' } };
const of = (payment: Payment): ResourceState => ({
  ...initialState,
  payments: { s1: payment, s5: { ...authorized, id: 'pay_2' } },
});
/** The same once the clock was moved on account of another payment. */
const afterPassing = (payment: Payment, now?: string): ResourceState => {
  const [passed] = predictPassTime(of(payment), 'before', { ...step, uses: { payment: 's5' } });
  const moved = passed?.next(now === undefined ? undefined : reply(200, { now }));
  if (moved === undefined) throw new Error('no time has passed');
  return moved;
};
const past = '2026-02-01T00:00:00.000Z';
const before = '2026-01-30T23:40:00.000Z';

type Predict = (state: ResourceState, call: ApiCall, step: Step) => ReturnType<typeof predictCapture>;
const captured = (call_: ApiCall = call({})): [Predict, ApiCall] => [predictCapture, call_];
const forbidden = error(403, 'service.forbidden');
const expired = error(400, 'payment.authorization.expired');
const refund = call({ capture_id: 'cap_1' });
const partly: Payment = {
  ...authorized,
  captures: [{ step: 's2', id: 'cap_1', amount: '400', metadata: {} }],
};
const capture = (id: string, amount: number) => ({
  id,
  created_at: made,
  amount,
  tax: 0,
  shipping: 0,
  items: [],
  metadata: {},
});

/** A capture of which nothing was refunded. */
const afterNothing: Payment = {
  ...closed,
  refunds: [{ step: 's3', id: 'ref_1', capture: 's2', amount: '0', metadata: {} }],
};

describe('an open point of the resource interface', () => {
  it.each<[string, ResourceState, [Predict, ApiCall], Reply, object]>([
    [
      'the status of a capture of a REJECTED payment is known before its expiry',
      of(rejected),
      captured(),
      expired,
      { 'resource.capture.rejected-status': '400' },
    ],
    [
      'and not once it may be past that, where the error may be the one of an expiry',
      afterPassing(rejected),
      captured(),
      expired,
      {},
    ],
    [
      'but by any other error',
      afterPassing(rejected),
      captured(),
      forbidden,
      { 'resource.capture.rejected-status': '403' },
    ],
    [
      'the update of a REJECTED payment is known before its expiry',
      of(rejected),
      [predictUpdate, call({ description: 'new' }, 'PUT')],
      forbidden,
      { 'resource.update.rejected': 'refused' },
    ],
    [
      'and not by a refusal once it may be past that',
      afterPassing(rejected),
      [predictUpdate, call({ description: 'new' }, 'PUT')],
      forbidden,
      {},
    ],
    [
      'nor by a refusal of a null, which may be refused for itself',
      of(rejected),
      [predictUpdate, call({ description: null }, 'PUT')],
      forbidden,
      {},
    ],
    [
      'a close after the expiry is shown by a refusal for another cause than a closed payment',
      of({ ...authorized, moved: 'past' }),
      [predictClose, call({})],
      forbidden,
      { 'resource.close.after-expiry': 'refused' },
    ],
    [
      'and not by that of a closed payment, since the expiry may have closed it',
      of({ ...authorized, moved: 'past' }),
      [predictClose, call({})],
      error(409, 'service.conflict'),
      {},
    ],
    [
      'a refund after the expiry is told where the clock shows that it has passed',
      afterPassing(closed, past),
      [predictRefund, refund],
      forbidden,
      { 'resource.refund.after-expiry': 'refused' },
    ],
    [
      'and by its success',
      afterPassing(closed, past),
      [predictRefund, refund],
      shown({
        status: 'CLOSED',
        captures: [capture('cap_1', 1000)],
        refunds: [
          {
            id: 'ref_1',
            created_at: past,
            capture_id: 'cap_1',
            amount: 1000,
            reason: '',
            metadata: {},
          },
        ],
      }),
      { 'resource.refund.after-expiry': 'accepted' },
    ],
    [
      'and not where the clock was moved to shortly before it',
      afterPassing(closed, before),
      [predictRefund, refund],
      forbidden,
      {},
    ],
    [
      'a full refund after a part is shown by its refusal',
      of({ ...closed, refunds: [{ step: 's3', id: 'ref_1', capture: 's2', amount: '1', metadata: {} }] }),
      [predictRefund, refund],
      forbidden,
      { 'resource.refund.full-after-part': 'refused' },
    ],
    ['and not after a refund of nothing', of(afterNothing), [predictRefund, refund], forbidden, {}],
    ['nor where the clock is not known', afterPassing(closed), [predictRefund, refund], forbidden, {}],
  ])('%s', (_claim, state, [predict, request], answer, settled) => {
    expect(agreedBy(predict(state, request, step), answer)).toEqual(settled);
  });

  it.each<[string, Payment, object, object]>([
    [
      'is shown by a first capture of the whole',
      authorized,
      { status: 'CLOSED', captures: [capture('cap_2', 1000)] },
      { 'resource.capture.amount': 'full' },
    ],
    [
      'is shown by a first capture of a part',
      authorized,
      { status: 'AUTHORIZED', captures: [capture('cap_2', 400)] },
      { 'resource.capture.amount': 'part', 'resource.capture.partial-state': 'stays-authorized' },
    ],
    [
      'is not shown by a capture of all that a part has left',
      partly,
      { status: 'CLOSED', captures: [capture('cap_1', 400), capture('cap_2', 600)] },
      {},
    ],
  ])('the amount of a capture %s', (_claim, payment, after, settled) => {
    const answer = shown(after);
    expect(agreedBy(predictCapture(of(payment), call({}), step), answer)).toEqual(settled);
  });
});

describe('the creation of a payment', () => {
  const create = {
    token_id: 'tok_1',
    amount: 1000,
    currency: 'JPY',
    buyer_data: { user_id: 'user-1' },
    order: { items: [{ unit_price: 900, quantity: 1 }], tax: 100 },
    shipping_address: { zip: '100-0001', city: '千代田区' },
  };
  const by = (of_: Token, body: Json, answer: Reply) =>
    agreedBy(
      predictCreate({ ...initialState, tokens: { s1: of_ } }, call(body), { ...step, uses: { token: 's1' } }),
      answer,
    );
  const suspended: Token = { ...activeToken, status: { is: 'SUSPENDED', setBy: 'resource.token.status' } };

  it('with a suspended token shows the status of that only where nothing else is open about it', () => {
    expect(by(suspended, create, forbidden)).toEqual({ 'resource.create.suspended-token-status': '403' });
    expect(by(suspended, { ...create, amount: 999 }, forbidden)).toEqual({});
  });

  it('whose total is not the sum shows nothing of that when it is REJECTED, since any payment may be rejected', () => {
    const declined = (amount: number): Reply => shown({ status: 'REJECTED', amount });
    const choice = { 'resource.create.declined': 'rejected-payment' };
    expect(by(activeToken, create, declined(1000))).toMatchObject(choice);
    const choices = by(activeToken, { ...create, amount: 999 }, declined(999));
    expect(choices).toMatchObject(choice);
    expect(choices).not.toHaveProperty(['resource.create.inconsistent-total']);
    expect(by(activeToken, { ...create, amount: 999 }, forbidden)).toEqual({
      'resource.create.inconsistent-total': 'refused',
    });
  });
});

describe('the status of a close', () => {
  it('of a REJECTED payment is known', () => {
    expect(agreedBy(predictClose(of(rejected), call({}), step), forbidden)).toEqual({
      'resource.close.rejected-status': '403',
    });
  });
});
