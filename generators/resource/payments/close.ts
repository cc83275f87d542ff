import { predictClose } from '../../../models/resource/payments/close.ts';
import type { Shape } from '../shape.ts';
import { first, isOpen, onEach, paymentsOf } from '../attempts.ts';

/** The intents of closing a payment. */
export const closeOperation: Shape = {
  name: 'close',
  entity: 'payment',
  body: 'none',
  ordinary: 'empty object',
  intents: (state) =>
    onEach('payment', paymentsOf(state), (payment) =>
      isOpen(payment)
        ? [
            { kind: 'empty object', weight: 0.5 },
            { kind: 'without body', weight: 0.1 },
            { kind: 'blank body', weight: 0.05 },
          ]
        : [{ kind: 'empty object', negative: true, weight: 2 }],
    ),
  sound: (state) => first('payment', paymentsOf(state), isOpen),
  draw: (kind) => (kind === 'without body' ? undefined : {}),
  predict: predictClose,
};
