import type { Json } from '../../engine/model.ts';
import { at } from '../../models/checks.ts';
import { renewalShowsAfterMs } from '../../models/legacy/payment/expiry.ts';
import type { LegacyState } from '../../models/legacy/payment/state.ts';
import { updateModel } from '../../models/legacy/update.ts';
import { updateRequest } from '../../spec/legacy/update.ts';
import { freshRef, orderRef, seeded } from '../data.ts';
import { onPayment } from './on-payment.ts';
import { formOf } from './requests.ts';
import { rewrites, sameOrder, type Drawn, type WireOrder } from './orders/rewrites.ts';
import { refusalOf } from './subjects.ts';

const aSecondLater = 'same order, a second later';

const ordinary = [
  'same order',
  'zeros for what is free',
  'new line',
  'replaced lines',
  'lowered',
  'repriced',
  'lines without ids',
  'order_ref only',
] as const;
const doubtful = [
  'edited line',
  'new discount',
  'inconsistent total',
  'without order_ref',
  'first order_ref',
  'another order_ref',
  'another order_ref only',
] as const;
const anyDrawn: Drawn = { title: 'item', amount: 1, ref: 'order-0' };

export const updateOperation = onPayment({
  model: updateModel,
  schema: updateRequest,
  forms: ['same order', 'order_ref only'],
  intents(payment) {
    const possible = (kind: string): boolean => rewrites[kind]?.(payment, anyDrawn) !== undefined;
    if (payment.state.is === 'close') {
      const kinds = ['same order', 'order_ref only', 'another order_ref only'].filter(possible);
      // Only the order that it has already can be refused for the state alone.
      return kinds.map((kind) => ({ kind, ...refusalOf(payment), weight: kind === 'same order' ? 5 : 1 }));
    }
    if (payment.unsure) return [];
    return [
      ...ordinary.filter(possible).map((kind) => ({ kind, ...(kind === 'order_ref only' && { weight: 2 }) })),
      // A plan asks for it once; random walks would spend their time on it.
      ...(payment.expires === undefined ? [] : [{ kind: aSecondLater, weight: 0 }]),
      ...doubtful.filter(possible).map((kind) => ({ kind, negative: true, weight: 0.5 })),
    ];
  },
  draw: (common) => (attempt, state, draw) => {
    const from = seeded(draw);
    const drawn = common(attempt, state, draw) as { readonly [key: string]: Json };
    const amount = from.number.int({ min: 1, max: 500 });
    return { ...drawn, title: from.commerce.productName(), amount, ref: orderRef(from) };
  },
  body(state, step) {
    const payment = state.payments[step.uses['payment'] ?? ''];
    if (payment === undefined) return { order: someOrder };
    const drawn = drawnOf(state, step.data);
    const mutated = formOf(step) !== step.kind;
    const rewrite = rewrites[formOf(step)] ?? sameOrder;
    const order = rewrite(payment, drawn) ?? (mutated ? sameOrder(payment, drawn) : undefined);
    return order && { order };
  },
  pauseMs: ({ kind }) => (kind === aSecondLater ? renewalShowsAfterMs : undefined),
  simpler: {
    [aSecondLater]: ['same order'],
    'zeros for what is free': ['same order'],
    'new line': ['same order'],
    'replaced lines': ['same order'],
    lowered: ['same order'],
    repriced: ['same order'],
    'lines without ids': ['same order'],
    'order_ref only': ['same order'],
    'first order_ref': ['same order'],
    'another order_ref': ['another order_ref only'],
  },
});

function drawnOf(state: LegacyState, data: Json | undefined): Drawn {
  const { title, amount, ref } = anyDrawn;
  const own = { title: at(data, ['title']), amount: at(data, ['amount']), ref: at(data, ['ref']) };
  return {
    title: typeof own.title === 'string' ? own.title : title,
    amount: typeof own.amount === 'number' ? own.amount : amount,
    ref: freshRef(state, typeof own.ref === 'string' ? own.ref : ref),
  };
}

/** An order for a payment that does not exist. */
const someOrder: WireOrder = {
  items: [{ item_id: 'i1', title: 'item', amount: 100, quantity: 1 }],
  total_amount: 100,
};
