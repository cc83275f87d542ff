import { closeModel } from '../../models/legacy/close.ts';
import { closeRequest } from '../../spec/legacy/close.ts';
import { onPayment } from './on-payment.ts';
import { refusalOf } from './subjects.ts';

export const closeOperation = onPayment({
  model: closeModel,
  schema: closeRequest,
  intents: (payment) => [
    // An early close ends most of what a sequence could still try, so it is tried less often.
    payment.state.is === 'close' ? { kind: 'plain', ...refusalOf(payment) } : { kind: 'plain', weight: 0.5 },
  ],
});
