import type { Check } from '../../../engine/model.ts';
import { paymentRules as rules } from '../../../spec/resource/payment.ts';
import { at, check, field, isBoolean, isNumber, isObject } from '../../checks.ts';
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

const states = ['AUTHORIZED', 'CLOSED', 'REJECTED'];
const everyEntry =
  (list: string, name: string, holds: (value: unknown) => boolean) =>
  ({ body }: Reply) =>
    entries(at(body, [list])).every((entry) => holds(entry[name]));
const isTrue = (value: unknown): boolean => value === true;

/** What holds of the form of every payment object, whatever happened to it (Resources and their fields). */
export const paymentForm: readonly Check<Reply>[] = Object.freeze([
  field(rules.id.id, 'id', hasPrefix('pay_'), 'a string that starts with pay_'),
  field(rules.createdAt.id, 'created_at', isInstant, 'an ISO 8601 instant in UTC'),
  field(rules.amount.id, 'amount', isNumber, 'a number'),
  field(rules.currency.id, 'currency', (value) => value === 'JPY', '"JPY"'),
  field(rules.description.id, 'description', isTextOrUnset, 'a string'),
  field(rules.storeName.id, 'store_name', isTextOrUnset, 'a string'),
  field(rules.test.id, 'test', isBoolean, 'a boolean'),
  field(
    rules.status.id,
    'status',
    (value) => states.some((state) => sameState(value, state)),
    'AUTHORIZED, CLOSED or REJECTED',
  ),
  field(rules.tier.id, 'tier', (value) => typeof value === 'string' && value !== '', 'a string'),
  field(rules.buyer.id, 'buyer', isObject, 'an object'),
  check(
    rules.buyerFields.id,
    'buyer with name1, name2, email and phone as strings, one of them at least',
    ({ body }) => at(body, ['buyer']),
    isPerson,
  ),
  field(rules.order.id, 'order', isObject, 'an object'),
  ofOrder(rules.items.id, 'items', 'an array of items with unit_price and quantity', isItemsOrUnset),
  ofOrder(rules.tax.id, 'tax', 'a number', isNumberOrUnset),
  ofOrder(rules.shipping.id, 'shipping', 'a number', isNumberOrUnset),
  ofOrder(rules.orderRef.id, 'order_ref', 'a string', isTextOrUnset),
  field(rules.address.id, 'shipping_address', isObjectOrUnset, 'an object'),
  field(rules.captures.id, 'captures', Array.isArray, 'an array'),
  field(rules.refunds.id, 'refunds', Array.isArray, 'an array'),
  field(rules.metadata.id, 'metadata', isObjectOrUnset, 'an object'),
]);

/** An authorization has an expiry after its beginning; a payment that was rejected has none that anybody could judge. */
export const expiryForm: readonly Check<Reply>[] = Object.freeze([
  field(rules.expiresAt.id, 'expires_at', isInstant, 'an ISO 8601 instant in UTC'),
  check(rules.expiresAt.id, 'expires_at later than created_at', ({ body }) => body, expiresLater),
]);

/** Whether the expiry that a payment shows comes after its creation; of instants in another form their own rules tell. */
export function expiresLater(body: unknown): boolean {
  const [created, expires] = [at(body, ['created_at']), at(body, ['expires_at'])];
  return !isInstant(created) || !isInstant(expires) || instantMs(expires) > instantMs(created);
}

/** A field of the order, where there is an order: that there is none is its own rule's to tell. */
function ofOrder(rule: string, name: string, expected: string, holds: (value: unknown) => boolean) {
  return check(
    rule,
    `order.${name}: ${expected}`,
    ({ body }) => at(body, ['order']),
    (order) => !isObject(order) || holds(order[name]),
  );
}

/** What holds of every capture object that a payment shows; proves nothing where there is none. */
export const captureForm: readonly Check<Reply>[] = Object.freeze([
  check(
    rules.captureId.id,
    'captures with ids that start with cap_',
    everyEntry('captures', 'id', hasPrefix('cap_')),
    isTrue,
  ),
  check(
    rules.captureCreatedAt.id,
    'captures with created_at in ISO 8601 UTC',
    everyEntry('captures', 'created_at', isInstant),
    isTrue,
  ),
  check(
    rules.captureAmount.id,
    'captures with a number as amount',
    everyEntry('captures', 'amount', isNumber),
    isTrue,
  ),
  check(
    rules.captureTax.id,
    'captures with numbers as tax and shipping',
    (reply) =>
      everyEntry('captures', 'tax', isNumberOrUnset)(reply) &&
      everyEntry('captures', 'shipping', isNumberOrUnset)(reply),
    isTrue,
  ),
  check(
    rules.captureItems.id,
    'captures with an array of items',
    everyEntry('captures', 'items', isItemsOrUnset),
    isTrue,
  ),
  check(
    rules.captureMetadata.id,
    'captures with an object as metadata',
    everyEntry('captures', 'metadata', isObjectOrUnset),
    isTrue,
  ),
]);

/** What holds of every refund object that a payment shows. */
export const refundForm: readonly Check<Reply>[] = Object.freeze([
  check(
    rules.refundId.id,
    'refunds with ids that start with ref_',
    everyEntry('refunds', 'id', hasPrefix('ref_')),
    isTrue,
  ),
  check(
    rules.refundCreatedAt.id,
    'refunds with created_at in ISO 8601 UTC',
    everyEntry('refunds', 'created_at', isInstant),
    isTrue,
  ),
  check(
    rules.refundCaptureId.id,
    'refunds with a capture_id that starts with cap_',
    everyEntry('refunds', 'capture_id', hasPrefix('cap_')),
    isTrue,
  ),
  check(
    rules.refundAmount.id,
    'refunds with a number as amount',
    everyEntry('refunds', 'amount', isNumber),
    isTrue,
  ),
  check(
    rules.refundReason.id,
    'refunds with a string as reason',
    everyEntry('refunds', 'reason', isTextOrUnset),
    isTrue,
  ),
  check(
    rules.refundMetadata.id,
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
