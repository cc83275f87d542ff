import { capture as rules } from '../../spec/legacy/capture.ts';
import { eventRules } from '../../spec/legacy/events.ts';
import { legacyLatitudes as open } from '../../spec/legacy/latitudes/latitudes.ts';
import { refusedFor, settlingNothing } from '../beside.ts';
import { choose, chooseUnlessOtherwise } from '../choose.ts';
import {
  hasLeft,
  isMore,
  isSame,
  minus,
  plus,
  restOf,
  restOfLine,
  wholeLine,
  worth,
  type Part,
  namesNoItem,
  namesNoQuantity,
  partOf,
} from './payment/amounts.ts';
import { captured, captureMayBeRefused } from './replies/capture-outcomes.ts';
import { type LegacyOutcome, append } from './replies/outcome.ts';
import { nothingTaken, type Order, type Payment } from './payment/state.ts';
import type { PaymentModel, Subject, PaymentCall } from './subject.ts';
import { isOutcomeOpen } from './refusals/unspecified-input.ts';
import { absent, field, isAbsent, judged } from '../checks.ts';

/** Capture takes the whole or a part of an open payment and closes it when all is taken (legacy, Endpoints, Capture). */
export const captureModel: PaymentModel = {
  operation: 'capture',
  rules,
  predict(subject) {
    const { payment, call } = subject;
    if (payment.state.is === 'close') return refusedFor(failedClosed(subject), accepted(asOpen(subject)));
    // What a server makes of it may be more than is left, no line of the order, or nothing: a refusal may be for that.
    if (isOutcomeOpen('capture', call))
      return [capturedAmountOpen(subject, { items: [] }, '0'), captureMayBeRefused(subject, 'amounts open')];
    if (payment.amountUnknown) return [...accepted(subject), captureMayBeRefused(subject, 'amounts unknown')];
    return accepted(subject);
  },
};

/**
 * What an open payment is asked for may be wrong on a closed one too: a part that the order does not have, or all after a part. That nothing is
 * left says no more than that it is closed, so a part is judged as if nothing were captured.
 */
function asOpen(subject: Subject): Subject {
  const { payment, state, key } = subject;
  const isPart = partOf(subject.call.body) !== undefined;
  const ofPayment = Object.values(state.captures).filter((capture) => capture.payment === key);
  const taken = isPart || ofPayment.every((capture) => capture.full === true) ? nothingTaken : payment.taken;
  return { ...subject, payment: { ...payment, taken } };
}

function accepted(subject: Subject): readonly LegacyOutcome[] {
  const { body } = subject.call;
  const part = partOf(body);
  if (part === undefined) return full(subject);
  if (namesNoItem(body)) return settlingNothing(partial(subject, part));
  if (!namesNoQuantity(body)) return partial(subject, part);
  const meaning = (quantityOf: (item: string) => number) =>
    partial(subject, partOf(body, quantityOf) ?? part);
  return choose(open.captureNoQuantity, {
    'the-rest': meaning((item) => restOfLine(subject.payment, item)),
    one: meaning(() => 1),
    // The quantity that was ordered, whatever was captured before.
    'the-line': meaning((item) => wholeLine(subject.payment, item)),
    refused: captureMayBeRefused(subject, 'no quantity'),
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
      ...fully,
      name: 'captured in full',
      part,
      // Whether it captures again what was refunded is not shown either.
      amount: lowered ? undefined : amount,
    });
  });
  if (isSame(payment.taken.amount, '0')) return all;
  return choose(open.fullAfterPartial, {
    'captures-rest': all,
    refused: captureMayBeRefused(subject, 'full after partial'),
  });
}

const fully = {
  full: true,
  rule: rules.fullSucceeds.id,
  closing: rules.fullCloses.id,
  event: eventRules.closingAfterFullCapture,
} as const;

