import type { Step } from '../../engine/model.ts';
import { capture as rules } from '../../spec/legacy/capture.ts';
import { eventRules } from '../../spec/legacy/events.ts';
import { legacyLatitudes as open } from '../../spec/legacy/latitudes.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { status } from '../../spec/legacy/status.ts';
import { absent, field, isText, textOf } from '../checks.ts';
import { choose } from '../choose.ts';
import type { ApiCall } from '../wire.ts';
import {
  hasLeft,
  isMore,
  isSame,
  minus,
  plus,
  restOf,
  restOfLine,
  takenWith,
  wholeLine,
  worth,
  type Part,
} from './amounts.ts';
import { failedClosed } from './capture-closed.ts';
import { captureEvents } from './capture-events.ts';
import { capturedTotal, underThreshold } from './captured-total.ts';
import { owed } from './events.ts';
import { namesNoQuantity, partOf } from './part.ts';
import { also, mayRefuse, type LegacyOutcome } from './refusals.ts';
import { result, succeeded } from './replies.ts';
import {
  nothingTaken,
  withCapture,
  withPayment,
  type LegacyState,
  type Payment,
  type Standing,
} from './state.ts';
import {
  aboutChecks,
  aboutPayment,
  lacksPaymentId,
  provenChecksum,
  withCause,
  type Subject,
} from './subject.ts';
import { isUntold } from './unusual.ts';

/** Capture takes the whole or a part of an open payment and closes it when all is taken (legacy, Endpoints, Capture). */
export function predictCapture(state: LegacyState, call: ApiCall, step: Step): readonly LegacyOutcome[] {
  return aboutPayment('capture', state, call, step, lacksPaymentId(call, rules), (subject) => {
    const { payment } = subject;
    if (payment.state.is === 'close') return [...failedClosed(subject), ...unfitPart(subject)];
    if (isUntold('capture', call)) return [untold(subject, { items: [] }, '0')];
    if (payment.unsure) return [...accepted(subject), mayFail(subject, 'amounts unsure')];
    return accepted(subject);
  });
}

/** What may be refused for the part that it names may be refused for that on a closed payment too. */
function unfitPart(subject: Subject): readonly LegacyOutcome[] {
  const part = partOf(subject.call.body);
  if (part === undefined || hasLeft({ ...subject.payment, taken: nothingTaken }, part)) return [];
  return [mayFail(subject, 'not in the order')];
}

function accepted(subject: Subject): readonly LegacyOutcome[] {
  const { body } = subject.call;
  const part = partOf(body);
  if (part === undefined) return full(subject);
  if (!namesNoQuantity(body)) return partial(subject, part);
  const meaning = (quantityOf: (item: string) => number) =>
    partial(subject, partOf(body, quantityOf) ?? part);
  return choose(open.captureNoQuantity, {
    'the-rest': meaning((item) => restOfLine(subject.payment, item)),
    one: meaning(() => 1),
    // All that was ordered of it, whatever was captured before: then it is a line again.
    'the-line': meaning((item) => wholeLine(subject.payment, item)),
    refused: mayFail(subject, 'no quantity'),
  });
}

function full(subject: Subject): readonly LegacyOutcome[] {
  const { payment } = subject;
  const all = underThreshold(payment, (threshold) => {
    const part = restOf(payment);
    const amount = minus(threshold, payment.taken.amount);
    const lowered = !isSame(capturedTotal(subject), payment.taken.amount);
    if (!lowered && !isMore(amount, '0')) return nothingLeft(subject, part, amount);
    return captured(subject, {
      name: 'captured in full',
      rule: rules.fullSucceeds.id,
      part,
      // Whether it takes again what was returned is not shown either.
      amount: lowered ? undefined : amount,
      closing: rules.fullCloses.id,
      event: eventRules.closingAfterFullCapture,
    });
  });
  if (isSame(payment.taken.amount, '0')) return all;
  return choose(open.fullAfterPartial, {
    'captures-rest': all,
    refused: mayFail(subject, 'full after partial'),
  });
}

function partial(subject: Subject, part: Part): readonly LegacyOutcome[] {
  const { payment } = subject;
  const amount = worth(payment.order, part);
  if (amount === undefined || !hasLeft(payment, part)) return beyond(subject, part, amount);
  if (!isMore(amount, '0')) return nothingLeft(subject, part, amount);
  return underThreshold(payment, (threshold) => {
    const total = plus(capturedTotal(subject), amount);
    if (isMore(total, threshold)) return above(subject, part, threshold);
    if (isSame(total, threshold)) return toTheEnd(subject, part, amount);
    return captured(subject, { ...partially, part, amount });
  });
}

/** Parts that add up to nothing or less, or an order of which nothing is left since its total was lowered. */
function nothingLeft(subject: Subject, part: Part, amount: string): readonly LegacyOutcome[] {
  return choose(open.captureNothing, {
    refused: mayFail(subject, 'nothing to capture'),
    accepted: untold(subject, part, amount),
  });
}

const partially = { name: 'captured in part', rule: rules.partialSucceeds.id } as const;

