import { predictGet } from '../../../models/resource/payments/get.ts';
import type { Shape } from '../shape.ts';
import { first, onEach, paymentsOf } from '../attempts.ts';

/** Reading a payment. */
export const getOperation: Shape = {
  name: 'get',
  entity: 'payment',
  reads: true,
  body: 'none',
  ordinary: 'plain',
  intents: (state) => onEach('payment', paymentsOf(state), () => ['plain']),
  sound: (state) => first('payment', paymentsOf(state), () => true),
  predict: predictGet,
};
