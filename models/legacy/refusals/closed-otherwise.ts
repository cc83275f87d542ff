import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import { perhapsRefusedFor, unlessRefused } from '../../beside.ts';
import type { LegacyOutcome } from '../replies/outcome.ts';
import type { LegacyState, Payment } from '../payment/state.ts';

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
  refused: LegacyOutcome,
): readonly LegacyOutcome[] {
  if (!mayBeClosedOtherwise(state, payment)) return outcomes;
  if (isDoubtful(state, payment)) return perhapsRefusedFor({ refusals: [refused], otherwise: outcomes });
  let permitted = outcomes;
  for (const point of reasonsOf(payment))
    permitted = unlessRefused(point, 'accepted', permitted, 'refused', [refused]);
  return permitted;
}

/** Whether it can't be told what has closed it: a refund may have, or captures whose amounts are unknown. */
function isDoubtful({ moved }: LegacyState, { state, inDoubt, outlived, unsure }: Payment): boolean {
  if (moved > 0 && (inDoubt !== undefined || state.by === 'refund')) return true;
  return state.is === 'close' && (state.by === 'expiry' || outlived === true) && unsure === true;
}

/** The open points about what has closed it beside its captures. */
function reasonsOf({ state, outlived }: Payment) {
  if (state.is !== 'close') return [];
  const by =
    state.by === 'request' ? [open.refundAfterClose] : state.by === 'expiry' ? [open.refundAfterExpiry] : [];
  return outlived === true ? [...by, open.refundAfterValidity] : by;
}
