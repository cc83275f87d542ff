import { checksOf } from '../../../engine/judge/miss.ts';
import { describe, expect, it } from 'vitest';
import type { Json, Step } from '../../../engine/model.ts';
import { predictCapture } from '../../../models/resource/payments/capture.ts';
import { predictClose } from '../../../models/resource/payments/close.ts';
import { predictRefund } from '../../../models/resource/payments/refund.ts';
import { predictUpdate } from '../../../models/resource/payments/update.ts';
import { initialState, type Payment, type ResourceState } from '../../../models/resource/state.ts';
import type { Reply } from '../../../models/wire.ts';
import { call, reply } from '../../support/setups/resource-replies.ts';

const at = '2026-11-20T10:00:00.000Z';
const shown = {
  id: 'pay_1',
  created_at: at,
  expires_at: '2026-12-20T10:00:00.000Z',
  amount: 1000,
  currency: 'JPY',
  description: 'as sent',
  store_name: null,
  test: true,
  status: 'AUTHORIZED',
  tier: 'classic',
  buyer: { name1: '山田 太郎', name2: 'ヤマダ タロウ', email: 'a@consumer.test', phone: '08012345678' },
  order: { items: [], tax: null, shipping: null, order_ref: 'A-1' },
  shipping_address: null,
  captures: [] as readonly Json[],
  refunds: [] as readonly Json[],
  metadata: { one: '1' },
};
const captures = [
  { id: 'cap_1', created_at: at, amount: 1000, tax: 0, shipping: 0, items: [], metadata: {} },
];
const refunds = [
  { id: 'ref_1', created_at: at, capture_id: 'cap_1', amount: 1000, reason: '', metadata: {} },
];
const made: Payment = {
  id: 'pay_1',
  status: { is: 'AUTHORIZED', setBy: 'resource.payment.status' },
  seen: true,
  after: 'read',
  amount: '1000',
  description: { is: 'as sent', setBy: 'resource.payment.description' },
  orderRef: { is: 'A-1', setBy: 'resource.order.order-ref' },
  metadata: { is: { one: '1' }, setBy: 'resource.payment.metadata' },
  captures: [],
  refunds: [],
};

const step: Step = { id: 's9', operation: 'any', kind: 'any', uses: { payment: 's1', capture: 's2' } };

/** The rules that the nearest outcome accuses. */
function accused(outcomes: ReturnType<typeof predictClose>, answer: Reply): readonly string[] {
  const [fewest] = outcomes
    .map((outcome) =>
      checksOf(outcome)
        .flatMap((check) => check.test(answer))
        .map(({ rule }) => rule),
    )
    .toSorted((one, other) => one.length - other.length);
  return fewest ?? [];
}

/** The payment after an update of all its fields, or of none but its description, that was answered as it must be. */
function updated(body: { readonly [name: string]: Json }): ResourceState {
  const { order_ref: reference = 'A-1', ...others } = body;
  const answer = { ...shown, ...others, order: { ...shown.order, order_ref: reference } };
  const [outcome] = predictUpdate({ ...initialState, payments: { s1: made } }, call(body, 'PUT'), step);
  if (outcome === undefined) throw new Error('an update has an outcome');
  expect(accused([outcome], reply(200, answer))).toEqual([]);
  return outcome.next(reply(200, answer));
}

const isClosed = { status: 'CLOSED' };
const changes = {
  close: (state: ResourceState, differs: object) =>
    accused(predictClose(state, call({}), step), reply(200, { ...shown, ...isClosed, ...differs })),
  capture: (state: ResourceState, differs: object) =>
    accused(
      predictCapture(state, call({}), step),
      reply(200, { ...shown, ...isClosed, captures, ...differs }),
    ),
  refund(state: ResourceState, differs: object) {
    const [payment] = Object.values(state.payments);
    const captured: Payment = {
      ...(payment ?? made),
      status: { is: 'CLOSED', setBy: 'resource.capture.full-closes' },
      captures: [{ step: 's2', id: 'cap_1', amount: '1000', metadata: {} }],
    };
    return accused(
      predictRefund({ ...state, payments: { s1: captured } }, call({ capture_id: 'cap_1' }), step),
      reply(200, { ...shown, ...isClosed, captures, refunds, ...differs }),
    );
  },
};

describe.each(Object.entries(changes))('a %s after an update', (_name, change) => {
  const all = { description: 'new', metadata: { two: '2' }, order_ref: 'B-2' };
  const kept = { description: 'new', metadata: { two: '2' }, order: { ...shown.order, order_ref: 'B-2' } };

  it('that keeps what the update has set accuses nothing', () => {
    expect(change(updated(all), kept)).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['metadata', { metadata: {} }, 'resource.payment.metadata'],
    ['a description', { description: '' }, 'resource.payment.description'],
    ['an order_ref', { order: { ...shown.order, order_ref: '' } }, 'resource.order.order-ref'],
  ])('that loses %s breaks the rule of the field, not that of the update', (_field, differs, rule) => {
    expect(change(updated(all), { ...kept, ...differs })).toEqual([rule]);
  });

  it.each<[string, object, string[]]>([
    [
      'metadata',
      { metadata: shown.metadata },
      ['resource.payment.metadata', 'resource.update.metadata-replaced'],
    ],
    [
      'description',
      { description: shown.description },
      ['resource.payment.description', 'resource.update.description'],
    ],
    ['order_ref', { order: shown.order }, ['resource.order.order-ref', 'resource.update.order-ref']],
  ])(
    'that shows the %s of before breaks the rule of the update too, which may not have been kept',
    (_field, old, rules) => {
      expect(change(updated(all), { ...kept, ...old })).toEqual(rules);
    },
  );

  it('that loses what the update did not name does not break the rule about that', () => {
    const description = 'new';
    expect(change(updated({ description }), { description, metadata: {} })).toEqual([
      'resource.payment.metadata',
    ]);
  });
});

describe('Japanese text in a reply to an update that does not name it', () => {
  const sent = 'お届け先は東京です';
  const state: ResourceState = {
    ...initialState,
    payments: { s1: { ...made, description: { is: sent, setBy: 'resource.payment.description' } } },
  };
  const after = (description: string | null | undefined) =>
    accused(
      predictUpdate(state, call({ order_ref: 'B-2' }, 'PUT'), step),
      reply(200, { ...shown, description, order: { ...shown.order, order_ref: 'B-2' } }),
    );

  it.each(['', null, undefined])(
    'that is gone, shown as %j, breaks the rule of the update and not that of the encoding',
    (gone) => {
      expect(after(gone)).toEqual(['resource.update.others-untouched']);
    },
  );

  it.each(['?????????', 'ãŠå±Šã‘å…ˆ', '��です'])(
    'that is shown as %s breaks that of the encoding',
    (wrong) => {
      expect(after(wrong)).toContain('resource.http.utf-8');
    },
  );

  it('with a character beyond the basic plane that is gone does not break that of the encoding', () => {
    const astral = { description: { is: '𠮷野家', setBy: 'resource.payment.description' } };
    const rules = accused(
      predictUpdate(
        { ...state, payments: { s1: { ...made, ...astral } } },
        call({ order_ref: 'B-2' }, 'PUT'),
        step,
      ),
      reply(200, { ...shown, description: '', order: { ...shown.order, order_ref: 'B-2' } }),
    );
    expect(rules).toEqual(['resource.update.others-untouched']);
  });
});
