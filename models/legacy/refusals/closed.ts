import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import { equals, field, isText } from '../../checks.ts';
import { answered } from '../replies/answered.ts';
import type { LegacyOutcome } from '../replies/outcome.ts';
import { byHttp, mayRefuse } from './refused.ts';
import { withPayment } from '../payment/state.ts';
import type { PaymentCall } from '../subject.ts';

/** Update, Close and Capture of a closed payment fail (legacy, States and transitions; Errors). */
export function refusedClosed(about: PaymentCall): readonly LegacyOutcome[] {
  const { state, key, payment, model } = about;
  const { closedRefuses, closedReason, failReply } = model.rules;
  if (closedRefuses === undefined || failReply === undefined) return [];
  const { seen } = payment.state;
  const refusal = answered(about, {
    name: 'refused: closed',
    reply: 'fail',
    rule: closedRefuses.id,
    earns: seen,
    fields: failReply.id,
    ...(closedReason !== undefined && {
      checks: () => [
        equals(closedReason.id, 'reason', 'closed', { earns: seen }),
        field(failReply.id, 'message', isText, 'text'),
      ],
    }),
    next: () =>
      withPayment(state, key, (before) =>
        // A failure for the reason closed shows the state; a failed capture gives no reason.
        closedReason === undefined && !seen
          ? before
          : { ...before, state: { ...before.state, because: closedRefuses.id, seen: true } },
      ),
  });
  return byHttp(open.closedHttp, ['400', '200', 'other-4xx', '5xx'], [refusal], about);
}

/** Further answers about a payment whose amounts are unknown: it is closed, or the operation is refused. */
export function perhapsClosed(about: PaymentCall): readonly LegacyOutcome[] {
  const { key, model, payment, state } = about;
  const { failReply } = model.rules;
  if (payment.unsure === undefined || failReply === undefined) return [];
  const closed = { ...payment, state: { ...payment.state, is: 'close' as const, seen: false } };
  return [
    ...refusedClosed({ ...about, state: withPayment(state, key, closed), payment: closed }),
    mayRefuse({ state, payment: key, operation: model.operation }, 'order open', failReply.id),
  ];
}
