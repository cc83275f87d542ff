import type { Check, Step } from '../../engine/model.ts';
import { capture as captureRules } from '../../spec/legacy/capture.ts';
import { common } from '../../spec/legacy/common.ts';
import { legacyLatitudes as open } from '../../spec/legacy/latitudes.ts';
import { refund as rules } from '../../spec/legacy/refund.ts';
import { at, equals, field, isText, textOf } from '../checks.ts';
import { choose } from '../choose.ts';
import type { ApiCall, Reply } from '../wire.ts';
import { isMore, isSame, minus, plus } from './amounts.ts';
import { mayBeClosedOtherwise } from './closed-otherwise.ts';
import { allowed, owed } from './events.ts';
import { amountOf } from './part.ts';
import { also, byHttp, guarded, mayRefuse, unknownId, type LegacyOutcome } from './refusals.ts';
import { failed, result, succeeded } from './replies.ts';
import {
  captureId,
  withCapture,
  withPayment,
  type Capture,
  type LegacyState,
  type Payment,
} from './state.ts';
import { provenChecksum } from './subject.ts';
import { isUntold } from './unusual.ts';

/** A refund whose capture and payment are known. */
interface Refund {
  readonly state: LegacyState;
  readonly call: ApiCall;
  readonly key: string;
  readonly capture: Capture;
  readonly payment: Payment;
}

/** Refund returns a part of a captured amount, or all that is left of it (legacy, Endpoints, Refund). */
export function predictRefund(state: LegacyState, call: ApiCall, step: Step): readonly LegacyOutcome[] {
  const key = step.uses['capture'];
  const capture = key === undefined ? undefined : state.captures[key];
  const payment = capture && state.payments[capture.payment];
  const sent = at(call.body, ['capture_id']);
  const asked = {
    state,
    call,
    step,
    operation: 'refund' as const,
    signed: typeof sent === 'string' ? sent : '',
    payment: capture?.payment,
    lacks: typeof sent === 'string' && sent !== '' ? undefined : rules.requiredFields.id,
    impossible: capture && payment && impossible({ capture, payment }, amountOf(at(call.body, ['amount']))),
  };
  return guarded({
    ...asked,
    executed: () => {
      if (key === undefined || capture === undefined || payment === undefined)
        return unknownId(asked, common.unknownCapture.id);
      if (sent !== captureId(capture, key)) return unknownId(asked, common.unknownCapture.id);
      const outcomes = executed({ state, call, key, capture, payment });
      return capture.id === undefined
        ? [...outcomes, mayRefuse(asked, 'id not known', common.unknownCapture.id)]
        : outcomes;
    },
  });
}

function executed(refund: Refund): readonly LegacyOutcome[] {
  const { call } = refund;
  const amount = amountOf(at(call.body, ['amount']));
  if (amount !== undefined && !isMore(amount, '0')) return nothing(refund);
  const rule = impossible(refund, amount);
  if (isUntold('refund', call)) {
    return rule === undefined ? untoldOrRefused(refund) : [mayFail(refund, 'too much', rule)];
  }
  const outcomes = amount === undefined ? whole(refund) : part(refund, amount);
  if (mayBeClosedOtherwise(refund.state, refund.capture, refund.payment))
    return choose(open.refundAfterClose, {
      accepted: outcomes,
      refused: mayFail(refund, 'payment closed', rule),
    });
  return outcomes;
}

type Captured = Pick<Refund, 'capture' | 'payment'>;

/** The rules by which a refund must fail anyhow, if there are any: the first is broken, or the captured amount is more than it should be. */
function impossible(refund: Captured, asked: string | undefined): readonly string[] | undefined {
  const { amount, refunded, because } = refund.capture;
  if (asked === undefined || amount === undefined || !isMore(asked, minus(amount, refunded)))
    return undefined;
  return [rules.aboveRefundable.id, ...(isPart(refund) ? because : [])];
}

function nothing(refund: Refund): readonly LegacyOutcome[] {
  return choose(open.refundNothing, {
    refused: mayFail(refund, 'nothing to refund'),
    accepted: untold(refund),
  });
}

function whole(refund: Refund): readonly LegacyOutcome[] {
  const { capture } = refund;
  const { amount, refunded, returned } = capture;
  if (amount === undefined)
    return returned ? untoldOrRefused(refund) : [untoldFull(refund), mayFail(refund, 'amount open')];
  if (returned || isSame(refunded, amount)) {
    return choose(open.refundSecondFull, {
      refused: mayFail(refund, 'nothing left'),
      accepted: refundedBy(refund, rules.fullSucceeds.id, amount, true),
    });
  }
  const rule = isSame(refunded, '0') ? rules.fullSucceeds.id : rules.fullAfterPartials.id;
  return [refundedBy(refund, rule, amount, true)];
}

function part(refund: Refund, asked: string): readonly LegacyOutcome[] {
  const { amount, refunded, returned } = refund.capture;
  if (returned) return refused(refund, [rules.partialAfterFull.id], false);
  if (amount === undefined) return untoldOrRefused(refund);
  const above = impossible(refund, asked);
  if (above !== undefined) return refused(refund, above, true);
  const rule = isSame(refunded, '0') ? rules.partialSucceeds.id : rules.severalPartials.id;
  return [refundedBy(refund, rule, plus(refunded, asked), false)];
}

