import { newPayment } from '../../../models/legacy/payment/new-payment.ts';
import type { Capture } from '../../../models/legacy/payment/state.ts';

/** A payment of the legacy interface that was authorized over 100 yen, as the model knows it. */
export const openPayment = newPayment({
  id: 'p',
  order: { items: [], tax: '0', shipping: '0', total: '100' },
  test: true,
  authorization: { sentAt: 0, receivedAt: 0 },
  born: 0,
  bornStoodMs: 0,
  orderRef: undefined,
});

/** A capture of the payment that the step `s1` authorized, of which nothing was refunded. */
export const captureOf = (amount: string): Capture => ({
  id: 'c',
  payment: 's1',
  amount,
  refunded: '0',
  returned: false,
  setBy: [],
});
