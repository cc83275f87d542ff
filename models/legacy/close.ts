import { close as rules } from '../../spec/legacy/close.ts';
import type { LegacyOutcome } from './replies/outcome.ts';
import { withPayment } from './payment/state.ts';
import type { PaymentModel, Subject } from './subject.ts';

/** Close ends an open payment and fails on a closed one (legacy, Endpoints, Close). */
export const closeModel: PaymentModel = {
  operation: 'close',
  rules,
  predict(subject) {
    if (subject.payment.state.is === 'close') return subject.refusedClosed();
    return [closed(subject), ...subject.possiblyClosed()];
  },
};

function closed({ state, key, kept, answered }: Subject): LegacyOutcome {
  return answered({
    name: 'closed',
    reply: 'success',
    rule: rules.succeeds.id,
    fields: rules.successReply.id,
    next: () =>
      withPayment(state, key, {
        ...kept(),
        state: { is: 'close', setBy: rules.closes.id, seen: true, unread: true, by: 'request' },
      }),
  });
}