function answered(refund: Refund, rule: string, refunded: string): readonly Check<Reply>[] {
  const { state, key, call, capture } = refund;
  // What was returned of the payment's other captures must not count here.
  const others = Object.entries(state.captures).some(
    ([other, { payment: of, refunded: sum }]) => other !== key && of === capture.payment && !isSame(sum, '0'),
  );
  const first = isSame(capture.refunded, '0');
  const toTheEnd = capture.amount !== undefined && isSame(refunded, capture.amount);
  const tested = isPart(refund) ? first || toTheEnd : first && toTheEnd;
  const accused = [rule, ...(tested ? capture.because : []), ...(others ? [rules.perCapture.id] : [])];
  const id = capture.id === undefined ? [] : [equals(rules.successReply.id, 'capture_id', capture.id)];
  return [...succeeded, result(accused, 'refund_success', true, provenChecksum(call)), ...id];
}

/** A refund after which the state of its payment is open: what it did shows at the next request about the payment. */
function refundedBy(refund: Refund, rule: string, refunded: string, full: boolean): LegacyOutcome {
  const { state, key, capture, payment } = refund;
  return {
    name: full ? 'refunded in full' : 'refunded in part',
    checks: answered(refund, rule, refunded),
    next: () =>
      withPayment(
        withCapture(state, key, {
          ...capture,
          refunded,
          returned: capture.returned || full,
          parts: (capture.parts ?? 0) + (full ? 0 : 1),
        }),
        capture.payment,
        (before) => ({ ...before, inDoubt: rule }),
      ),
    owes: () => {
      if (payment.id === undefined || capture.id === undefined) return [];
      const success = owed('refund_success', { paymentId: payment.id, captureId: capture.id });
      // It may close an open payment, or reopen one whose expiry has passed and so closes it again.
      const mayClose = payment.state.is === 'open' || state.moved > 0;
      return mayClose ? [success, allowed('close_success', { paymentId: payment.id })] : [success];
    },
  };
}

function refused(refund: Refund, accused: readonly string[], above: boolean): readonly LegacyOutcome[] {
  const { state, capture, payment } = refund;
  const about = [
    ...failed,
    result(accused, 'refund_fail'),
    ...(capture.id === undefined ? [] : [equals(rules.failReply.id, 'capture_id', capture.id)]),
    field(rules.failReply.id, 'reason', isText, 'text'),
    field(rules.failReply.id, 'message', isText, 'text'),
  ];
  const base: LegacyOutcome = {
    name: above ? 'refused: above the refundable amount' : 'refused: refunded in full',
    checks: about,
    next: () => state,
    owes: () =>
      payment.id === undefined || capture.id === undefined
        ? []
        : [owed('refund_fail', { paymentId: payment.id, captureId: capture.id })],
  };
  return byHttp(open.refundHttp, ['400', '200', 'other-4xx'], above ? byReason(base) : [base]);
}

/** The document gives invalid_amount as an example, and no list of reasons. */
function byReason(base: LegacyOutcome): readonly LegacyOutcome[] {
  const reason = (named: boolean) =>
    field(
      rules.invalidAmount.id,
      'reason',
      (value) => (value === 'invalid_amount') === named,
      named ? 'invalid_amount' : 'another',
      { earns: named },
    );
  return choose(open.refundReason, {
    invalid_amount: also(base, reason(true)),
    other: also(base, reason(false)),
  });
}

/** Of what a capture by parts took nothing tells but its refunds: they test the captured amount as well. */
function isPart({ capture, payment }: Captured): boolean {
  if (capture.amount === undefined) return false;
  return (
    !capture.because.includes(captureRules.fullSucceeds.id) || !isSame(capture.amount, payment.authorized)
  );
}

function mayFail(
  refund: Refund,
  why: string,
  accused: string | readonly string[] = rules.failReply.id,
): LegacyOutcome {
  const { state, capture, payment } = refund;
  const refusal = mayRefuse({ state, payment: capture.payment, operation: 'refund' }, why, accused);
  return {
    ...refusal,
    owes: (reply) =>
      payment.id !== undefined && capture.id !== undefined && textOf(reply, 'status') === 'refund_fail'
        ? [owed('refund_fail', { paymentId: payment.id, captureId: capture.id })]
        : (refusal.owes?.(reply) ?? []),
  };
}

/** After it, what is left can't be told: less than nothing may leave more than there was. Zero is an amount, and returns nothing. */
function untold(refund: Refund): LegacyOutcome {
  const asked = amountOf(at(refund.call.body, ['amount']));
  const returned = refund.capture.returned && !(asked !== undefined && isMore('0', asked));
  const outcome = refundedBy(refund, rules.partialSucceeds.id, refund.capture.refunded, false);
  return {
    ...outcome,
    name: 'refunded, amount open',
    next: (reply) => {
      const state = outcome.next(reply);
      const amount = asked !== undefined && isSame(asked, '0') ? refund.capture.amount : undefined;
      return withCapture(state, refund.key, { ...refund.capture, returned, amount });
    },
  };
}

function untoldFull(refund: Refund): LegacyOutcome {
  return refundedBy(refund, rules.fullSucceeds.id, refund.capture.refunded, true);
}

function untoldOrRefused(refund: Refund): readonly LegacyOutcome[] {
  return [untold(refund), mayFail(refund, 'amount open')];
}
