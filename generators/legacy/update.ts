import { Big } from 'big.js';
import type { Attempt, Draw, Json, Step } from '../../engine/model.ts';
import { at } from '../../models/checks.ts';
import { isMore, isSame } from '../../models/legacy/amounts.ts';
import { isNamed } from '../../models/legacy/order.ts';
import type { LegacyState, Payment } from '../../models/legacy/state.ts';
import type { ApiCall } from '../../models/wire.ts';
import { updateRequest } from '../../spec/legacy/update.ts';
import { freshRef, orderRef, seeded, total } from '../data.ts';
import { borrowedChecksums } from './checksums.ts';
import { bodiesOf, drawForm, drawRequest, formOf, request, simplerKinds, spoiled } from './requests.ts';
import { foreign, neverIssued, readBack, refusalOf, subjectOf } from './subjects.ts';

type WireOrder = { readonly [key: string]: Json };
type Rewrite = (payment: Payment, drawn: Drawn) => WireOrder | undefined;

/** The literals that an update may need. */
interface Drawn {
  readonly title: string;
  readonly amount: number;
  readonly ref: string;
}

const bad = bodiesOf(updateRequest);
const ordinary = [
  'same order',
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
  'another order_ref',
  'another order_ref only',
] as const;
const anyDrawn: Drawn = { title: 'item', amount: 1, ref: 'order-0' };

export const updateGenerator = {
  attempts(state: LegacyState): readonly Attempt[] {
    const payments = Object.entries(state.payments);
    const known = payments.flatMap(([key, payment]): readonly Attempt[] => {
      const uses = { payment: key };
      const wrong: readonly Attempt[] = [...spoiled(uses, bad), ...borrowedChecksums(key, state)];
      const possible = (kind: string): boolean => rewrites[kind]?.(payment, anyDrawn) !== undefined;
      if (payment.state.is === 'close') {
        const kinds = ['same order', 'order_ref only', 'another order_ref only'].filter(possible);
        // Only the order that it has already can be refused for the state alone.
        return [
          ...kinds.map((kind) => ({
            kind,
            uses,
            ...refusalOf(payment),
            weight: kind === 'same order' ? 5 : 1,
          })),
          ...wrong,
        ];
      }
      if (payment.unsure) return wrong;
      return [
        ...ordinary
          .filter(possible)
          .map((kind) => ({ kind, uses, ...(kind === 'order_ref only' && { weight: 2 }) })),
        ...doubtful.filter(possible).map((kind) => ({ kind, uses, negative: true, weight: 0.5 })),
        ...wrong,
      ];
    });
    return [...known, ...foreign(state)];
  },

  draw(attempt: Attempt, _state: LegacyState, draw: Draw): Json {
    const from = seeded(draw);
    const drawn = {
      ...drawRequest(attempt, draw, bad),
      ...drawForm(attempt, draw, ['same order', 'order_ref only']),
    };
    const id = attempt.kind === 'id never issued' ? { id: neverIssued(draw) } : {};
    const amount = from.number.int({ min: 1, max: 500 });
    return { ...drawn, ...id, title: from.commerce.productName(), amount, ref: orderRef(from) };
  },

  resolve(state: LegacyState, step: Step): ApiCall | undefined {
    const subject = subjectOf(state, step);
    if (subject === undefined) return undefined;
    const payment = state.payments[step.uses['payment'] ?? ''];
    const rewrite = rewrites[formOf(step)] ?? sameOrder;
    const drawn = drawnOf(state, step.data);
    const spoilt = formOf(step) !== step.kind;
    const order =
      payment === undefined
        ? someOrder
        : (rewrite(payment, drawn) ?? (spoilt ? sameOrder(payment, drawn) : undefined));
    if (order === undefined) return undefined;
    return request(step, 'update', { payment_id: subject.id, order }, subject.of, bad);
  },

  readBack,

  simpler: (step: Step): readonly Step[] =>
    simplerKinds(step, {
      'new line': ['same order'],
      'replaced lines': ['same order'],
      lowered: ['same order'],
      repriced: ['same order'],
      'lines without ids': ['same order'],
      'order_ref only': ['same order'],
      'another order_ref': ['another order_ref only'],
    }),
};

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

function linesOf({ order }: Payment) {
  return order.items.map((line) => ({
    ...(isNamed(line.item) && { item_id: line.item }),
    title: line.title,
    amount: Number(line.amount),
    quantity: line.quantity,
  }));
}

/** The order with these lines, its own tax, shipping and order_ref, and the total that follows. */
function withLines(payment: Payment, items: ReturnType<typeof linesOf>): WireOrder {
  const { tax, shipping } = payment.order;
  const parts = {
    items,
    ...(isSame(tax, '0') ? {} : { tax: Number(tax) }),
    ...(isSame(shipping, '0') ? {} : { shipping: Number(shipping) }),
  };
  return { ...parts, total_amount: total(parts), ...refOf(payment) };
}

function refOf({ orderRef: { is } }: Payment): { readonly order_ref?: string } {
  return is === null ? {} : { order_ref: is };
}

const sameOrder: Rewrite = (payment) => withLines(payment, linesOf(payment));
const untouched = (payment: Payment): boolean => isSame(payment.taken.amount, '0');

const rewrites: Readonly<Record<string, Rewrite>> = {
  'same order': sameOrder,
  'new line': (payment, { title, amount }) => {
    const lines = linesOf(payment);
    // Two added lines show all that adding can show.
    if (lines.some((line) => line.item_id === 'x2')) return undefined;
    const id = lines.some((line) => line.item_id === 'x1') ? 'x2' : 'x1';
    return withLines(payment, [...lines, { item_id: id, title, amount, quantity: 1 }]);
  },
  'replaced lines': (payment, { title }) => {
    if (!untouched(payment)) return undefined;
    const whole = new Big(payment.order.total);
    const shipping = whole.div(4).round(0, Big.roundDown);
    return {
      items: [{ item_id: 'r1', title, amount: whole.minus(shipping).toNumber(), quantity: 1 }],
      shipping: shipping.toNumber(),
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
    return Number(order['total_amount']) > 0 ? order : undefined;
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
  'inconsistent total': (payment) =>
    untouched(payment)
      ? { ...withLines(payment, linesOf(payment)), total_amount: Number(payment.order.total) + 1 }
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
