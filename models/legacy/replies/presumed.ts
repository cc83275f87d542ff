import type { Step } from '../../../engine/model.ts';
import type { Reply } from '../../wire.ts';
import { unreadPin } from '../pins.ts';
import { captureId, paymentId, type LegacyState } from '../payment/state.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const expires = '2026-01-31T00:00:00Z';

/** An ordinary reply for planning: it names the payment or the capture that a step made or is about, by placeholders. */
export function presumedReply({ payments, captures, asked, moved }: LegacyState, step: Step): Reply {
  const paymentKey = Object.hasOwn(payments, step.id) ? step.id : (step.uses['payment'] ?? '');
  const captureKey = Object.hasOwn(captures, step.id) ? step.id : (step.uses['capture'] ?? '');
  const payment = payments[paymentKey];
  const capture = captures[captureKey];
  const body = {
    ...(payment && { payment_id: paymentId(payment, paymentKey) }),
    ...(capture && { capture_id: captureId(capture, captureKey) }),
    pin: unreadPin(asked[step.uses['asked'] ?? '']),
    now: new Date(start + moved).toISOString(),
    expires,
  };
  return {
    http: 200,
    contentType: 'application/json',
    body,
    text: '',
    sentAt: start,
    receivedAt: start,
  };
}
