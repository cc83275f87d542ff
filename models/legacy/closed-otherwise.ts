import type { Capture, LegacyState, Payment } from './state.ts';

/**
 * Whether something other than its captures has closed the payment, or may have: whether it can be refunded then is not shown. Once the
 * clock was moved, a payment that a refund reopened may have expired.
 */
export function mayBeClosedOtherwise(state: LegacyState, capture: Capture, payment: Payment): boolean {
  const { is, by } = payment.state;
  if (state.moved > 0 && (payment.inDoubt !== undefined || by === 'refund')) return true;
  const otherwise = by === 'request' || by === 'expiry' || payment.outlived === true;
  return is === 'close' && otherwise && !capture.returned;
}
