import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import { choose } from '../../choose.ts';
import { isSame, minus, plus } from './amounts.ts';
import type { LegacyOutcome } from '../replies/outcome.ts';
import type { Payment } from './state.ts';
import type { PaymentCall } from '../subject.ts';

/** Which total counts after an update is open where the two differ (legacy, States and transitions). */
export function underThreshold(
  payment: Payment,
  under: (threshold: string) => LegacyOutcome | readonly LegacyOutcome[],
): readonly LegacyOutcome[] {
  const { authorized, order } = payment;
  if (isSame(authorized, order.total)) return [under(order.total)].flat();
  return choose(open.captureThreshold, { updated: under(order.total), authorized: under(authorized) });
}

/** The captured total: all that captures took, less refunds where they lower it. */
export function capturedTotal({
  state,
  key,
  payment,
}: Pick<PaymentCall, 'state' | 'key' | 'payment'>): string {
  if (payment.refundsLower === undefined) return payment.taken.amount;
  const returned = Object.values(state.captures)
    .filter(({ payment: of }) => of === key)
    .reduce((sum, { refunded }) => plus(sum, refunded), '0');
  return minus(payment.taken.amount, returned);
}
