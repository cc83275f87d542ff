import { describe, expect, it } from 'vitest';
import { missOf } from '../../../../engine/judge/miss.ts';
import type { Step } from '../../../../engine/model.ts';
import { predictGet } from '../../../../models/resource/payments/get.ts';
import { predictUpdate } from '../../../../models/resource/payments/update.ts';
import { predictMeetPayment } from '../../../../models/resource/replies/met.ts';
import { initialState, type Outcomes, type ResourceState } from '../../../../models/resource/state.ts';
import { predictAdoptToken } from '../../../../models/resource/tokens/control.ts';
import { predictTokenGet } from '../../../../models/resource/tokens/get.ts';
import { predictSuspend } from '../../../../models/resource/tokens/suspend.ts';
import type { Reply } from '../../../../models/wire.ts';
import { changingFieldFaults } from '../../../../reference/faults/changing-fields.ts';
import { malformedFieldFaults } from '../../../../reference/faults/malformed-fields.ts';
import type { HandlerReply } from '../../../../reference/seams.ts';
import { call, reply } from '../../../support/setups/resource-replies.ts';
import { made, shownPayment } from '../../../support/setups/shown-payment.ts';

const tea = { id: 'a', title: 'お茶', description: '緑', unit_price: 400, quantity: 2 };
const payment = shownPayment({
  description: '注文',
  store_name: '店',
  status: 'CLOSED',
  order: { items: [tea], tax: 100, shipping: 100, order_ref: 'order-1' },
  shipping_address: { zip: '100-0001', line1: '1', line2: '2', city: '千代田区', state: '東京都' },
  captures: [
    {
      id: 'cap_1',
      created_at: made,
      amount: 1000,
      tax: 100,
      shipping: 100,
      items: [tea],
      metadata: { a: 'b' },
    },
  ],
  refunds: [
    { id: 'ref_1', created_at: made, capture_id: 'cap_1', amount: 500, reason: '返品', metadata: { c: 'd' } },
  ],
  metadata: { e: 'f' },
});

const origin = { name1: '山田 太郎', name2: 'ヤマダ タロウ', email: 'a@consumer.test', phone: '08012345678' };
const shownToken = (fields: object): Reply =>
  reply(200, {
    id: 'tok_1',
    merchant_id: 'mer_1',
    wallet_id: 'default',
    status: 'ACTIVE',
    origin: { ...origin, address: null },
    description: '定期',
    kind: 'recurring',
    metadata: { a: 'b' },
    webhook_url: '',
    consumer_id: 'con_1',
    suspensions: [],
    test: true,
    version_nr: 1,
    created_at: made,
    updated_at: made,
    activated_at: made,
    deleted_at: null,
    ...fields,
  });
const suspension = { timestamp: made, authority: 'merchant' };
const token = shownToken({});
const suspended = shownToken({ status: 'SUSPENDED', suspensions: [suspension], version_nr: 2 });

const of = (role: string): Step => ({ id: 's9', operation: 'any', kind: 'any', uses: { [role]: 's1' } });
const first: Step = { id: 's1', operation: 'any', kind: 'any', uses: {} };

/** The state behind the outcome that a reply fits. Throws an Error where it fits none. */
function after(outcomes: Outcomes, answer: Reply): ResourceState {
  const fitting = outcomes.find((outcome) => missOf(outcome, answer) === undefined);
  if (fitting === undefined) throw new Error('no outcome fits');
  return fitting.next(answer);
}

/** The rules that a reply accuses, by the nearest outcome; none where it fits one. */
function accused(outcomes: Outcomes, answer: Reply): readonly string[] {
  const misses = outcomes.map((outcome) => missOf(outcome, answer));
  if (misses.includes(undefined)) return [];
  const [nearest] = misses.flatMap((miss) => miss ?? []).toSorted((a, b) => a.distance - b.distance);
  return [...new Set(nearest?.breaches.map(({ rule }) => rule))];
}

const get = { ...call(undefined, 'GET'), operation: 'get', path: '/payments/pay_1' } as const;
const getToken = { ...get, operation: 'token-get', path: '/tokens/tok_1' } as const;
const afterReads = (shown: Reply = payment): ResourceState =>
  after(
    predictMeetPayment(initialState, get, first, () => 's2'),
    shown,
  );
const adopted = after(predictAdoptToken(initialState, getToken, first, 'tok_1', true), token);
const suspending = call({ reason: { code: 'general', description: 'x' } });
const afterSuspension = after(predictSuspend(adopted, suspending, of('token')), suspended);
const readSuspended = after(predictTokenGet(afterSuspension, getToken, of('token')), suspended);

/** The reply as a fault shows it. */
function wrong(answer: Reply, id: string, operation: string): Reply {
  const wrapper = [...changingFieldFaults, ...malformedFieldFaults].find((fault) => fault.id === id)?.reply?.[
    operation
  ];
  const sound: HandlerReply = { http: answer.http, body: answer.body as HandlerReply['body'] };
  const context = { operation, request: {}, nth: 1, nthOfRecord: 1 };
  return { ...answer, body: wrapper?.(sound, context).body };
}

const derived = (operation: string) =>
  changingFieldFaults
    .filter(({ reply: wrappers }) => wrappers?.[operation] !== undefined)
    .map(({ id, requirement }) => [id, requirement] as const);

/** Reads may raise them, so that only a third read shows a fall. */
const raised = ['resource-token-version-nr-changes-on-read', 'resource-token-updated-at-changes-on-read'];