function partial(subject: Subject, part: Part): readonly LegacyOutcome[] {
  const { payment } = subject;
  const amount = worth(payment.order, part);
  if (amount === undefined || !hasLeft(payment, part)) return beyond(subject, part, amount);
  const { order, authorized } = payment;
  const untouched = isSame(order.total, authorized) && isMore(order.total, capturedTotal(subject));
  // A tax or shipping of zero is a value, so this is a partial capture, of nothing. What counts as captured then is not shown.
  if (isSame(amount, '0') && part.items.length === 0 && untouched)
    return nothingLeft(
      subject,
      part,
      amount,
      capturedAmountOpen(subject, part, amount, payment.amountUnknown ? {} : { staysOpen: true }),
    );
  if (!isMore(amount, '0')) return nothingLeft(subject, part, amount);
  const within = underThreshold(payment, (threshold) => {
    const total = plus(capturedTotal(subject), amount);
    if (isMore(total, threshold)) return above(subject, part, threshold);
    if (isSame(total, threshold)) return toTheEnd(subject, part, amount);
    return captured(subject, { ...partially, part, amount });
  });
  if (!namesDiscount(payment.order, part)) return within;
  return choose(open.captureDiscount, {
    captured: within,
    refused: captureMayBeRefused(subject, 'discount line'),
  });
}

/** Whether a part names a line that lowers the total. */
const namesDiscount = (order: Order, { items }: Part): boolean =>
  items.some(({ item }) => order.items.some((line) => line.item === item && isMore('0', line.amount)));

/** Parts that add up to zero or less, or an order whose lowered total leaves nothing to capture. */
function nothingLeft(
  subject: Subject,
  part: Part,
  amount: string,
  taken: LegacyOutcome = capturedAmountOpen(subject, part, amount),
): readonly LegacyOutcome[] {
  const refused = captureMayBeRefused(subject, 'nothing to capture');
  // Its refusal may be for a line that lowers the total.
  const isOtherwise = namesDiscount(subject.payment.order, part);
  return chooseUnlessOtherwise(open.captureNothing, { refused, accepted: taken }, isOtherwise);
}

const partially = { name: 'captured in part', rule: rules.partialSucceeds.id } as const;

function toTheEnd(subject: Subject, part: Part, amount: string | undefined, atMost?: string): LegacyOutcome {
  const event = eventRules.closingAfterLastPartial;
  return captured(subject, {
    ...partially,
    name: 'captured to the end',
    part,
    amount,
    atMost,
    closing: rules.partialsClose.id,
    event,
  });
}

/** More than the order has left of a line, of tax or of shipping, or a line that it does not have (legacy, Endpoints, Capture, rule 1). */
function beyond(subject: Subject, part: Part, amount: string | undefined): readonly LegacyOutcome[] {
  const { payment } = subject;
  const { order, authorized, amountUnknown } = payment;
  const refused = captureMayBeRefused(subject, 'not in the order');
  if (amountUnknown === undefined && namesNoLine(order, part))
    return choose(open.captureUnknownLine, {
      refused,
      nothing: captured(subject, { ...partially, ...ofNothing, part: { items: [] } }),
    });
  // A target that accepts it may capture only what is left, which stays below the total.
  const taken = capturedAmountOpen(subject, part, amount ?? '0', { atMost: mostOf(payment, part) });
  // Where what is left is unknown, or a line is not in the order, neither answer is about a line that is captured again.
  if (amount === undefined || amountUnknown === true) return [refused, taken];
  const again: readonly LegacyOutcome[] = choose(open.captureLineAgain, { accepted: taken });
  const total = plus(capturedTotal(subject), amount);
  const isWhole = isSame(order.total, authorized);
  const closing =
    isWhole && isMore(total, order.total)
      ? above(subject, part, order.total).filter((outcome) => outcome.refused !== true)
      : [];
  // Its refusal may be for the part, for the whole, for a line that lowers the total, or for nothing to capture: it settles none of them.
  const lower = isMore(order.total, authorized) ? authorized : order.total;
  const isOtherwise = isMore(total, lower) || !isMore(amount, '0') || namesDiscount(order, part);
  if (isOtherwise) return [refused, ...closing, ...again];
  return choose(open.captureLineAgain, { refused, accepted: taken });
}

