import { legacyLatitudes as open } from '../../spec/legacy/latitudes.ts';
import { equals, field, isText } from '../checks.ts';
import { owed } from './events.ts';
import { byHttp, failures, mayRefuse, type LegacyOutcome } from './refusals.ts';
import { failed, result } from './replies.ts';
import { aboutChecks, provenChecksum, withCause, type Subject } from './subject.ts';
import { withPayment } from './state.ts';

interface ClosedRules {
  readonly closedRefuses: { readonly id: string };
  readonly failReply: { readonly id: string };
  /** Absent where the document shows no reason. */
  readonly closedReason?: { readonly id: string };
}

/** Update, Close and Capture of a closed payment fail (legacy, States and transitions; Errors). */
export function refusedClosed(subject: Subject, rules: ClosedRules): readonly LegacyOutcome[] {
  const { state, call, key, payment, operation } = subject;
  const { seen } = payment.state;
  const refuses = rules.closedRefuses.id;
  const { closedReason } = rules;
  const base: LegacyOutcome = {
    name: 'refused: closed',
    refused: true,
    checks: [
      ...failed,
      result(withCause(refuses, payment), `${operation}_fail`, seen, provenChecksum(call)),
      ...aboutChecks(payment, rules.failReply.id),
      ...(closedReason === undefined
        ? []
        : [
            equals(closedReason.id, 'reason', 'closed', { earns: seen }),
            field(rules.failReply.id, 'message', isText, 'text'),
          ]),
    ],
    next: () =>
      withPayment(state, key, (before) =>
        // A failure for the reason closed shows the state; a failed capture gives no reason.
        closedReason === undefined && !seen
          ? before
          : { ...before, state: { ...before.state, because: refuses, seen: true } },
      ),
    owes: () => {
      const event = failures[operation];
      return payment.id === undefined || event === undefined ? [] : [owed(event, { paymentId: payment.id })];
    },
  };
  return byHttp(open.closedHttp, ['400', '200', 'other-4xx'], [base]);
}

/** What an operation on a payment whose amounts can't be told may answer besides: that it is closed, or a refusal. */
export function closedAlready(subject: Subject, rules: ClosedRules): readonly LegacyOutcome[] {
  const { payment } = subject;
  if (payment.unsure === undefined) return [];
  const closed = { ...payment, state: { ...payment.state, is: 'close' as const, seen: false } };
  const state = withPayment(subject.state, subject.key, closed);
  const { key, operation } = subject;
  return [
    ...refusedClosed({ ...subject, state, payment: closed }, rules),
    mayRefuse({ state: subject.state, payment: key, operation }, 'order open', rules.failReply.id),
  ];
}
