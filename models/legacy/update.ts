import type { ExpectedNotification } from '../../engine/model.ts';
import { eventRules } from '../../spec/legacy/events.ts';
import { legacyLatitudes as open } from '../../spec/legacy/latitudes/latitudes.ts';
import { status } from '../../spec/legacy/status.ts';
import { update as rules } from '../../spec/legacy/update.ts';
import { perhapsRefusedFor, refusedFor, unlessRefused } from '../beside.ts';
import { withParts } from '../with-checks.ts';
import { at } from '../checks.ts';
import { choose } from '../choose.ts';
import type { Notification, Reply } from '../wire.ts';
import { isSame, isMore, sumOf } from './payment/amounts.ts';
import { renewalShowsAfterMs } from './payment/expiry.ts';
import { allowed, forbidden, orderRefMayBeNewer } from './events/events.ts';
import {
  isUnspecifiedRef,
  leavesOutIds,
  leavesOutOptional,
  isOrderRefOnly,
  orderOf,
  orderRefOf,
} from './payment/order.ts';
import type { LegacyOutcome } from './replies/outcome.ts';
import { whereFailed } from './replies/replies.ts';
import { aboutChecks, failureTexts } from './payment/payment-checks.ts';
import { mayFail } from './refusals/refused.ts';
import { updateRequired } from '../../spec/legacy/tables.ts';
import { lacksPaymentId, lacksRequired, ownRowOf } from './refusals/required.ts';
import { withPayment, type Fact, type Order, type Payment } from './payment/state.ts';
import type { PaymentModel, Subject } from './subject.ts';
import { tables } from './tables.ts';
import { isOutcomeOpen } from './refusals/unspecified-input.ts';
import type { Latitude } from '../../spec/latitude.ts';

const lacks = lacksRequired(tables.update);
const lacksDetail = ownRowOf(tables.update, updateRequired);

/** Update overwrites the order of an open payment, or sets its order_ref alone (legacy, Endpoints, Update). */
export const updateModel: PaymentModel = {
  operation: 'update',
  rules,
  lacks: (body) => (!isOrderRefOnly(body) && lacks(body)) || lacksPaymentId(body),
  lacksDetail: (body) => (isOrderRefOnly(body) ? undefined : lacksDetail(body)),
  // Without the order its order_ref is missing too.
  isRefusedAlike: (body) => at(body, ['order']) === undefined,
  predict(subject) {
    const refOnly = isOrderRefOnly(subject.call.body);
    if (subject.payment.state.is === 'close') return closed(subject, refOnly);
    const outcomes = refOnly ? orderRefAlone(subject) : wholeOrder(subject);
    return [...outcomes, ...subject.possiblyClosed()];
  },
};

function closed(subject: Subject, refOnly: boolean): readonly LegacyOutcome[] {
  const outcomes = subject.refusedClosed();
  // An order that may be refused on an open payment may be refused for the same reason on a closed one.
  if (!refOnly) return refusedFor(outcomes, wholeOrder(subject));
  const { payment } = subject;
  const { id: paymentId } = payment;
  const set = orderRefAlone(subject).map((outcome) => standingStill(outcome, subject));
  // Whether an order_ref-only update that fails is as silent as one that succeeds is not shown.
  const silent = outcomes.map((outcome) =>
    withParts(outcome, {
      expects: () => (paymentId === undefined ? [] : [allowed('update_fail', { paymentId })]),
    }),
  );
  return unlessRefused(open.orderRefOnlyClosed, 'set', set, 'refused', silent, 'refused');
}

/** An update does not reopen a closed payment. */
function standingStill(outcome: LegacyOutcome, { key, payment }: Subject): LegacyOutcome {
  return withParts(outcome, {
    next: (reply) => withPayment(outcome.next(reply), key, (after) => ({ ...after, state: payment.state })),
  });
}

function orderRefAlone(subject: Subject): readonly LegacyOutcome[] {
  const { payment, call } = subject;
  const sent = orderRefOf(call.body) ?? '';
  const set = updated(subject, payment.order, { is: sent, setBy: rules.orderRefOnly.id }, true);
  if (payment.orderRef.is === null && payment.amountUnknown === undefined) return [set];
  const refused = updateMayFail(subject, 'order_ref set before', rules.orderRefOnly.id, true);
  const kept = updated(subject, payment.order, payment.orderRef, true);
  // Where it is open what was executed, so is whether an order_ref was set: the answer settles nothing.
  if (payment.amountUnknown !== undefined) return [set, refused, kept];
  const point =
    payment.orderRefAtAuthorize === undefined
      ? open.orderRefOnlyAfterUpdate
      : open.orderRefOnlyAfterAuthorize;
  return choose(point, { replaced: set, refused, kept });
}

