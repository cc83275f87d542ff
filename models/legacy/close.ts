import { close as rules } from '../../spec/legacy/close.ts';
import type { Step } from '../../engine/model.ts';
import type { ApiCall } from '../wire.ts';
import { closedAlready, refusedClosed } from './closed.ts';
import { owed } from './events.ts';
import type { LegacyOutcome } from './refusals.ts';
import { result, succeeded } from './replies.ts';
import { withPayment, type LegacyState } from './state.ts';
import {
  aboutChecks,
  aboutPayment,
  lacksPaymentId,
  provenChecksum,
  withCause,
  type Subject,
} from './subject.ts';

/** Close ends an open payment and fails on a closed one (legacy, Endpoints, Close). */
export function predictClose(state: LegacyState, call: ApiCall, step: Step): readonly LegacyOutcome[] {
  return aboutPayment('close', state, call, step, lacksPaymentId(call, rules), (subject) => {
    if (subject.payment.state.is === 'close') return refusedClosed(subject, rules);
    return [closed(subject), ...closedAlready(subject, rules)];
  });
}

function closed({ state, call, key, payment }: Subject): LegacyOutcome {
  return {
    name: 'closed',
    checks: [
      ...succeeded,
      result(withCause(rules.succeeds.id, payment), 'close_success', true, provenChecksum(call)),
      ...aboutChecks(payment, rules.successReply.id),
    ],
    next: () =>
      withPayment(state, key, {
        ...payment,
        state: { is: 'close', because: rules.closes.id, seen: true, told: true, by: 'request' },
      }),
    owes: () => (payment.id === undefined ? [] : [owed('close_success', { paymentId: payment.id })]),
  };
}
