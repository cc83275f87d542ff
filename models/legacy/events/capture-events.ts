import type { ExpectedNotification } from '../../../engine/model.ts';
import type { Requirement } from '../../../spec/requirement.ts';
import { textOf } from '../../checks.ts';
import type { Notification, Reply } from '../../wire.ts';
import { allowed, expectedOnce, expectedUnnamed } from './events.ts';
import { knownCaptureIds, type LegacyState, type Payment } from '../payment/state.ts';
import { clockAt } from '../payment/time.ts';

/** The notifications of a capture; `event` is the rule by which it closes the payment, if it does. */
export function captureEvents(
  state: LegacyState,
  payment: Payment,
  how: { readonly event?: Requirement; readonly unsure?: true },
  reply: Reply | undefined,
): readonly ExpectedNotification<Notification>[] {
  const { id } = payment;
  const captureId = textOf(reply, 'capture_id');
  if (id === undefined) return [];
  const success =
    captureId === undefined
      ? expectedUnnamed(id, knownCaptureIds(state))
      : expectedOnce('capture_success', { paymentId: id, captureId, at: clockAt(state, reply) });
  // When the amounts are unknown, this capture may be the one that leaves nothing.
  if (how.unsure || payment.unsure) return [success, allowed('close_success', { paymentId: id })];
  return how.event === undefined
    ? [success]
    : [success, expectedOnce('close_success', { paymentId: id }, how.event)];
}
