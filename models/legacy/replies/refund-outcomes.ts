import { Big } from 'big.js';
import type { Check, PredictFor } from '../../../engine/model.ts';
import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import { refund as rules } from '../../../spec/legacy/refund.ts';
import { withParts } from '../../with-checks.ts';
import { at, equals, field } from '../../checks.ts';
import { choose } from '../../choose.ts';
import type { ApiCall, Reply } from '../../wire.ts';
import { isMore, isSame, minus, plus, amountOf } from '../payment/amounts.ts';
import type { About } from '../events/event-body.ts';
import { allowed, expectedOnce } from '../events/events.ts';
import { append, type LegacyOutcome } from './outcome.ts';
import { failed, result, statusOf, succeeded, whereFailed } from './replies.ts';
import { failureTexts, provenChecksum } from '../payment/payment-checks.ts';
import { keptThrough } from '../payment/kept.ts';
import { withCapture, withPayment, type Capture, type LegacyState, type Payment } from '../payment/state.ts';
import { byHttp, mayFail } from '../refusals/refused.ts';
import { perhapsRefusedFor, unlessRefused } from '../../beside.ts';

/** A refund whose capture and payment are known. */
export interface Refund {
  readonly state: LegacyState;
  readonly call: ApiCall;
  readonly key: string;
  readonly capture: Capture;
  readonly payment: Payment;
  /** Which outcomes are asked for. Absent: all. */
  readonly sought?: PredictFor<Reply> | undefined;
}

/** A capture, and the payment that it is of. */
export type Captured = Pick<Refund, 'capture' | 'payment'>;

function answered(refund: Refund, rule: string, refunded: string): readonly Check<Reply>[] {
  const { state, key, call, capture } = refund;
  // What was returned of the payment's other captures must not count here.
  const others = Object.entries(state.captures).some(
    ([other, { payment: of, refunded: sum }]) => other !== key && of === capture.payment && !isSame(sum, '0'),
  );
  const first = isSame(capture.refunded, '0');
  const toTheEnd = capture.amount !== undefined && isSame(refunded, capture.amount);
  const tested = isPart(refund) ? first || toTheEnd : first && toTheEnd;
  const accused = [rule, ...(tested ? capture.setBy : []), ...(others ? [rules.perCapture.id] : [])];
  const id = capture.id === undefined ? [] : [equals(rules.successReply.id, 'capture_id', capture.id)];
  return [...succeeded, result(accused, 'refund_success', true, provenChecksum(call)), ...id];
}

/** A refund. What it does to the payment's state is not shown: the next request about the payment tries every choice. */
export function refundedBy(refund: Refund, rule: string, refunded: string, full: boolean): LegacyOutcome {
  const { state, key, capture, payment } = refund;
  return {
    name: full ? 'refunded in full' : 'refunded in part',
    couldMatch: (reply) => statusOf(reply) === 'refund_success',
    checks: () => answered(refund, rule, refunded),
    next: () =>
      withPayment(
        withCapture(state, key, {
          ...capture,
          refunded,
          returned: capture.returned || full,
          parts: (capture.parts ?? 0) + (full ? 0 : 1),
        }),
        capture.payment,
        (before) => ({
          ...keptThrough(before),
          inDoubt: rule,
          ...(before.inDoubt !== undefined && { inDoubtAgain: true as const }),
        }),
      ),
    expects: () => {
      const about = aboutRefund(refund);
      if (about === undefined) return [];
      const success = expectedOnce('refund_success', about);
      // It may close an open payment, or reopen one whose expiry has passed and so closes it again.
      const mayClose = payment.state.is === 'open' || state.moved > 0;
      return mayClose ? [success, allowed('close_success', { paymentId: about.paymentId })] : [success];
    },
  };
}

/** A refund that must fail: above what is left, or after a full one. */
export function refused(
  refund: Refund,
  accused: readonly string[],
  above: boolean,
): readonly LegacyOutcome[] {
  const { state, capture } = refund;
  const about = aboutRefund(refund);
  const checks = () => [
    ...failed,
    result(accused, 'refund_fail'),
    ...(capture.id === undefined ? [] : [equals(rules.failReply.id, 'capture_id', capture.id)]),
    ...failureTexts(rules.failReply.id),
  ];
  const base: LegacyOutcome = {
    name: above ? 'refused: above the refundable amount' : 'refused: refunded in full',
    refused: true,
    couldMatch: (reply) => statusOf(reply) === 'refund_fail',
    checks,
    next: () => state,
    expects: () => (about === undefined ? [] : [expectedOnce('refund_fail', about)]),
  };
  return byHttp(
    open.refundHttp,
    ['400', '200', 'other-4xx', '5xx'],
    above && isAlone(refund) ? byReason(base) : [base],
    refund,
  );
}

/** Whether the amount is all that a refund can be refused for: not a fraction of a yen, and something is left of an open or captured payment. */
function isAlone({ state, call, capture, payment }: Refund): boolean {
  const requested = amountOf(at(call.body, ['amount']));
  const isWhole = requested !== undefined && !requested.includes('.');
  const isLeft = capture.amount !== undefined && isMore(capture.amount, capture.refunded);
  return isWhole && isLeft && !mayBeClosedOtherwise(state, payment);
}

