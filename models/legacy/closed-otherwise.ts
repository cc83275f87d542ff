import type { Capture, LegacyState, Payment } from './state.ts';

/**
 * Whether the payment is closed, or may be, by something else than its captures: one that they closed is refundable by the nature of a
 * refund, after other closings it is not shown, nor for how long. What an earlier refund has reopened its expiry may have closed since the
 * clock was moved.
 */
export function mayBeClosedOtherwise(state: LegacyState, capture: Capture, payment: Payment): boolean {
  const { is, by } = payment.state;
  if (state.moved > 0 && (payment.inDoubt !== undefined || by === 'refund')) return true;
  const otherwise = by === 'request' || by === 'expiry' || payment.outlived === true;
  return is === 'close' && otherwise && !capture.returned;
}
