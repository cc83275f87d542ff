import type { Draw } from '../../../engine/machine.ts';
import type { Json } from '../../../engine/model.ts';
import { predictCapture } from '../../../models/resource/payments/capture.ts';
import { captureRequest } from '../../../spec/resource/payments/capture.ts';
import { pairs, pairsIn } from '../data.ts';
import type { Shape } from '../shape.ts';
import { first, isOpen, onEach, paymentsOf } from '../attempts.ts';

/** The intents of capturing a payment. */
export const captureOperation: Shape = {
  name: 'capture',
  entity: 'payment',
  schema: captureRequest,
  body: 'needed',
  ordinary: 'empty object',
  intents: (state) =>
    onEach('payment', paymentsOf(state), (payment) =>
      isOpen(payment)
        ? ['empty object', 'metadata 0', 'metadata 1', 'metadata 20', { kind: 'metadata 21', negative: true }]
        : [{ kind: 'empty object', negative: true, weight: 2 }],
    ),
  sound: (state) => first('payment', paymentsOf(state), isOpen),
  draw: (kind, _state, _uses, draw) => bodyFor(kind, draw),
  predict: predictCapture,
};

function bodyFor(kind: string, draw: Draw): Json {
  const count = pairsIn[kind];
  return count === undefined ? {} : { metadata: draw(pairs(count)) };
}