/** A line that the order does not have is worth nothing. What counts as captured then is not shown, but the payment stays open. */
const ofNothing = {
  name: 'captured, but nothing',
  rule: rules.itemsOfLastUpdate.id,
  amount: '0',
  amountUnknown: true,
  staysOpen: true,
  ownAmountKnown: true,
} as const;

/** Whether a part names only lines that the order does not have. */
const namesNoLine = (order: Order, { items, tax, shipping }: Part): boolean =>
  tax === undefined &&
  shipping === undefined &&
  items.length > 0 &&
  items.every(({ item }) => order.items.every((line) => line.item !== item));

/** More than is left of the amount: how much is captured is not shown, but the payment has reached its amount. */
function above(subject: Subject, part: Part, threshold: string): readonly LegacyOutcome[] {
  const atMost = mostOf(subject.payment, part);
  const closing = toTheEnd(subject, part, undefined, atMost);
  const left = minus(threshold, capturedTotal(subject));
  return choose(open.captureAboveRest, {
    refused: captureMayBeRefused(subject, 'more than is left'),
    closes: isMore(left, '0') ? closing : capturedAmountOpen(subject, part, left, { atMost }),
  });
}

/** The most that can be captured with a part: the total that was ordered or authorized plus the part; undefined when its worth is unknown. */
function mostOf({ order, authorized }: Payment, part: Part): string | undefined {
  const amount = worth(order, part);
  return amount && plus(isMore(order.total, authorized) ? order.total : authorized, amount);
}

/** A capture that the document neither permits nor forbids; the payment's amounts are unknown afterwards. */
function capturedAmountOpen(
  subject: Subject,
  part: Part,
  amount: string,
  known: { readonly staysOpen?: true; readonly atMost?: string | undefined } = {},
): LegacyOutcome {
  return captured(subject, {
    ...partially,
    ...known,
    name: 'captured, amount open',
    part,
    amount,
    amountUnknown: true,
  });
}

/** Which total counts after an update is open where the two differ (legacy, States and transitions). */
function underThreshold(
  payment: Payment,
  under: (threshold: string) => LegacyOutcome | readonly LegacyOutcome[],
): readonly LegacyOutcome[] {
  const { authorized, order } = payment;
  if (isSame(authorized, order.total)) return [under(order.total)].flat();
  return choose(open.captureThreshold, { updated: under(order.total), authorized: under(authorized) });
}

/** The captured total: all that captures took, less refunds where they lower it. */
function capturedTotal({ state, key, payment }: Pick<PaymentCall, 'state' | 'key' | 'payment'>): string {
  if (payment.refundsLower === undefined) return payment.taken.amount;
  const returned = Object.values(state.captures)
    .filter(({ payment: of }) => of === key)
    .reduce((sum, { refunded }) => plus(sum, refunded), '0');
  return minus(payment.taken.amount, returned);
}

/** The capture of a closed payment fails; whether it gives a reason the document says in two ways (legacy, Errors). */
function failedClosed(subject: Subject): readonly LegacyOutcome[] {
  const withoutId = subject
    .refusedClosed()
    .map((outcome) => append(outcome, absent(rules.failNoCaptureId.id, 'capture_id'), reasonIsClosed));
  return choose(open.captureReason, {
    absent: withoutId.map((outcome) => append(outcome, reasonIs(true))),
    present: withoutId.map((outcome) => append(outcome, reasonIs(false))),
  });
}

const reasonIsClosed = field(
  rules.reasonGiven.id,
  'reason',
  judged((value) => isAbsent(value) || value === 'closed', { is: 'closed', optional: true }),
  { provesWhere: (value) => !isAbsent(value) },
);

const reasonIs = (missing: boolean) =>
  field(
    rules.failReply.id,
    'reason',
    judged((value) => isAbsent(value) === missing, missing ? { missing: 'absent' } : { present: true }),
    { countsAsEvidence: false },
  );