function wholeOrder(subject: Subject): readonly LegacyOutcome[] {
  const { call } = subject;
  const order = orderOf(call.body);
  const withRef = referenced(subject, order);
  if (isOutcomeOpen('update', call)) return withRef.map(withOpenOrder(subject));
  const objections = objectionsTo(subject.payment, order);
  const [first, ...others] = objections;
  if (first === undefined) return withRef;
  const refused = updateMayFail(subject, first.why, rules.overwrites.id);
  const accepted = objections.some(({ opens }) => opens) ? withRef.map(withOpenOrder(subject)) : withRef;
  const { point } = first;
  if (others.length === 0) {
    if (point === undefined) return perhapsRefusedFor({ refusals: [refused], otherwise: accepted });
    return point.choices[0] === 'accepted'
      ? choose(point, { accepted, refused })
      : choose(point, { refused, accepted });
  }
  // A refusal for one of several reasons settles none. An acceptance says nothing of a total that need not be the one in force.
  let taken: readonly LegacyOutcome[] = accepted;
  for (const { point: one, opens } of objections)
    if (opens && one !== undefined) taken = choose(one, { accepted: taken });
  return [refused, ...taken];
}

/** What becomes of the order_ref: the one of Authorize must be sent again; what happens otherwise is open. */
function referenced(subject: Subject, order: Order): readonly LegacyOutcome[] {
  const { payment, call } = subject;
  const sent = orderRefOf(call.body);
  const kept = updated(subject, order, { ...payment.orderRef, setBy: rules.sameOrderRef.id }, false);
  const replaced = updated(subject, order, { is: sent ?? null, setBy: rules.overwrites.id }, false);
  const { orderRefAtAuthorize: first } = payment;
  // After an order_ref-only update it is not shown which of the two is 'the same': the one of Authorize or the one in force.
  const same = (sent ?? null) === payment.orderRef.is;
  if (same && (first === undefined || first === sent)) return [kept];
  const refused = updateMayFail(subject, 'order_ref', rules.sameOrderRef.id);
  if (sent === undefined) return choose(open.missingOrderRef, { refused, kept, dropped: replaced });
  if (first === undefined && payment.orderRef.is === null)
    return choose(open.firstOrderRef, { set: replaced, ignored: kept });
  // Of an order_ref that only an update has set, the rule about the one of Authorize says nothing: the answer settles nothing.
  return first === undefined
    ? [refused, replaced, kept]
    : choose(open.otherOrderRef, { refused, replaced, kept });
}

function updated(
  subject: Subject,
  order: Order,
  orderRef: Fact<string | null>,
  refOnly: boolean,
): LegacyOutcome {
  const { state, call, key, payment, answered } = subject;
  const added = order.items.length > payment.order.items.length && !isSame(payment.taken.amount, '0');
  const short = !refOnly && leavesOutIds(call.body);
  const ordinary = short ? rules.optionalFields.id : rules.succeeds.id;
  const outcome = answered({
    name: refOnly ? 'order_ref set' : 'updated',
    reply: 'success',
    rule: refOnly ? rules.orderRefOnly.id : ordinary,
    proves: [...(short ? [rules.succeeds.id] : []), ...(added ? [rules.newLines.id] : [])],
    form: !refOnly && leavesOutOptional(call.body) ? [rules.optionalFields.id] : [],
    fields: rules.successReply.id,
    next: (reply) =>
      withPayment(state, key, {
        ...payment,
        state: { is: 'open', setBy: rules.staysOpen.id, seen: false },
        order,
        former: [...payment.order.items, ...payment.former],
        orderRef,
        updated: payment.updated || !refOnly,
        ...laterBy(subject, reply),
        orderSetBy: refOnly ? rules.orderRefOnlyKeepsOrder.id : rules.overwrites.id,
        amount: amountAfter(payment, order, refOnly),
        ...(payment.expires && { expires: { ...payment.expires, setBy: rules.keepsExpiry.id } }),
      }),
    ...(refOnly && { expects: () => silence(payment) }),
  });
  const newer = newerOrderRef(payment, orderRef.is);
  if (newer.length === 0) return outcome;
  return withParts(outcome, { expects: (reply) => [...(outcome.expects?.(reply) ?? []), ...newer] });
}

/** Whether a renewed `expires` would differ from the one of the authorization: it is written in seconds. */
function laterBy({ state, payment, call }: Subject, reply: Reply | undefined): Pick<Payment, 'updatedLater'> {
  if (state.moved > payment.born) return { updatedLater: 'on a moved clock' };
  const { authorization } = payment;
  const realMs =
    reply === undefined || authorization === undefined ? 0 : reply.sentAt - authorization.receivedAt;
  return Math.max(call.pauseMs ?? 0, realMs) < renewalShowsAfterMs
    ? {}
    : { updatedLater: 'by a real second' };
}

