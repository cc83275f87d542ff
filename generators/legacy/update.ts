import { numberForms } from '../request-mutations.ts';
import type { Json, Step } from '../../engine/model.ts';
import { at } from '../../models/checks.ts';
import { renewalShowsAfterMs } from '../../models/legacy/payment/expiry.ts';
import type { LegacyState, Payment } from '../../models/legacy/payment/state.ts';
import { updateModel } from '../../models/legacy/update.ts';
import { updateRequest } from '../../spec/legacy/update.ts';
import { freshRef, orderRef, seeded } from '../data.ts';
import { isOfTexts, textKinds, withTexts, type TextFields } from '../inputs/texts.ts';
import { onPayment } from './on-payment.ts';
import { linesOf, refOf, withLines } from './orders/sent.ts';
import { formOf, isRefusedUnread } from './requests.ts';
import { refusalOf } from './subjects.ts';
import { Big } from 'big.js';
import { isMore, isSame } from '../../models/legacy/payment/amounts.ts';

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
/** Its texts. What a line is called shows in captures alone, what the order is called in each read. */
const texts: TextFields = { texts: ['order.items.title'], ids: ['order.order_ref'] };
const ofTitles = textKinds({ texts: texts.texts ?? [] });
const ofRefs = textKinds({ ids: texts.ids ?? [] });
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
    if (payment.amountUnknown) return [];
    return [
      ...ordinary.filter(possible).map((kind) => ({ kind, ...(kind === 'order_ref only' && { weight: 2 }) })),
      // A plan asks for it once; random walks would spend their time on it.
      ...(payment.expires === undefined ? [] : [{ kind: aSecondLater, weight: 0 }]),
      ...doubtful.filter(possible).map((kind) => ({ kind, negative: true, weight: 0.5 })),
    ];
  },
  unusual: (payment) => {
    // A line that was captured is not edited.
    const titles = untouched(payment) ? ofTitles : [];
    const numbers = numberForms.map(({ kind }) => kind);
    return [...numbers, ...titles, ...(refOf(payment).order_ref === undefined ? ofRefs : [])];
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
    const ofText = ofRefs.includes(step.kind) ? 'order_ref only' : 'same order';
    const form = isOfTexts(step.kind) ? ofText : formOf(step);
    const order = (rewrites[form] ?? sameOrder)(payment, drawn) ?? instead(step, payment, drawn);
    return order && withTexts({ order }, step.kind, texts);
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

/** The order of a mutated request whose form does not fit the payment: of that form all the same, where it is refused unread. */
function instead(step: Step, payment: Payment, drawn: Drawn): SentOrder | undefined {
  if (formOf(step) === step.kind) return undefined;
  return isRefusedUnread(step.kind) ? { order_ref: drawn.ref } : sameOrder(payment, drawn);
}

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
const someOrder: SentOrder = {
  items: [{ item_id: 'i1', title: 'item', amount: 100, quantity: 1 }],
  total_amount: 100,
};

/** An order as it is sent. */
type SentOrder = { readonly [key: string]: Json };
/** The order after the rewrite; undefined when it is impossible. */
type Rewrite = (payment: Payment, drawn: Drawn) => SentOrder | undefined;

/** The literals that an update may need. */
interface Drawn {
  readonly title: string;
  readonly amount: number;
  readonly ref: string;
}

const noneDrawn: Drawn = { title: '', amount: 0, ref: '' };

/** The order that the payment has. */
const sameOrder: Rewrite = (payment) => withLines(payment, linesOf(payment));
const untouched = (payment: Payment): boolean => isSame(payment.taken.amount, '0');

/** What each intent makes of the order of a payment. */
const rewrites: Readonly<Record<string, Rewrite>> = {
  'same order': sameOrder,
  // The order that the payment has, with a 0 for tax and shipping that are not charged: for one of them or for both.
  'zeros for what is free': (payment, drawn) => {
    const free = (['tax', 'shipping'] as const).filter((name) => isSame(payment.order[name], '0'));
    if (free.length === 0) return undefined;
    const which = free.length === 1 ? undefined : free[drawn.amount % 3];
    const zeros = Object.fromEntries(free.flatMap((name) => ((which ?? name) === name ? [[name, 0]] : [])));
    return { ...sameOrder(payment, drawn), ...zeros };
  },
  'new line': (payment, { title, amount }) => {
    const lines = linesOf(payment);
    // Two added lines show all that adding can show.
    if (lines.some((line) => line.item_id === 'x2')) return undefined;
    const id = lines.some((line) => line.item_id === 'x1') ? 'x2' : 'x1';
    return withLines(payment, [...lines, { item_id: id, title, amount, quantity: 1 }]);
  },
  'replaced lines': (payment, { title, amount }) => {
    if (!untouched(payment)) return undefined;
    const whole = new Big(payment.order.total);
    const extra = whole.div(4).round(0, Big.roundDown);
    return {
      items: [{ item_id: 'r1', title, amount: whole.minus(extra).toNumber(), quantity: 1 }],
      [amount % 3 === 0 ? 'tax' : 'shipping']: extra.toNumber(),
      total_amount: whole.toNumber(),
      ...refOf(payment),
    };
  },
  lowered: (payment) => {
    const line = payment.order.items.find((one) => one.quantity > 1 && isMore(one.amount, '0'));
    if (!untouched(payment) || line === undefined) return undefined;
    if (!isMore(new Big(payment.order.total).minus(line.amount).toFixed(), '0')) return undefined;
    return withLines(
      payment,
      linesOf(payment).map((one) =>
        one.item_id === line.item ? { ...one, quantity: one.quantity - 1 } : one,
      ),
    );
  },
  // The same lines, one of them a yen cheaper: what is captured of it afterwards goes by the new price.
  repriced: (payment) => {
    const line = payment.order.items.find((one) => isMore(one.amount, '2'));
    if (!untouched(payment) || line === undefined) return undefined;
    const cheaper = linesOf(payment).map((one) =>
      one.item_id === line.item ? { ...one, amount: new Big(line.amount).minus(1).toNumber() } : one,
    );
    const order = withLines(payment, cheaper);
    return order.total_amount > 0 ? order : undefined;
  },
  // Tax and shipping become part of a line, so that all that may be left out is.
  'lines without ids': (payment, { title }) =>
    untouched(payment)
      ? {
          items: [{ title, amount: Number(payment.order.total), quantity: 1 }],
          total_amount: Number(payment.order.total),
          ...refOf(payment),
        }
      : undefined,
  'order_ref only': (payment, { ref }) =>
    refOf(payment).order_ref === undefined ? { order_ref: ref } : undefined,
  'first order_ref': (payment, { ref }) =>
    payment.orderRefAtAuthorize === undefined && payment.orderRef.is === null
      ? { ...sameOrder(payment, noneDrawn), order_ref: ref }
      : undefined,
  'another order_ref only': (payment, { ref }) =>
    refOf(payment).order_ref === undefined ? undefined : { order_ref: ref },
  'edited line': (payment) =>
    untouched(payment)
      ? undefined
      : withLines(
          payment,
          linesOf(payment).map((line, index) =>
            index === 0 ? { ...line, quantity: line.quantity + 1 } : line,
          ),
        ),
  // Extra charges are added as new lines; whether a reduction may be is not shown. The least one, so that something stays to be captured.
  'new discount': (payment, { title }) => {
    const lines = linesOf(payment);
    const left = new Big(payment.order.total).minus(payment.taken.amount);
    if (untouched(payment) || left.lte(1) || lines.some(({ item_id: id }) => id === 'off')) return undefined;
    return withLines(payment, [...lines, { item_id: 'off', title, amount: -1, quantity: 1 }]);
  },
  // A yen less than the parts: a raised total may be refused for that.
  'inconsistent total': (payment) =>
    untouched(payment) && isMore(payment.order.total, '1')
      ? {
          ...withLines(payment, linesOf(payment)),
          total_amount: new Big(payment.order.total).minus(1).toNumber(),
        }
      : undefined,
  'without order_ref': (payment) => {
    if (payment.orderRefAtAuthorize === undefined) return undefined;
    return Object.fromEntries(
      Object.entries(withLines(payment, linesOf(payment))).filter(([name]) => name !== 'order_ref'),
    );
  },
  'another order_ref': (payment, { ref }) =>
    payment.orderRefAtAuthorize === undefined
      ? undefined
      : { ...withLines(payment, linesOf(payment)), order_ref: ref },
};
