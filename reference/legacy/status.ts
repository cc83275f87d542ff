import { type LegacyOperation, paymentContent } from './operation.ts';
import { currentPayment } from './payments.ts';
import { succeeded, unknownPayment } from './replies.ts';
import { plainTime } from './times.ts';

/** Status: a payment as it stands (legacy, Endpoints, Status). */
export const status: LegacyOperation<typeof paymentContent._output> = {
  name: 'status',
  content: paymentContent,
  signed: (request) => request.payment_id,
  handle(world, request) {
    const payment = currentPayment(world, request.payment_id);
    if (payment === undefined) return unknownPayment(request.payment_id);
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
