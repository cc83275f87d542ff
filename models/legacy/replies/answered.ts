import type { Checks } from '../../rechecked.ts';
import { result, failed, statusOf, succeeded } from './replies.ts';
import { isEventStatus, expectedOnce } from '../events/events.ts';
import type { LegacyOutcome } from './outcome.ts';
import { aboutChecks } from '../payment/payment-checks.ts';
import { provenChecksum, withCause } from '../payment/proven.ts';
import { taken } from '../refusals/taken.ts';
import type { Answer, PaymentCall } from '../subject.ts';

const none = (): Checks => [];

/** The outcome of an answer about a payment. */
export function answered({ call, model, payment }: PaymentCall, answer: Answer): LegacyOutcome {
  const {
    name,
    reply,
    rule,
    besides = [],
    proves = [],
    form = [],
    earns,
    fields,
    checks = none,
    next,
  } = answer;
  const status = `${model.operation}_${reply}`;
  return {
    name,
    ...(reply === 'fail' && { refused: true }),
    mayBe: (received) => statusOf(received) === status,
    checks: () => [
      ...(reply === 'success' ? succeeded : failed),
      taken(
        result([...withCause(rule, payment), ...besides], status, earns, [
          ...provenChecksum(call),
          ...proves,
        ]),
        form,
        status,
      ),
      ...aboutChecks(payment, fields),
      ...checks(),
    ],
    next,
    expects:
      answer.expects ??
      (() =>
        payment.id === undefined || !isEventStatus(status)
          ? []
          : [expectedOnce(status, { paymentId: payment.id })]),
  };
}
