import type { Attempt, Json } from '../../engine/model.ts';
import { aboutPayment } from '../../models/legacy/about-payment.ts';
import { updateModel } from '../../models/legacy/update.ts';
import { at } from '../../models/checks.ts';
import type { LegacyState } from '../../models/legacy/state.ts';
import { updateRequest } from '../../spec/legacy/update.ts';
import { freshRef, orderRef, seeded } from '../data.ts';
import { borrowedChecksums } from './checksums.ts';
import type { Shape } from './operations.ts';
import {
  bodiesOf,
  drawForm,
  drawRequest,
  formOf,
  request,
  simplerKinds,
  mutatedAttempts,
} from './requests.ts';
import { rewrites, sameOrder, type Drawn, type WireOrder } from './rewrites.ts';
import { foreign, neverIssued, refusalOf, subjectOf } from './subjects.ts';

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

export const updateOperation: Shape = {
  name: 'update',

  attempts(state) {
    const payments = Object.entries(state.payments);
    const known = payments.flatMap(([key, payment]): readonly Attempt[] => {
      const uses = { payment: key };
      const wrong: readonly Attempt[] = [...mutatedAttempts(uses, bad), ...borrowedChecksums(key, state)];
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

  draw(attempt, _state, draw) {
    const from = seeded(draw);
    const drawn = {
      ...drawRequest(attempt, draw, bad),
      ...drawForm(attempt, draw, ['same order', 'order_ref only']),
    };
    const id = attempt.kind === 'id never issued' ? { id: neverIssued(draw) } : {};
    const amount = from.number.int({ min: 1, max: 500 });
    return { ...drawn, ...id, title: from.commerce.productName(), amount, ref: orderRef(from) };
  },

  resolve(state, step) {
    const subject = subjectOf(state, step);
    if (subject === undefined) return undefined;
    const payment = state.payments[step.uses['payment'] ?? ''];
    const rewrite = rewrites[formOf(step)] ?? sameOrder;
    const drawn = drawnOf(state, step.data);
    const mutated = formOf(step) !== step.kind;
    const order =
      payment === undefined
        ? someOrder
        : (rewrite(payment, drawn) ?? (mutated ? sameOrder(payment, drawn) : undefined));
    if (order === undefined) return undefined;
    return request(step, 'update', { payment_id: subject.id, order }, subject.of, bad);
  },

  simpler: (step) =>
    simplerKinds(step, {
      'new line': ['same order'],
      'replaced lines': ['same order'],
      lowered: ['same order'],
      repriced: ['same order'],
      'lines without ids': ['same order'],
      'order_ref only': ['same order'],
      'another order_ref': ['another order_ref only'],
    }),

  predict: aboutPayment(updateModel),
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
