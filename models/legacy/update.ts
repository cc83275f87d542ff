import type { ExpectedNotification } from '../../engine/model.ts';
import { eventRules } from '../../spec/legacy/events.ts';
import { legacyLatitudes as open } from '../../spec/legacy/latitudes.ts';
import { status } from '../../spec/legacy/status.ts';
import { update as rules, updateRequest } from '../../spec/legacy/update.ts';
import { choose } from '../choose.ts';
import type { Notification } from '../wire.ts';
import { isMore, isSame, sumOf } from './amounts.ts';
import { allowed, forbidden } from './events.ts';
import {
  isUnspecifiedRef,
  leavesOutIds,
  leavesOutOptional,
  isOrderRefOnly,
  orderOf,
  orderRefOf,
} from './order.ts';
import type { LegacyOutcome } from './outcome.ts';
import { aboutChecks, failureTexts } from './payment-checks.ts';
import { mayFail } from './refused.ts';
import { whereFailed } from './replies.ts';
import { updateRequired } from '../../spec/legacy/required.ts';
import { lacksPaymentId, lacksRequired, ownRowOf } from './required.ts';
import { withPayment, type Fact, type Order, type Payment } from './state.ts';
import type { PaymentModel, Subject } from './subject.ts';
import { isOutcomeOpen } from './unspecified-input.ts';

const table = updateRequest.omit({ checksum: true });
const lacks = lacksRequired(table);
const lacksDetail = ownRowOf(table, updateRequired);

/** Update overwrites the order of an open payment, or sets its order_ref alone (legacy, Endpoints, Update). */
export const updateModel: PaymentModel = {
  operation: 'update',
  rules,
  lacks: (body) => (!isOrderRefOnly(body) && lacks(body)) || lacksPaymentId(body),
  lacksDetail: (body) => (isOrderRefOnly(body) ? undefined : lacksDetail(body)),
  predict(subject) {
    const refOnly = isOrderRefOnly(subject.call.body);
    if (subject.payment.state.is === 'close') return closed(subject, refOnly);
    const outcomes = refOnly ? orderRefAlone(subject) : wholeOrder(subject);
    return [...outcomes, ...subject.perhapsClosed()];
  },
};

function closed(subject: Subject, refOnly: boolean): readonly LegacyOutcome[] {
  const outcomes = subject.refusedClosed();
  // An order that may be refused on an open payment may be refused for the same reason on a closed one.
  if (!refOnly) return [...outcomes, ...wholeOrder(subject).filter(({ refused }) => refused === true)];
  const { payment } = subject;
  const { id: paymentId } = payment;
  const set = orderRefAlone(subject).map((outcome) => standingStill(outcome, subject));
  return choose(open.orderRefOnlyClosed, {
    // Whether an order_ref-only update that fails is as silent as one that succeeds is not shown.
    refused: outcomes.map((outcome) => ({
      ...outcome,
      expects: () => (paymentId === undefined ? [] : [allowed('update_fail', { paymentId })]),
    })),
    set,
  });
}

/** An update does not reopen a closed payment. */
function standingStill(outcome: LegacyOutcome, { key, payment }: Subject): LegacyOutcome {
  return {
    ...outcome,
    next: (reply) => withPayment(outcome.next(reply), key, (after) => ({ ...after, state: payment.state })),
  };
}

function orderRefAlone(subject: Subject): readonly LegacyOutcome[] {
  const { payment, call } = subject;
  const sent = orderRefOf(call.body) ?? '';
  const set = updated(subject, payment.order, { is: sent, because: rules.orderRefOnly.id }, true);
  if (payment.orderRef.is === null && payment.unsure === undefined) return [set];
  return choose(open.orderRefOnlyAgain, {
    replaced: set,
    refused: updateMayFail(subject, 'order_ref set before', rules.orderRefOnly.id, true),
    kept: updated(subject, payment.order, payment.orderRef, true),
  });
}

