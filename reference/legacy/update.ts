import { z } from 'zod';
import type { HandlerReply } from '../seams.ts';
import type { World } from '../world.ts';
import { type LegacyOperation } from './operation.ts';
import { checksumContent } from './order.ts';
import { orderContent, orderOf } from './order.ts';
import { currentPayment } from './payments.ts';
import type { LegacyPayment, Order } from './records.ts';
import { closedFailure, failed, succeeded, unknownPayment } from './replies.ts';

const refOnlyContent = z.strictObject({ order_ref: z.string().min(1) });

const updateContent = z.object({
  payment_id: z.string().min(1),
  order: z.union([refOnlyContent, orderContent]),
  checksum: checksumContent,
});

type UpdateRequest = z.infer<typeof updateContent>;

function refused(world: World, payment: LegacyPayment, reason: string, message: string): HandlerReply {
  world.events.emit({ status: 'update_fail', paymentId: payment.id });
  return failed({ payment_id: payment.id, status: 'update_fail', reason, message, test: payment.test });
}

function updated(world: World, payment: LegacyPayment, order: Order): HandlerReply {
  const expiresAt = world.legacyRules.expiryAfterUpdate(payment, world.clock.now(), world.settings);
  world.store.legacyPayments.put(payment.id, { ...payment, order, expiresAt });
  return succeeded({ payment_id: payment.id, status: 'update_success', test: payment.test });
}

/** Why an order can not replace that of a payment, whether it is open or closed. */
function objection(
  { legacyRules: rules }: World,
  payment: LegacyPayment,
  order: Order,
): { readonly reason: string; readonly message: string } | undefined {
  if (!rules.acceptsSum(order)) return { reason: 'total', message: 'the total is not the sum of its parts' };
  const acceptsRaise = payment.captured.count > 0 ? rules.acceptsRaiseAfterCapture : rules.acceptsRaise;
  if (order.totalAmount.gt(payment.order.totalAmount) && !acceptsRaise)
    return { reason: 'total', message: 'the total is above the one before' };
  const accepted =
    order.orderRef === undefined
      ? rules.acceptsMissingRef(payment)
      : rules.acceptsRef(payment, order.orderRef);
  if (!accepted)
    return { reason: 'order_ref', message: 'order_ref is not the one that was set at authorize' };
  const isLowered = payment.order.totalAmount.gt(order.totalAmount) && !rules.acceptsLowerTotal;
  if (payment.captured.count > 0 && (isLowered || !rules.acceptsLines(payment.order, order))) {
    const message = 'lines of a captured order stay; add new lines and raise the total';
    return { reason: 'captured', message };
  }
  return undefined;
}

function overwrite(world: World, payment: LegacyPayment, order: Order): HandlerReply {
  const rules = world.legacyRules;
  const objected = objection(world, payment, order);
  if (objected !== undefined) return refused(world, payment, objected.reason, objected.message);
  const orderRef =
    order.orderRef === undefined
      ? rules.refLeftOut(payment.order)
      : payment.order.orderRef === undefined
        ? rules.refFirst(order.orderRef)
        : rules.refBrought(payment.order, order.orderRef);
  const reply = updated(world, payment, rules.orderAfterUpdate(payment.order, { ...order, orderRef }));
  world.events.emit({ status: 'update_success', paymentId: payment.id });
  return reply;
}

/** Update: overwrites the order, or sets only its order_ref, without a notification (legacy, Update). */
export const update: LegacyOperation<UpdateRequest> = {
  name: 'update',
  content: updateContent,
  signed: (request) => request.payment_id,
  handle(world, { payment_id: id, order }) {
    const payment = currentPayment(world, id);
    if (payment === undefined) return unknownPayment(id);
    const refOnly = !('items' in order);
    const setsClosed = refOnly && world.legacyRules.setsRefOfClosed;
    if (payment.status === 'close' && !setsClosed && world.legacyRules.closedRefuses('update', payment)) {
      const { partsFirst } = world.legacyRules;
      const objected = partsFirst && !refOnly ? objection(world, payment, orderOf(order)) : undefined;
      if (objected !== undefined) return refused(world, payment, objected.reason, objected.message);
      world.events.emit({ status: 'update_fail', paymentId: id, orderRefOnly: refOnly });
      return closedFailure('update_fail', payment);
    }
    if (!refOnly) return overwrite(world, payment, orderOf(order));
    const { refAfterAuthorize, refAfterUpdate } = world.legacyRules;
    const set = payment.orderRefAtAuthorize ? refAfterAuthorize : refAfterUpdate;
    const again = payment.order.orderRef === undefined ? 'replaced' : set;
    if (again === 'refused') {
      const message = 'order_ref was set before';
      return failed({
        payment_id: id,
        status: 'update_fail',
        reason: 'order_ref',
        message,
        test: payment.test,
      });
    }
    const after =
      again === 'kept' ? payment.order : world.legacyRules.orderAfterRef(payment.order, order.order_ref);
    const reply = updated(world, payment, after);
    world.events.emit({ status: 'update_success', paymentId: id, orderRefOnly: true });
    return reply;
  },
};