/** Whether the amount of Status follows an update is open, so it is unknown where it would differ. */
function amountAfter(payment: Payment, order: Order, refOnly: boolean): Payment['amount'] {
  const { amount } = payment;
  if (amount === undefined) return undefined;
  // What Status has not shown yet may have been wrong before the update.
  if (amount.setBy !== status.readsOnly.id) return isSame(order.total, amount.is) ? amount : undefined;
  if (refOnly) return { is: amount.is, setBy: rules.orderRefOnlyKeepsOrder.id };
  const same = isSame(order.total, amount.is) && isSame(order.total, payment.authorized);
  return same ? { is: amount.is, setBy: status.amountNumber.id } : undefined;
}

/** Where Authorize was given another one. */
function newerOrderRef(
  { id, orderRefAtAuthorize: first }: Payment,
  now: string | null,
): readonly ExpectedNotification<Notification>[] {
  const isNewer = id !== undefined && first !== undefined && now !== null && now !== first;
  return isNewer ? [orderRefMayBeNewer(id, now)] : [];
}

function silence({ id: paymentId }: Payment): readonly ExpectedNotification<Notification>[] {
  if (paymentId === undefined) return [];
  return [forbidden('update_success', { paymentId }, eventRules.orderRefOnlySilent)];
}

/** An update that may fail; the order stays as it is then. */
function updateMayFail(subject: Subject, why: string, rule: string, refOnly = false): LegacyOutcome {
  const { state, key, payment } = subject;
  const { id: fields } = rules.failReply;
  const checks = () => whereFailed('update', [...aboutChecks(payment, fields), ...failureTexts(fields)]);
  const about = payment.id === undefined || refOnly ? undefined : { paymentId: payment.id };
  return mayFail({ state, payment: key, operation: 'update', about }, why, rule, checks);
}

/** An order that the document does not permit was accepted: what can be captured of it is open. A refusal leaves the order as it is. */
function withOpenOrder({ key, call }: Subject) {
  return (outcome: LegacyOutcome): LegacyOutcome => {
    if (outcome.refused === true) return outcome;
    return withParts(outcome, {
      name: `${outcome.name}, order open`,
      next: (reply) =>
        withPayment(outcome.next(reply), key, (payment) => ({
          ...payment,
          amountUnknown: true,
          amount: undefined,
          ...(isUnspecifiedRef(call.body) && { orderRef: { is: null, setBy: payment.orderRef.setBy } }),
        })),
    });
  };
}

/** Why an update of a whole order may be refused although its form is right. */
interface Objection {
  /** The open point that its answer settles where nothing else is objected; absent: it settles none. */
  readonly point?: Latitude & { readonly choices: readonly ('accepted' | 'refused')[] };
  readonly why: string;
  /** The order does not fit itself or what was captured: where it is accepted, its amounts are unknown. */
  readonly opens?: true;
}

/** What may be wrong with an order, beside its order_ref (legacy, Endpoints, Update; Order object). */
function objectionsTo(payment: Payment, order: Order): readonly Objection[] {
  const { order: before, taken } = payment;
  const captured = !isSame(taken.amount, '0');
  const edited = captured && !keepsLines(before, order);
  return [
    ...(isSame(sumOf(order), order.total)
      ? []
      : [
          {
            point: open.inconsistentTotal,
            why: 'inconsistent total',
            opens: true,
          } as const,
        ]),
    ...(edited ? [{ point: open.editedLine, why: 'edited line', opens: true } as const] : []),
    ...(captured && isMore(before.total, order.total)
      ? [{ point: open.newDiscount, why: 'lowered total' }]
      : []),
    ...(raisesTotal(payment, order) ? [{ why: 'raised total', ...raisePoint(payment, order) }] : []),
  ];
}

/** After a partial capture the document raises the total by new lines; that every target adds them, or each of them, it does not say. */
function raisePoint(
  { order: before, taken, authorized, amountUnknown }: Payment,
  { total }: Order,
): Pick<Objection, 'point'> {
  if (amountUnknown !== undefined) return {};
  if (isSame(taken.amount, '0')) return { point: open.raisedTotal };
  // One that an update has raised before the capture stands.
  return isMore(total, authorized) && isMore(total, before.total) ? { point: open.raiseAfterCapture } : {};
}

/** Whether an order raises the total above what was authorized; a lowered one may be all that is authorized from then on. */
const raisesTotal = ({ order: before, authorized }: Payment, { total }: Order): boolean =>
  isMore(total, authorized) || isMore(total, before.total);

/** Existing lines, tax and shipping stay as they are; new lines may follow (legacy, Endpoints, Update, rule 1). */
function keepsLines(before: Order, after: Order): boolean {
  return (
    isSame(before.tax, after.tax) &&
    isSame(before.shipping, after.shipping) &&
    before.items.every((line) =>
      after.items.some(
        (other) =>
          other.item === line.item &&
          other.title === line.title &&
          other.quantity === line.quantity &&
          isSame(other.amount, line.amount),
      ),
    )
  );
}