describe('a read that shows another value than the read before it', () => {
  it.each(derived('payments.get'))('breaks the row of %s, %s', (id, row) => {
    expect(accused(predictGet(afterReads(), get, of('payment')), payment)).toEqual([]);
    expect(accused(predictGet(afterReads(), get, of('payment')), wrong(payment, id, 'payments.get'))).toEqual(
      [row],
    );
  });

  it.each(derived('tokens.get').filter(([id]) => !raised.includes(id)))(
    'breaks the row of %s, %s',
    (id, row) => {
      const state = id.includes('suspension') ? readSuspended : adopted;
      const shown = id.includes('suspension') ? suspended : token;
      expect(accused(predictTokenGet(state, getToken, of('token')), shown)).toEqual([]);
      expect(accused(predictTokenGet(state, getToken, of('token')), wrong(shown, id, 'tokens.get'))).toEqual([
        row,
      ]);
    },
  );
});

const malformed = (operation: string) =>
  malformedFieldFaults
    .filter(({ reply: wrappers }) => wrappers?.[operation] !== undefined)
    .map(({ id, requirement }) => [id, requirement] as const);

/** It is null as long as the token is not deleted. */
const unset = 'resource-token-deleted-at-of-other-type';

describe('a malformed field of a read', () => {
  it.each(malformed('payments.get'))('accuses, as %s, %s', (id, row) => {
    const answer = wrong(payment, id, 'payments.get');
    // A later read is compared with the first one: where it differs, that is heavier than its form.
    const reads = [
      predictMeetPayment(initialState, get, first, () => 's2'),
      predictGet(afterReads(), get, of('payment')),
    ];
    expect(reads.flatMap((outcomes) => accused(outcomes, payment))).toEqual([]);
    expect(reads.flatMap((outcomes) => accused(outcomes, answer))).toContain(row);
  });

  it.each(malformed('tokens.get').filter(([id]) => id !== unset))('accuses, as %s, %s', (id, row) => {
    const isOfSuspension = id.includes('suspension');
    const answer = wrong(isOfSuspension ? suspended : token, id, 'tokens.get');
    const state = isOfSuspension ? readSuspended : adopted;
    expect(accused(predictTokenGet(state, getToken, of('token')), answer)).toContain(row);
  });
});

describe('a reply to a change that shows another value of what it does not change', () => {
  it.each(derived('payments.update'))('breaks the row of %s, %s', (id, row) => {
    const outcomes = predictUpdate(afterReads(), call({ order_ref: 'order-1' }, 'PUT'), of('payment'));
    expect(accused(outcomes, payment)).toEqual([]);
    expect(accused(outcomes, wrong(payment, id, 'payments.update'))).toEqual([row]);
  });

  it.each(derived('tokens.suspend'))('breaks the row of %s, %s', (id, row) => {
    const outcomes = predictSuspend(adopted, suspending, of('token'));
    expect(accused(outcomes, suspended)).toEqual([]);
    expect(accused(outcomes, wrong(suspended, id, 'tokens.suspend'))).toEqual([row]);
  });
});

describe('a field that had no value', () => {
  const bare = {
    store_name: null,
    order: { items: [{ unit_price: 900, quantity: 1 }], tax: null, shipping: 0 },
  };

  it.each([
    ['is missing', { description: undefined, metadata: undefined }],
    [
      'is null or empty',
      { description: '', metadata: null, order: { ...bare.order, tax: 0, order_ref: '' } },
    ],
    ['gets the name of the store', { store_name: '店' }],
    [
      'gets a label of an item',
      { order: { ...bare.order, items: [{ ...bare.order.items[0], title: '商品' }] } },
    ],
  ])('may be shown otherwise: it %s', (_how, shown) => {
    const state = afterReads(shownPayment(bare));
    expect(accused(predictGet(state, get, of('payment')), shownPayment({ ...bare, ...shown }))).toEqual([]);
  });

  it.each([
    ['description', { description: '注文' }],
    ['order_ref', { order: { ...bare.order, order_ref: 'order-1' } }],
    ['tax', { order: { ...bare.order, tax: 5 } }],
    ['line1', { shipping_address: { zip: '100-0001', city: '千代田区', line1: '1' } }],
  ])('has one later that nobody has set: %s', (_name, shown) => {
    const state = afterReads(shownPayment(bare));
    expect(accused(predictGet(state, get, of('payment')), shownPayment({ ...bare, ...shown }))).toEqual([
      'resource.get.changes-nothing',
    ]);
  });
});

describe('the same value in another notation', () => {
  it.each([
    ['an instant with fewer digits', { created_at: '2026-01-01T00:00:00Z' }],
    ['an instant with an offset', { expires_at: '2026-01-31T00:00:00+00:00' }],
    ['a name with a full-width space', { buyer: { ...origin, name1: '山田\u3000太郎' } }],
    ['a phone in the international form', { buyer: { ...origin, phone: '+81 80-1234-5678' } }],
    ['a status in lower case', { status: 'closed' }],
    [
      'items in another order of fields',
      { order: { order_ref: 'order-1', shipping: 100, tax: 100, items: [tea] } },
    ],
  ])('breaks nothing: %s', (_how, shown) => {
    const answer = { ...payment, body: { ...(payment.body as object), ...shown } };
    expect(accused(predictGet(afterReads(), get, of('payment')), answer)).toEqual([]);
  });
});