function toTheEnd(subject: Subject, part: Part, amount: string | undefined): LegacyOutcome {
  const event = eventRules.closingAfterLastPartial;
  return captured(subject, {
    ...partially,
    name: 'captured to the end',
    part,
    amount,
    closing: rules.partialsClose.id,
    event,
  });
}

/** More than the order has left of a line, of tax or of shipping, or a line that it does not have. */
function beyond(subject: Subject, part: Part, amount: string | undefined): readonly LegacyOutcome[] {
  const { payment } = subject;
  const { order, authorized } = payment;
  const certain = isSame(order.total, authorized) && amount !== undefined;
  // Whoever takes it may take no more of it than the order has left, which keeps below the total.
  const taken = untold(subject, part, amount ?? '0');
  if (certain && isMore(plus(capturedTotal(subject), amount), order.total)) {
    const clipped: readonly LegacyOutcome[] = choose(open.captureLineAgain, { accepted: taken });
    return [...above(subject, part, order.total), ...clipped];
  }
  return choose(open.captureLineAgain, { refused: mayFail(subject, 'not in the order'), accepted: taken });
}

/** More than is left of the amount: what is captured then can't be told, but the payment has reached its amount. */
function above(subject: Subject, part: Part, threshold: string): readonly LegacyOutcome[] {
  const closing = toTheEnd(subject, part, undefined);
  const left = minus(threshold, capturedTotal(subject));
  return choose(open.captureAboveRest, {
    refused: mayFail(subject, 'more than is left'),
    closes: isMore(left, '0') ? closing : untold(subject, part, left),
  });
}

/** A capture that the document neither permits nor forbids; the payment's amounts can't be told afterwards. */
function untold(subject: Subject, part: Part, amount: string): LegacyOutcome {
  return captured(subject, { ...partially, name: 'captured, amount open', part, amount, unsure: true });
}

function mayFail(subject: Subject, why: string): LegacyOutcome {
  const { state, key, operation, payment } = subject;
  const refusal = mayRefuse({ state, payment: key, operation }, why, rules.failReply.id);
  return {
    ...also(refusal, absent(rules.failNoCaptureId.id, 'capture_id')),
    owes: (reply) =>
      payment.id !== undefined && textOf(reply, 'status') === 'capture_fail'
        ? [owed('capture_fail', { paymentId: payment.id })]
        : (refusal.owes?.(reply) ?? []),
  };
}

interface Captured {
  readonly name: string;
  readonly rule: string;
  readonly part: Part;
  /** Undefined when the document does not tell how much was captured. */
  readonly amount: string | undefined;
  /** The rule by which the payment is closed; absent: it stays open. */
  readonly closing?: string;
  readonly event?: Requirement;
  readonly unsure?: true;
}

function captured(subject: Subject, how: Captured): LegacyOutcome {
  const { state, call, step, key, payment } = subject;
  const taken = takenWith(payment.taken, how.part, how.amount ?? '0');
  // Where the amounts can't be told, only a full capture surely leaves nothing.
  const maybe = payment.unsure === true && how.closing !== rules.fullCloses.id;
  const standing: Standing =
    how.closing === undefined || maybe
      ? { is: 'open', because: rules.partialKeepsOpen.id, seen: false }
      : { is: 'close', because: how.closing, seen: false, by: 'capture' };
  const ofOrder = how.part.items.length > 0 && how.name !== 'captured in full';
  const accused = withCause(how.rule, payment);
  const { orderBecause } = payment;
  const updated = how.name === 'captured in full' || orderBecause === undefined ? [] : [orderBecause];
  const named = ofOrder ? [rules.itemsOfLastUpdate.id] : [];
  return {
    name: how.name,
    checks: [
      ...succeeded,
      result([...accused, ...updated, ...named], 'capture_success', true, provenChecksum(call)),
      ...aboutChecks(payment, rules.successReply.id),
      field(rules.captureId.id, 'capture_id', isText, 'text', { also: [rules.successReply.id] }),
      field(
        rules.uniqueId.id,
        'capture_id',
        (id) => Object.values(state.captures).every((other) => other.id === undefined || other.id !== id),
        'unlike every other capture',
      ),
    ],
    next: (reply) =>
      withCapture(
        withPayment(state, key, {
          ...payment,
          state: standing,
          taken,
          amount: seenBefore(payment.amount),
          ...(how.unsure && { unsure: true as const }),
        }),
        step.id,
        {
          id: textOf(reply, 'capture_id'),
          payment: key,
          amount: how.unsure || payment.unsure ? undefined : how.amount,
          refunded: '0',
          returned: false,
          because: payment.updated ? [how.rule, ...named] : [how.rule],
        },
      ),
    owes: (reply) => captureEvents(state, payment, how, reply),
  };
}

/** Only an amount that Status has shown can be said to have been changed by the capture. */
function seenBefore(amount: Payment['amount']): Payment['amount'] {
  return amount?.because === status.readsOnly.id ? { is: amount.is, because: rules.keepsAmount.id } : amount;
}