function wholeOrder(subject: Subject): readonly LegacyOutcome[] {
  const { payment, call } = subject;
  const order = orderOf(call.body);
  const withRef = referenced(subject, order);
  if (isOutcomeOpen('update', call)) return withRef.map(unsure(subject));
  const captured = !isSame(payment.taken.amount, '0');
  const inconsistent = !isSame(sumOf(order), order.total);
  const edited = captured && !keepsLines(payment.order, order);
  // A refusal for one of two reasons settles neither.
  if (inconsistent && edited) {
    const refused = updateMayFail(subject, 'inconsistent total or edited line', rules.overwrites.id);
    const edits: readonly LegacyOutcome[] = choose(open.editedLine, {
      refused: [],
      accepted: withRef.map(unsure(subject)),
    });
    const taken: readonly LegacyOutcome[] = choose(open.inconsistentTotal, { refused: [], accepted: edits });
    return [refused, ...taken];
  }
  if (inconsistent) {
    return choose(open.inconsistentTotal, {
      refused: updateMayFail(subject, 'inconsistent total', rules.overwrites.id),
      accepted: withRef.map(unsure(subject)),
    });
  }
  if (edited) {
    return choose(open.editedLine, {
      refused: updateMayFail(subject, 'edited line', rules.newLines.id),
      accepted: withRef.map(unsure(subject)),
    });
  }
  if (captured && isMore(payment.order.total, order.total)) {
    return choose(open.newDiscount, {
      refused: updateMayFail(subject, 'lowered total', rules.newLines.id),
      accepted: withRef,
    });
  }
  // A lowered total may be all that is authorized from then on. After a partial capture the document itself asks for new lines, which raise
  // the total.
  const raised = isMore(order.total, payment.authorized) || isMore(order.total, payment.order.total);
  if (raised && isSame(payment.taken.amount, '0')) {
    return choose(open.raisedTotal, {
      accepted: withRef,
      refused: updateMayFail(subject, 'raised total', rules.newLines.id),
    });
  }
  return withRef;
}

/** What becomes of the order_ref: the one of Authorize must be sent again; what happens otherwise is open. */
function referenced(subject: Subject, order: Order): readonly LegacyOutcome[] {
  const { payment, call } = subject;
  const sent = orderRefOf(call.body);
  const kept = updated(subject, order, { ...payment.orderRef, because: rules.sameOrderRef.id }, false);
  const replaced = updated(subject, order, { is: sent ?? null, because: rules.overwrites.id }, false);
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
  const accused = refOnly ? rules.orderRefOnly.id : added ? rules.newLines.id : ordinary;
  return answered({
    name: refOnly ? 'order_ref set' : 'updated',
    reply: 'success',
    rule: accused,
    proves: added || short ? [rules.succeeds.id] : [],
    form: !refOnly && leavesOutOptional(call.body) ? [rules.optionalFields.id] : [],
    fields: rules.successReply.id,
    next: () =>
      withPayment(state, key, {
        ...payment,
        state: { is: 'open', because: rules.staysOpen.id, seen: false },
        order,
        former: [...payment.order.items, ...payment.former],
        orderRef,
        updated: payment.updated || !refOnly,
        orderBecause: refOnly ? rules.orderRefOnlyKeepsOrder.id : rules.overwrites.id,
        amount: amountAfter(payment, order, refOnly),
        ...(payment.expires && { expires: { ...payment.expires, because: rules.keepsExpiry.id } }),
      }),
    ...(refOnly && { expects: () => silence(payment) }),
  });
}

/** Whether the amount of Status follows an update is open, so it is unknown where it would differ. */
function amountAfter(payment: Payment, order: Order, refOnly: boolean): Payment['amount'] {
  const { amount } = payment;
  if (amount === undefined) return undefined;
  // What Status has not shown yet may have been wrong before the update.
  if (amount.because !== status.readsOnly.id) return isSame(order.total, amount.is) ? amount : undefined;
  if (refOnly) return { is: amount.is, because: rules.orderRefOnlyKeepsOrder.id };
  const same = isSame(order.total, amount.is) && isSame(order.total, payment.authorized);
  return same ? { is: amount.is, because: status.amountNumber.id } : undefined;
}

function silence({ id: paymentId }: Payment): readonly ExpectedNotification<Notification>[] {
  return paymentId === undefined
    ? []
    : [forbidden('update_success', { paymentId }, eventRules.orderRefOnlySilent)];
}

/** An update that may fail; the order stays as it is then. */
function updateMayFail(subject: Subject, why: string, rule: string, refOnly = false): LegacyOutcome {
  const { state, key, payment } = subject;
  const { id: fields } = rules.failReply;
  const checks = whereFailed('update', [...aboutChecks(payment, fields), ...failureTexts(fields)]);
  const about = payment.id === undefined || refOnly ? undefined : { paymentId: payment.id };
  return mayFail({ state, payment: key, operation: 'update', about }, why, rule, checks);
}

/** An order that the document does not permit was accepted: what can be captured of it is open. */
function unsure({ key, call }: Subject) {
  return (outcome: LegacyOutcome): LegacyOutcome => ({
    ...outcome,
    name: `${outcome.name}, order open`,
    next: (reply) =>
      withPayment(outcome.next(reply), key, (payment) => ({
        ...payment,
        unsure: true,
        amount: undefined,
        ...(isUnspecifiedRef(call.body) && { orderRef: { is: null, because: payment.orderRef.because } }),
      })),
  });
}
