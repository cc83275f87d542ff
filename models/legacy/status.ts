import type { Check } from '../../engine/model.ts';
import { authorize } from '../../spec/legacy/authorize.ts';
import { legacyLatitudes as open } from '../../spec/legacy/latitudes/latitudes.ts';
import { status as rules } from '../../spec/legacy/status.ts';
import {
  at,
  check,
  decimalEquals,
  equals,
  field,
  isNumber,
  isString,
  shownOf,
  textOf,
  judged,
  breachesOf,
} from '../checks.ts';
import { choose } from '../choose.ts';
import type { ApiCall, Reply } from '../wire.ts';
import { isSame } from './payment/amounts.ts';
import { expiresChecks, sinceMoved, writtenIn } from './payment/expiry.ts';
import { append, type LegacyOutcome } from './replies/outcome.ts';
import { accusedBy, statusOf, succeeded } from './replies/replies.ts';
import { aboutChecks, provenChecksum } from './payment/payment-checks.ts';
import { withPayment, type Fact, type Payment, type PaymentState } from './payment/state.ts';
import type { PaymentModel, Subject } from './subject.ts';

/** Status shows a payment and changes nothing (legacy, Endpoints, Status). */
export const statusModel: PaymentModel = {
  operation: 'status',
  rules,
  predict(subject) {
    const { payment } = subject;
    const certain = amounts(subject, payment.state);
    const { is, staysOpen } = payment.state;
    if (payment.amountUnknown === undefined || is === 'close' || staysOpen) return certain;
    const closed: PaymentState = { is: 'close', setBy: payment.state.setBy, seen: false };
    return [...certain, ...amounts(subject, closed)];
  },
};

/** Forks over whether the amount follows an update, and over open points of form. */
function amounts(subject: Subject, standing: PaymentState): readonly LegacyOutcome[] {
  const { payment } = subject;
  const as = (amount: Fact<string> | undefined) => forms(subject, standing, amount);
  const { authorized, order, amount } = payment;
  if (amount !== undefined || payment.amountUnknown) return as(amount);
  const settled = (is: string): Fact<string> => ({ is, setBy: authorize.amount.id });
  if (isSame(authorized, order.total)) return as(settled(authorized));
  return choose(open.statusAmount, {
    updated: as(settled(order.total)),
    authorized: as(settled(authorized)),
  });
}

function forms(
  subject: Subject,
  standing: PaymentState,
  amount: Fact<string> | undefined,
): readonly LegacyOutcome[] {
  const { state, payment } = subject;
  const base = shownAs(subject, standing, amount);
  if (payment.expires === undefined) {
    if (payment.authorization === undefined || payment.clock === undefined) return [base];
    const zone = (name: 'UTC' | 'JST' | 'other') => append(base, writtenIn(name, state, payment));
    return choose(open.expiresZone, { UTC: zone('UTC'), JST: zone('JST'), other: zone('other') });
  }
  if (payment.orderRef.is !== null || payment.noOrderRefSeen || payment.amountUnknown) return [base];
  return choose(open.noOrderRef, {
    absent: append(base, noRef('absent', undefined)),
    null: append(base, noRef('null', null)),
    empty: append(base, noRef('empty', '')),
  });
}

function noRef(expected: string, value: unknown): Check<Reply> {
  return field(
    rules.orderRef.id,
    'order_ref',
    judged((received) => received === value, expected),
    {
      countsAsEvidence: false,
    },
  );
}

function shownAs(
  { state, call, key, payment }: Subject,
  standing: PaymentState,
  amount: Fact<string> | undefined,
): LegacyOutcome {
  return {
    name: `shown ${standing.is}${standing.is === 'open' ? sinceMoved(state, payment) : ''}`,
    couldMatch: (reply) => statusOf(reply) === standing.is,
    checks: () => [
      ...succeeded,
      isShown(call),
      standsAs(standing),
      ...aboutChecks(payment, rules.fields.id),
      ...expiresChecks(state, payment),
      ...amountChecks(amount),
      ...orderRefChecks(payment),
    ],
    next: (reply) =>
      withPayment(state, key, {
        ...payment,
        state: {
          is: standing.is,
          setBy: rules.readsOnly.id,
          seen: true,
          ...(standing.by && { by: standing.by }),
        },
        amount: amount && { ...amount, setBy: rules.readsOnly.id },
        orderRef: reply === undefined ? payment.orderRef : { ...payment.orderRef, setBy: rules.readsOnly.id },
        expires: expiresSeen(reply, payment),
        ...(payment.expires !== undefined &&
          payment.orderRef.is === null && { noOrderRefSeen: true as const }),
      }),
  };
}

/** A reply that shows the other state breaks the rule behind this one. One that shows neither is judged by `isShown`. */
export function standsAs({ is, setBy }: PaymentState): Check<Reply> {
  const other = is === 'open' ? 'close' : 'open';
  return check(
    setBy,
    `status "${is}"`,
    (reply) => at(reply.body, ['status']),
    (code) => code !== other,
    { weight: 10, decides: true, expect: () => ({ at: 'status', must: { is } }) },
  );
}

/** The reply shows one of the two states of a payment. */
export function isShown(call: ApiCall): Check<Reply> {
  const proven = provenChecksum(call);
  return {
    cites: [rules.succeeds.id, ...proven],
    weight: 10,
    decides: true,
    test(reply) {
      const received = statusOf(reply);
      if (received === 'open' || received === 'close') return [];
      const expected = 'status "open" or "close"';
      return breachesOf(
        accusedBy(reply, [rules.succeeds.id], proven),
        expected,
        `${reply.http} ${shownOf(reply, received)}`,
        { expect: { at: 'status', must: { oneOf: ['open', 'close'] } } },
      );
    },
  };
}

const amountForm = field(
  rules.amountNumber.id,
  'amount',
  { type: 'number' },
  {
    weight: 2,
    // A read without a number leaves the payment as it is.
    about: 'amount',
    also: [rules.fields.id],
  },
);

/** The amount: its form, and what it is where that is known. */
export function amountChecks(amount: Fact<string> | undefined): readonly Check<Reply>[] {
  if (amount === undefined) return [amountForm];
  const holds = (value: unknown): boolean => !isNumber(value) || decimalEquals(value, amount.is);
  return [amountForm, field(amount.setBy, 'amount', judged(holds, { amount: amount.is }), { ofState: true })];
}

function orderRefChecks({ orderRef, amountUnknown }: Payment): readonly Check<Reply>[] {
  // It may have been sent as a value of another type.
  if (orderRef.is === null && amountUnknown) return [];
  return orderRef.is === null
    ? [field(orderRef.setBy, 'order_ref', { missing: 'absent' }, { countsAsEvidence: false })]
    : [
        equals(orderRef.setBy, 'order_ref', orderRef.is),
        field(rules.orderRef.id, 'order_ref', judged(isString, { type: 'text' })),
      ];
}

/** The expiry that a reply has shown first. */
export function expiresSeen(reply: Reply | undefined, payment: Payment): Payment['expires'] {
  const is = payment.expires?.is ?? textOf(reply, 'expires');
  return is === undefined ? undefined : { is, setBy: rules.readsOnly.id };
}
