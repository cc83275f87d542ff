import type { Check } from '../../../engine/model.ts';
import { paymentRules as rules } from '../../../spec/resource/payment.ts';
import { at, isBoolean, isNumber, isObject } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import {
  entries,
  hasPrefix,
  isNumberOrUnset,
  isObjectOrUnset,
  isPerson,
  isTextOrUnset,
  isUnset,
  sameState,
} from '../forms.ts';
import { instantMs, isInstant } from '../instants.ts';
import { claim, claimed } from '../verdicts.ts';

const states = ['AUTHORIZED', 'CLOSED', 'REJECTED'];
const everyEntry = (list: string, name: string, holds: (value: unknown) => boolean) => (body: unknown) =>
  entries(at(body, [list])).every((entry) => holds(entry[name]));
const isTrue = (value: unknown): boolean => value === true;

/** What holds of the form of every payment object, whatever happened to it (Resources and their fields). */
export const paymentForm: readonly Check<Reply>[] = Object.freeze([
  claimed([rules.id.id], 'id', 'a string that starts with pay_', hasPrefix('pay_')),
  claimed([rules.createdAt.id], 'created_at', 'an ISO 8601 instant in UTC', isInstant),
  claimed([rules.amount.id], 'amount', 'a number', isNumber),
  claimed([rules.currency.id], 'currency', '"JPY"', (value) => value === 'JPY'),
  claimed([rules.description.id], 'description', 'a string', isTextOrUnset),
  claimed([rules.storeName.id], 'store_name', 'a string', isTextOrUnset),
  claimed([rules.test.id], 'test', 'a boolean', isBoolean),
  claimed([rules.status.id], 'status', 'AUTHORIZED, CLOSED or REJECTED', (value) =>
    states.some((state) => sameState(value, state)),
  ),
  claimed([rules.tier.id], 'tier', 'a string', (value) => typeof value === 'string' && value !== ''),
  claimed([rules.buyer.id], 'buyer', 'an object', isObject),
  claim(
    [rules.buyerFields.id],
    'buyer with name1, name2, email and phone as strings, one of them at least',
    (body) => at(body, ['buyer']),
    isPerson,
  ),
  claimed([rules.order.id], 'order', 'an object', isObject),
  ofOrder(rules.items.id, 'items', 'an array of items with unit_price and quantity', isItemsOrUnset),
  ofOrder(rules.tax.id, 'tax', 'a number', isNumberOrUnset),
  ofOrder(rules.shipping.id, 'shipping', 'a number', isNumberOrUnset),
  ofOrder(rules.orderRef.id, 'order_ref', 'a string', isTextOrUnset),
  claimed([rules.address.id], 'shipping_address', 'an object', isObjectOrUnset),
  claimed([rules.captures.id], 'captures', 'an array', Array.isArray),
  claimed([rules.refunds.id], 'refunds', 'an array', Array.isArray),
  claimed([rules.metadata.id], 'metadata', 'an object', isObjectOrUnset),
]);

/** An authorization has an expiry after its beginning; a payment that was rejected has none that anybody could judge. */
export const expiryForm: readonly Check<Reply>[] = Object.freeze([
  claimed([rules.expiresAt.id], 'expires_at', 'an ISO 8601 instant in UTC', isInstant),
  claim([rules.expiresAt.id], 'expires_at later than created_at', (body) => body, expiresLater),
]);

/** Whether the expiry that a payment shows comes after its creation; of instants in another form their own rules tell. */
export function expiresLater(body: unknown): boolean {
  const [created, expires] = [at(body, ['created_at']), at(body, ['expires_at'])];
  return !isInstant(created) || !isInstant(expires) || instantMs(expires) > instantMs(created);
}

/** A field of the order, where there is an order: that there is none is its own rule's to tell. */
function ofOrder(rule: string, name: string, expected: string, holds: (value: unknown) => boolean) {
  return claim(
    [rule],
    `order.${name}: ${expected}`,
    (body) => at(body, ['order']),
    (order) => !isObject(order) || holds(order[name]),
  );
}

/** What holds of every capture object that a payment shows; proves nothing where there is none. */
export const captureForm: readonly Check<Reply>[] = Object.freeze([
  claim(
    [rules.captureId.id],
    'captures with ids that start with cap_',
    everyEntry('captures', 'id', hasPrefix('cap_')),
    isTrue,
  ),
  claim(
    [rules.captureCreatedAt.id],
    'captures with created_at in ISO 8601 UTC',
    everyEntry('captures', 'created_at', isInstant),
    isTrue,
  ),
  claim(
    [rules.captureAmount.id],
    'captures with a number as amount',
    everyEntry('captures', 'amount', isNumber),
    isTrue,
  ),
  claim(
    [rules.captureTax.id],
    'captures with numbers as tax and shipping',
    (body) =>
      everyEntry('captures', 'tax', isNumberOrUnset)(body) &&
      everyEntry('captures', 'shipping', isNumberOrUnset)(body),
    isTrue,
  ),
  claim(
    [rules.captureItems.id],
    'captures with an array of items',
    everyEntry('captures', 'items', isItemsOrUnset),
    isTrue,
  ),
  claim(
    [rules.captureMetadata.id],
    'captures with an object as metadata',
    everyEntry('captures', 'metadata', isObjectOrUnset),
    isTrue,
  ),
]);

/** What holds of every refund object that a payment shows. */
export const refundForm: readonly Check<Reply>[] = Object.freeze([
  claim(
    [rules.refundId.id],
    'refunds with ids that start with ref_',
    everyEntry('refunds', 'id', hasPrefix('ref_')),
    isTrue,
  ),
  claim(
    [rules.refundCreatedAt.id],
    'refunds with created_at in ISO 8601 UTC',
    everyEntry('refunds', 'created_at', isInstant),
    isTrue,
  ),
  claim(
    [rules.refundCaptureId.id],
    'refunds with a capture_id that starts with cap_',
    everyEntry('refunds', 'capture_id', hasPrefix('cap_')),
    isTrue,
  ),
  claim(
    [rules.refundAmount.id],
    'refunds with a number as amount',
    everyEntry('refunds', 'amount', isNumber),
    isTrue,
  ),
  claim(
    [rules.refundReason.id],
    'refunds with a string as reason',
    everyEntry('refunds', 'reason', isTextOrUnset),
    isTrue,
  ),
  claim(
    [rules.refundMetadata.id],
    'refunds with an object as metadata',
    everyEntry('refunds', 'metadata', isObjectOrUnset),
    isTrue,
  ),
]);

function isItemsOrUnset(value: unknown): boolean {
  return isUnset(value) || isItems(value);
}

function isItems(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (item) => isObject(item) && isNumber(item['unit_price']) && Number.isInteger(item['quantity']),
    )
  );
}