/** The document gives invalid_amount as an example, and no list of reasons. */
function byReason(base: LegacyOutcome): readonly LegacyOutcome[] {
  const reason = (named: boolean) =>
    field(rules.invalidAmount.id, 'reason', named ? { is: 'invalid_amount' } : { not: 'invalid_amount' }, {
      countsAsEvidence: named,
    });
  return choose(open.refundReason, {
    invalid_amount: append(base, reason(true)),
    other: append(base, reason(false)),
  });
}

/** Only refunds show how much a partial capture took, so they test its amount as well. */
export function isPart({ capture, payment }: Captured): boolean {
  if (capture.amount === undefined) return false;
  return capture.full !== true || !isSame(capture.amount, payment.authorized);
}

/** A refund that may fail; nothing is returned then. */
export function refundMayFail(
  refund: Refund,
  why: string,
  accused: string | readonly string[] = rules.failReply.id,
): LegacyOutcome {
  const { state, capture } = refund;
  const request = {
    state,
    payment: capture.payment,
    operation: 'refund',
    about: aboutRefund(refund),
  } as const;
  return mayFail(request, why, accused, () => whereFailed('refund', failureTexts(rules.failReply.id)));
}

/** What the notification of a refund is about; undefined when an id is not known. */
function aboutRefund({ capture, payment }: Captured): About | undefined {
  return payment.id === undefined || capture.id === undefined
    ? undefined
    : { paymentId: payment.id, captureId: capture.id };
}

/**
 * A refund after which what is left is unknown. A negative amount may leave more. Zero refunds nothing. A positive amount refunds at least
 * its whole yen.
 */
export function refundedAmountOpen(refund: Refund): LegacyOutcome {
  const { capture } = refund;
  const requested = amountOf(at(refund.call.body, ['amount']));
  const adds = requested !== undefined && isMore('0', requested);
  const outcome = refundedBy(refund, rules.partialSucceeds.id, capture.refunded, false);
  const most = capture.amount ?? capture.atMost;
  const returned =
    requested === undefined || adds ? '0' : new Big(requested).round(0, Big.roundDown).toFixed();
  const after: Capture = {
    ...capture,
    amount: requested !== undefined && isSame(requested, '0') ? capture.amount : undefined,
    returned: capture.returned && !adds,
    refunded: plus(capture.refunded, returned),
    ...(most !== undefined && { atMost: adds ? minus(most, requested) : most }),
  };
  return withParts(outcome, {
    name: 'refunded, amount open',
    next: (reply) => withCapture(outcome.next(reply), refund.key, after),
  });
}

/** A full refund of an unknown amount: nothing is left after it. */
export function refundedAllAmountOpen(refund: Refund): LegacyOutcome {
  return refundedBy(refund, rules.fullSucceeds.id, refund.capture.refunded, true);
}

/** A refund that may or may not be within the captured amount. */
export function refundedOrRefused(refund: Refund): readonly LegacyOutcome[] {
  return [refundedAmountOpen(refund), refundMayFail(refund, 'amount open')];
}

/**
 * Whether something other than its captures has closed the payment, or may have: whether it can be refunded then is not shown. Once the
 * clock was moved, a payment that a refund reopened may have expired.
 */
export function mayBeClosedOtherwise(state: LegacyState, payment: Payment): boolean {
  return isDoubtful(state, payment) || reasonsOf(payment).length > 0;
}

/**
 * The outcomes of a refund, with its refusal where something other than the captures has closed the payment, or may have. By each thing that
 * surely has, it is answered by an open point of its own; where it is unsure what has, the answer settles nothing.
 */
export function unlessClosedOtherwise(
  state: LegacyState,
  payment: Payment,
  outcomes: readonly LegacyOutcome[],
  refusal: LegacyOutcome,
): readonly LegacyOutcome[] {
  if (!mayBeClosedOtherwise(state, payment)) return outcomes;
  if (isDoubtful(state, payment)) return perhapsRefusedFor({ refusals: [refusal], otherwise: outcomes });
  let permitted = outcomes;
  for (const point of reasonsOf(payment))
    permitted = unlessRefused(point, 'accepted', permitted, 'refused', [refusal]);
  return permitted;
}

/** Whether it is unknown what has closed it: a refund may have, or captures whose amounts are unknown. */
function isDoubtful({ moved }: LegacyState, { state, inDoubt, outlived, amountUnknown }: Payment): boolean {
  if (moved > 0 && (inDoubt !== undefined || state.by === 'refund')) return true;
  return state.is === 'close' && (state.by === 'expiry' || outlived === true) && amountUnknown === true;
}

/** The open points about what has closed it beside its captures. */
function reasonsOf({ state, outlived }: Payment) {
  if (state.is !== 'close') return [];
  const by =
    state.by === 'request' ? [open.refundAfterClose] : state.by === 'expiry' ? [open.refundAfterExpiry] : [];
  return outlived === true ? [...by, open.refundAfterValidity] : by;
}
