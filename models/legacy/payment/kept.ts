import { status } from '../../../spec/legacy/status.ts';
import type { Fact, Payment } from './state.ts';

/**
 * A payment after a capture, a close or a refund, which changes nothing of what Status has shown beside the state: a read that shows it otherwise accuses
 * that, and not the read (legacy, States and transitions).
 */
export function keptThrough(payment: Payment): Payment {
  const { expires, amount, orderRef } = payment;
  return { ...payment, expires: kept(expires), amount: kept(amount), orderRef: kept(orderRef) };
}

function kept<F extends Fact<unknown> | undefined>(fact: F): F {
  return fact?.setBy === status.readsOnly.id ? { ...fact, setBy: status.kept.id } : fact;
}
