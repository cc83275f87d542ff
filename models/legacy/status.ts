import type { Check, Step } from '../../engine/model.ts';
import { legacyLatitudes as open } from '../../spec/legacy/latitudes.ts';
import { status as rules } from '../../spec/legacy/status.ts';
import { at, check, decimal, equals, field, isAbsent, isNumber, textOf } from '../checks.ts';
import { choose } from '../choose.ts';
import type { Setup } from '../setup.ts';
import type { ApiCall, Reply } from '../wire.ts';
import { isSame } from './amounts.ts';
import { expiresChecks, writtenIn } from './expiry.ts';
import { also, type LegacyOutcome } from './refusals.ts';
import { succeeded } from './replies.ts';
import { withPayment, type Fact, type LegacyState, type Payment, type Standing } from './state.ts';
import { aboutChecks, aboutPayment, lacksPaymentId, provenChecksum, type Subject } from './subject.ts';

/** Status shows a payment and changes nothing (legacy, Endpoints, Status). */
export function predictStatus(setup: Setup) {
  return (state: LegacyState, call: ApiCall, step: Step): readonly LegacyOutcome[] =>
    aboutPayment('status', state, call, step, lacksPaymentId(call, rules), (subject) => {
      const { payment } = subject;
      const shown = amounts(subject, payment.state, setup.validityMs);
      if (payment.unsure === undefined || payment.state.is === 'close') return shown;
      const closed: Standing = { is: 'close', because: payment.state.because, seen: false };
      return [...shown, ...amounts(subject, closed, setup.validityMs)];
    });
}

/** Forks where the amount may or may not have followed an update, and over how open points of form are filled. */
function amounts(subject: Subject, standing: Standing, validityMs: number): readonly LegacyOutcome[] {
  const { payment } = subject;
  const as = (amount: Fact<string> | undefined) => forms(subject, standing, amount, validityMs);
  const { authorized, order, amount } = payment;
  if (amount !== undefined || payment.unsure) return as(amount);
  const settled = (is: string): Fact<string> => ({ is, because: rules.readsOnly.id });
  if (isSame(authorized, order.total)) return as(settled(authorized));
  return choose(open.statusAmount, {
    updated: as(settled(order.total)),
    authorized: as(settled(authorized)),
  });
}

function forms(
  subject: Subject,
  standing: Standing,
  amount: Fact<string> | undefined,
  validityMs: number,
): readonly LegacyOutcome[] {
  const { state, payment } = subject;
  const base = shownAs(subject, standing, amount, validityMs);
  if (payment.expires === undefined) {
    if (payment.authorizedAt === undefined || state.skew === undefined) return [base];
    const zone = (name: 'UTC' | 'JST' | 'other') => also(base, writtenIn(name, state, payment, validityMs));
    return choose(open.expiresZone, { UTC: zone('UTC'), JST: zone('JST'), other: zone('other') });
  }
  if (payment.orderRef.is !== null || payment.noOrderRefSeen) return [base];
  return choose(open.noOrderRef, {
    absent: also(base, noRef('absent', undefined)),
    null: also(base, noRef('null', null)),
    empty: also(base, noRef('empty', '')),
  });
}

function noRef(expected: string, value: unknown): Check<Reply> {
  return field(rules.orderRef.id, 'order_ref', (received) => received === value, expected, { earns: false });
}

function shownAs(
  { state, call, key, payment }: Subject,
  standing: Standing,
  amount: Fact<string> | undefined,
  validityMs: number,
): LegacyOutcome {
  return {
    name: `shown ${standing.is}`,
    checks: [
      ...succeeded,
      isShown,
      standsAs(standing, provenChecksum(call)),
      ...aboutChecks(payment, rules.fields.id),
      ...expiresChecks(state, payment, validityMs),
      amount === undefined
        ? field(rules.amountNumber.id, 'amount', isNumber, 'a number', { also: [rules.fields.id] })
        : decimal(amount.because, 'amount', amount.is, { also: [rules.amountNumber.id, rules.fields.id] }),
      ...orderRefChecks(payment),
    ],
    next: (reply) =>
      withPayment(state, key, {
        ...payment,
        state: { ...standing, because: rules.readsOnly.id, seen: true },
        amount: amount && { ...amount, because: rules.readsOnly.id },
        orderRef:
          reply === undefined ? payment.orderRef : { ...payment.orderRef, because: rules.readsOnly.id },
        expires: expiresSeen(reply, payment),
        ...(payment.expires !== undefined &&
          payment.orderRef.is === null && { noOrderRefSeen: true as const }),
      }),
  };
}

/** The state is the one that the rule behind it made. What shows neither state is judged apart. */
function standsAs({ is, because }: Standing, proven: readonly string[]): Check<Reply> {
  const other = is === 'open' ? 'close' : 'open';
  return check(
    because,
    `status "${is}"`,
    (reply) => at(reply.body, ['status']),
    (code) => code !== other,
    { weight: 10, also: proven },
  );
}

/** Neither open nor close: this is no status of a payment, whatever it was before. */
const isShown = check(
  rules.succeeds.id,
  'status "open" or "close"',
  (reply) => at(reply.body, ['status']),
  (code) => code === 'open' || code === 'close',
  { weight: 10 },
);

function orderRefChecks({ orderRef }: Payment): readonly Check<Reply>[] {
  return orderRef.is === null
    ? [field(orderRef.because, 'order_ref', isAbsent, 'absent', { earns: false })]
    : [equals(orderRef.because, 'order_ref', orderRef.is, { also: [rules.orderRef.id] })];
}

function expiresSeen(reply: Reply | undefined, payment: Payment): Payment['expires'] {
  const is = payment.expires?.is ?? textOf(reply, 'expires');
  return is === undefined ? undefined : { is, because: rules.readsOnly.id };
}
