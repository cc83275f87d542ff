import { type LegacyOperation, paymentContent } from './operation.ts';
import { currentPayment } from './payments.ts';
import { failed, succeeded } from './replies.ts';
import { plainTime } from './times.ts';

/** Status: a payment as it stands (legacy, Endpoints, Status). */
export const status: LegacyOperation<typeof paymentContent._output> = {
  name: 'status',
  content: paymentContent,
  signed: (request) => request.payment_id,
  handle(world, request) {
    const payment = currentPayment(world, request.payment_id);
    if (payment === undefined) {
      const message = 'There is no payment with this id.';
      return failed({
        payment_id: request.payment_id,
        status: 'request_failed',
        reason: 'unknown_payment',
        message,
      });
    }
    return succeeded({
      payment_id: payment.id,
      status: payment.status,
      expires: plainTime(payment.expiresAt),
      amount: world.legacyRules.amountShown(payment).toNumber(),
      order_ref: payment.order.orderRef ?? '',
      test: payment.test,
    });
  },
};
