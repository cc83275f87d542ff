import { Big } from 'big.js';
import { z } from 'zod';
import type { HandlerReply } from '../seams.ts';
import type { World } from '../world.ts';
import { type LegacyOperation } from './operation.ts';
import { checksumContent } from './order.ts';
import { currentPayment } from './payments.ts';
import type { LegacyCapture, LegacyPayment } from './records.ts';
import { failed, succeeded, unknownCapture } from './replies.ts';

const refundContent = z.object({
  capture_id: z.string().min(1),
  amount: z.number().optional(),
  checksum: checksumContent,
});

function refused(world: World, capture: LegacyCapture): HandlerReply {
  const reason = 'invalid_amount';
  world.events.emit({ status: 'refund_fail', paymentId: capture.paymentId, captureId: capture.id, reason });
  const message = 'refund above the refundable amount';
  return failed({ capture_id: capture.id, status: 'refund_fail', reason, message });
}

function refundsClosed({ legacyRules: rules, clock }: World, payment: LegacyPayment): boolean {
  return (
    rules.refundsClosed(payment) &&
    rules.refundsExpired(payment) &&
    rules.refundsOutlived(payment, clock.now())
  );
}

/** Refund: part of a capture, or all that is left of it (legacy, Endpoints, Refund). */
export const refund: LegacyOperation<z.infer<typeof refundContent>> = {
  name: 'refund',
  content: refundContent,
  signed: (request) => request.capture_id,
  handle(world, request) {
    const rules = world.legacyRules;
    const capture = world.store.legacyCaptures.get(request.capture_id);
    if (capture === undefined) return unknownCapture(request.capture_id);
    const amount = request.amount === undefined ? rules.fullRefund(capture) : new Big(request.amount);
    const how = request.amount === undefined ? 'full' : 'partial';
    const payment = currentPayment(world, capture.paymentId);
    if (payment?.status === 'close' && !refundsClosed(world, payment)) return refused(world, capture);
    const empty = how === 'full' && amount.lte(0) && rules.acceptsEmptyRefund;
    if (!empty && !rules.acceptsRefund(amount, rules.refundable(capture, world.store), how)) {
      world.store.legacyCaptures.put(capture.id, rules.afterRefusedRefund(capture, amount));
      return refused(world, capture);
    }
    world.store.legacyCaptures.put(capture.id, { ...capture, refunded: capture.refunded.plus(amount) });
    if (payment !== undefined) {
      const captured = rules.capturedAfterRefund(payment, amount);
      const status =
        payment.status === 'open' ? rules.openAfterRefund(payment) : rules.closedAfterRefund(payment);
      // A refund that reopens the payment removes the cause of its closing.
      const { closedBy, ...opened } = payment;
      const after = status === 'open' || closedBy === undefined ? opened : payment;
      world.store.legacyPayments.put(payment.id, { ...after, captured, status });
    }
    world.events.emit({ status: 'refund_success', paymentId: capture.paymentId, captureId: capture.id });
    return succeeded({ capture_id: capture.id, status: 'refund_success' });
  },
};
