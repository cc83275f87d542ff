import type { World } from '../world.ts';
import type { ClosingCause } from '../webhooks/event.ts';
import type { LegacyPayment } from './records.ts';

/** A new id of a payment or a capture, which no other has. */
export function freshId({ ids, legacyRules: rules }: World, of: 'payment' | 'capture'): string {
  return ids.next(rules.idPrefix(of), rules.countsIds);
}

/** The payment now. If its expiry has passed it is closed, even before its timer ran. */
export function currentPayment(world: World, id: string): LegacyPayment | undefined {
  const payment = world.store.legacyPayments.get(id);
  if (payment === undefined) return undefined;
  return world.legacyRules.isExpired(payment, world.clock.now())
    ? closePayment(world, payment, 'expiry')
    : payment;
}

/** Closes a payment and emits its event (legacy, Events, rule 2). */
export function closePayment(world: World, payment: LegacyPayment, cause: ClosingCause): LegacyPayment {
  const status = world.legacyRules.statusAfterClosing(cause);
  const closed = world.store.legacyPayments.put(payment.id, { ...payment, status, closedBy: cause });
  world.events.emit({ status: 'close_success', paymentId: payment.id, cause });
  return closed;
}

/** Closes a payment at its expiry, also where an update has moved that. */
export function scheduleExpiry(world: World, id: string, expiresAt: number): void {
  world.clock.schedule(expiresAt, () => {
    const before = world.store.legacyPayments.get(id);
    const payment = currentPayment(world, id);
    if (
      before?.status === 'close' &&
      before.closedBy !== 'expiry' &&
      world.legacyRules.notifiesExpiryOfClosed
    )
      world.events.emit({ status: 'close_success', paymentId: id, cause: 'expiry' });
    if (payment?.status !== 'open') return;
    if (payment.expiresAt > world.clock.now()) scheduleExpiry(world, id, payment.expiresAt);
  });
}
