import { capture as rules } from '../../../spec/legacy/capture.ts';
import { status } from '../../../spec/legacy/status.ts';
import type { Requirement } from '../../../spec/requirement.ts';
import { absent, field, newId, textOf } from '../../checks.ts';
import { takenWith, type Part } from '../payment/amounts.ts';
import type { LegacyOutcome } from './outcome.ts';
import { whereFailed } from './replies.ts';
import { aboutChecks } from '../payment/payment-checks.ts';
import { keptThrough } from '../payment/kept.ts';
import {
  withCapture,
  withPayment,
  type Payment,
  type PaymentState,
  knownCaptureIds,
  type LegacyState,
} from '../payment/state.ts';
import { mayFail } from '../refusals/refused.ts';
import type { Subject } from '../subject.ts';
import type { ExpectedNotification } from '../../../engine/model.ts';
import type { Notification, Reply } from '../../wire.ts';
import { allowed, expectedOnce, expectedUnnamed } from '../events/events.ts';
import { timeOf } from '../payment/passing.ts';

/** A capture that may fail; nothing is captured then. */
export function captureMayBeRefused({ state, key, payment }: Subject, why: string): LegacyOutcome {
  const about = payment.id === undefined ? undefined : { paymentId: payment.id };
  return mayFail({ state, payment: key, operation: 'capture', about }, why, rules.failReply.id, () => [
    absent(rules.failNoCaptureId.id, 'capture_id'),
    ...whereFailed('capture', aboutChecks(payment, rules.failReply.id)),
  ]);
}

/** What a capture takes, and the rules by which it does. */
interface CaptureTerms {
  readonly name: string;
  /** All that is left, without naming a part. */
  readonly full?: true;
  readonly rule: string;
  readonly part: Part;
  /** Undefined when the document does not say how much is captured. */
  readonly amount: string | undefined;
  /** The most that it can be when the amount is unknown. */
  readonly atMost?: string | undefined;
  /** The rule by which the payment is closed; absent: it stays open. */
  readonly closing?: string;
  readonly event?: Requirement;
  readonly amountUnknown?: true;
  /** The payment stays open, although its amounts are unknown. */
  readonly staysOpen?: true;
  /** The amount of this capture is known nevertheless. */
  readonly ownAmountKnown?: true;
}

/** A capture that succeeds (legacy, Endpoints, Capture; States and transitions). */
export function captured(subject: Subject, how: CaptureTerms): LegacyOutcome {
  const { state, step, key, payment, answered } = subject;
  const taken = takenWith(payment.taken, how.part, how.amount ?? '0');
  // When the amounts are unknown, only a full capture surely leaves nothing.
  const maybe = payment.amountUnknown === true && how.closing !== rules.fullCloses.id;
  const standing: PaymentState =
    how.closing === undefined || maybe
      ? {
          is: 'open',
          setBy: how.ownAmountKnown ? how.rule : rules.partialKeepsOpen.id,
          seen: false,
          ...(how.staysOpen && { staysOpen: how.staysOpen }),
        }
      : { is: 'close', setBy: how.closing, seen: false, by: 'capture' };
  const ofOrder = how.part.items.length > 0 && how.full !== true;
  const { orderSetBy } = payment;
  const updated = how.full === true || orderSetBy === undefined ? [] : [orderSetBy];
  const named = ofOrder ? [rules.itemsOfLastUpdate.id] : [];
  return answered({
    name: how.name,
    reply: 'success',
    rule: how.rule,
    besides: [...updated, ...named],
    fields: rules.successReply.id,
    checks: () => [
      field(rules.captureId.id, 'capture_id', { type: 'text' }, { also: [rules.successReply.id] }),
      newId(
        rules.uniqueId.id,
        'capture_id',
        Object.values(state.captures).map(({ id }) => id),
        'capture_id: unlike every other capture',
      ),
    ],
    next: (reply) =>
      withCapture(
        withPayment(state, key, {
          ...keptThrough(payment),
          state: standing,
          taken,
          amount: seenBefore(payment.amount),
          ...(how.amountUnknown && { amountUnknown: true as const }),
        }),
        step.id,
        {
          id: textOf(reply, 'capture_id'),
          payment: key,
          amount:
            (how.amountUnknown && !how.ownAmountKnown) || payment.amountUnknown ? undefined : how.amount,
          ...(how.atMost !== undefined && payment.amountUnknown === undefined && { atMost: how.atMost }),
          refunded: '0',
          returned: false,
          ...(how.full && { full: how.full }),
          setBy: payment.updated ? [how.rule, ...named] : [how.rule],
        },
      ),
    expects: (reply) => captureEvents(state, payment, how, reply),
  });
}

/** A capture can be blamed for a changed amount only if Status has shown the amount before. */
function seenBefore(amount: Payment['amount']): Payment['amount'] {
  return amount?.setBy === status.readsOnly.id ? { is: amount.is, setBy: rules.keepsAmount.id } : amount;
}

/** The notifications of a capture; `event` is the rule by which it closes the payment, if it does. */
function captureEvents(
  state: LegacyState,
  payment: Payment,
  how: { readonly event?: Requirement; readonly amountUnknown?: true },
  reply: Reply | undefined,
): readonly ExpectedNotification<Notification>[] {
  const { id } = payment;
  const captureId = textOf(reply, 'capture_id');
  if (id === undefined) return [];
  const success =
    captureId === undefined
      ? expectedUnnamed(id, knownCaptureIds(state))
      : expectedOnce('capture_success', { paymentId: id, captureId, at: timeOf(state, reply) });
  // When the amounts are unknown, this capture may be the one that leaves nothing.
  if (how.amountUnknown || payment.amountUnknown)
    return [success, allowed('close_success', { paymentId: id })];
  return how.event === undefined
    ? [success]
    : [success, expectedOnce('close_success', { paymentId: id }, how.event)];
}
