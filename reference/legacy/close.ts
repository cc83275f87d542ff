import { type LegacyOperation, paymentContent } from './operation.ts';
import { closePayment, currentPayment } from './payments.ts';
import { closedFailure, succeeded, unknownPayment } from './replies.ts';

/** Close: ends a payment that will not be captured (legacy, Endpoints, Close). */
export const close: LegacyOperation<typeof paymentContent._output> = {
  name: 'close',
  content: paymentContent,
  signed: (request) => request.payment_id,
  handle(world, request) {
    const payment = currentPayment(world, request.payment_id);
    if (payment === undefined) return unknownPayment(request.payment_id);
    if (payment.status === 'close' && world.legacyRules.closedRefuses('close', payment)) {
      world.events.emit({ status: 'close_fail', paymentId: payment.id });
      return closedFailure('close_fail', payment);
    }
    closePayment(world, payment, 'request');
    return succeeded({ payment_id: payment.id, status: 'close_success', test: payment.test });
  },
};
