import type { PredictFor, Step } from '../../engine/model.ts';
import { common } from '../../spec/legacy/common.ts';
import { legacyLatitudes as open } from '../../spec/legacy/latitudes/latitudes.ts';
import { refund as rules } from '../../spec/legacy/refund.ts';
import { at } from '../checks.ts';
import { perhapsRefusedFor } from '../beside.ts';
import { choose, chooseUnlessOtherwise } from '../choose.ts';
import type { ApiCall, Reply } from '../wire.ts';
import { isMore, isSame, minus, plus, amountOf } from './payment/amounts.ts';
import {
  unlessClosedOtherwise,
  isPart,
  refundMayFail,
  refundedBy,
  refused,
  refundedAmountOpen,
  refundedAllAmountOpen,
  refundedOrRefused,
  type Captured,
  type Refund,
} from './replies/refund-outcomes.ts';
import { guarded, unknownId } from './refusals/guards.ts';
import type { LegacyOutcome } from './replies/outcome.ts';
import { inEachStanding } from './payment/passing.ts';
import { mayRefuse } from './refusals/refused.ts';
import { captureId, type LegacyState } from './payment/state.ts';
import { isOutcomeOpen } from './refusals/unspecified-input.ts';

/** Refund returns a part of a captured amount, or all that is left of it (legacy, Endpoints, Refund). */
export function predictRefund(
  state: LegacyState,
  call: ApiCall,
  step: Step,
  sought?: PredictFor<Reply>,
): readonly LegacyOutcome[] {
  const key = step.uses['capture'];
  const capture = key === undefined ? undefined : state.captures[key];
  const payment = capture && state.payments[capture.payment];
  const sent = at(call.body, ['capture_id']);
  const request = {
    state,
    call,
    step,
    operation: 'refund' as const,
    sought,
    signed: typeof sent === 'string' ? sent : '',
    payment: capture?.payment,
    lacks: typeof sent === 'string' && sent !== '' ? undefined : rules.requiredFields.id,
  };
  return guarded({
    ...request,
    executed: () => {
      if (key === undefined || capture === undefined || payment === undefined)
        return unknownId(request, common.unknownCapture.id);
      if (sent !== captureId(capture, key))
        return request.lacks === undefined ? unknownId(request, common.unknownCapture.id) : [];
      const outcomes = inEachStanding(state, capture.payment, payment, (standing) =>
        executed({ ...standing, call, key, capture, sought }),
      );
      if (capture.id !== undefined) return outcomes;
      const refusals = [mayRefuse(request, 'id not known', common.unknownCapture.id)];
      return perhapsRefusedFor({ refusals, otherwise: outcomes });
    },
  });
}

function executed(refund: Refund): readonly LegacyOutcome[] {
  const { call } = refund;
  const amount = amountOf(at(call.body, ['amount']));
  const isNothing = amount !== undefined && !isMore(amount, '0');
  const rule = isNothing ? undefined : impossible(refund, amount);
  if (isOutcomeOpen('refund', call) && !isNothing) {
    return rule === undefined ? refundedOrRefused(refund) : [refundMayFail(refund, 'too much', rule)];
  }
  const outcomes =
    amount === undefined ? whole(refund) : isNothing ? nothing(refund, amount) : part(refund, amount);
  return unlessClosedOtherwise(
    refund.state,
    refund.payment,
    outcomes,
    refundMayFail(refund, 'payment closed', rule),
  );
}

/** The rules by which a refund must fail in any case: if it succeeds, the first is broken, or too much was captured. */
function impossible(refund: Captured, requested: string | undefined): readonly string[] | undefined {
  const { amount, atMost, refunded, setBy } = refund.capture;
  const most = amount ?? atMost;
  if (requested === undefined || most === undefined || !isMore(requested, minus(most, refunded)))
    return undefined;
  return [rules.aboveRefundable.id, ...(isPart(refund) ? setBy : [])];
}

function nothing(refund: Refund, requested: string): readonly LegacyOutcome[] {
  const refusal = refundMayFail(refund, 'nothing to refund');
  const { amount, refunded, returned } = refund.capture;
  // Where nothing is left its refusal may be for that, and of less than nothing for its sign.
  const isNothingLeft = returned || amount === undefined || isSame(amount, refunded);
  const isOtherwise = isNothingLeft || isMore('0', requested);
  const outcomes = { refused: refusal, accepted: refundedAmountOpen(refund) };
  return chooseUnlessOtherwise(open.refundNothing, outcomes, isOtherwise);
}

function whole(refund: Refund): readonly LegacyOutcome[] {
  const { capture } = refund;
  const { amount, refunded, returned } = capture;
  if (amount === undefined)
    return returned
      ? refundedOrRefused(refund)
      : [refundedAllAmountOpen(refund), refundMayFail(refund, 'amount open')];
  if (returned || isSame(refunded, amount)) {
    return choose(open.refundSecondFull, {
      refused: refundMayFail(refund, 'nothing left'),
      accepted: refundedBy(refund, rules.fullSucceeds.id, amount, true),
    });
  }
  const rule = isSame(refunded, '0') ? rules.fullSucceeds.id : rules.fullAfterPartials.id;
  return [refundedBy(refund, rule, amount, true)];
}

function part(refund: Refund, requested: string): readonly LegacyOutcome[] {
  const { amount, refunded, returned } = refund.capture;
  if (returned) return refused(refund, [rules.partialAfterFull.id], false);
  const above = impossible(refund, requested);
  if (above !== undefined) return refused(refund, above, true);
  if (amount === undefined) return refundedOrRefused(refund);
  const rule = isSame(refunded, '0') ? rules.partialSucceeds.id : rules.severalPartials.id;
  return [refundedBy(refund, rule, plus(refunded, requested), false)];
}
