import type { Check } from '../../../../engine/model.ts';
import { paymentRules as rules } from '../../../../spec/resource/payment.ts';
import { at, check, field, isBoolean, isNumber, isObject } from '../../../checks.ts';
import type { Reply } from '../../../wire.ts';
import { personChecks } from '../../person.ts';
import {
  entries,
  hasPrefix,
  isNothing,
  isNumberOrUnset,
  isObjectOrUnset,
  isPerson,
  isTextOrUnset,
  isUnset,
  identities,
  sameState,
  showsSomething,
} from '../../forms.ts';
import { instantMs, isInstant } from '../../replies/notation.ts';

const states = ['AUTHORIZED', 'CLOSED', 'REJECTED'];

/** The form of every payment object, in whatever state (Resources and their fields). */
export const paymentForm: readonly Check<Reply>[] = Object.freeze([
  field(rules.id.id, 'id', hasPrefix('pay_'), 'a string that starts with pay_'),
  field(rules.createdAt.id, 'created_at', isInstant, 'an ISO 8601 instant in UTC'),
  field(rules.amount.id, 'amount', isNumber, 'a number'),
  field(rules.currency.id, 'currency', (value) => value === 'JPY', '"JPY"'),
  field(rules.description.id, 'description', isTextOrUnset, 'a string', showsSomething),
  field(rules.storeName.id, 'store_name', isTextOrUnset, 'a string', showsSomething),
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
    // A missing buyer breaks its own rule.
    (buyer) => !isObject(buyer) || isPerson(buyer),
    { about: 'buyer', provesWhere: isObject },
  ),
  ...personChecks('buyer', {
    name1: rules.buyerName1,
    name2: rules.buyerName2,
    email: rules.buyerEmail,
    phone: rules.buyerPhone,
  }),
  field(rules.order.id, 'order', isObject, 'an object'),
  ofOrder(rules.items.id, 'items', 'an array of items with unit_price and quantity', isItemsOrUnset),
  ofOrder(rules.tax.id, 'tax', 'a number', isNumberOrUnset),
  ofOrder(rules.shipping.id, 'shipping', 'a number', isNumberOrUnset),
  ofOrder(rules.orderRef.id, 'order_ref', 'a string', isTextOrUnset),
  field(rules.address.id, 'shipping_address', isObjectOrUnset, 'an object', showsSomething),
  field(rules.captures.id, 'captures', Array.isArray, 'an array'),
  field(rules.refunds.id, 'refunds', Array.isArray, 'an array'),
  field(rules.metadata.id, 'metadata', isObjectOrUnset, 'an object', showsSomething),
]);

/** An authorization expires after its creation. Not judged of a rejected payment, which has no authorization. */
export const expiryForm: readonly Check<Reply>[] = Object.freeze([
  field(rules.expiresAt.id, 'expires_at', isInstant, 'an ISO 8601 instant in UTC'),
  check(rules.expiresAt.id, 'expires_at later than created_at', ({ body }) => body, expiresLater, {
    about: 'expires_at',
  }),
]);

/** Whether a payment expires after its creation; instants of another form break their own rules. */
export function expiresLater(body: unknown): boolean {
  const [created, expires] = [at(body, ['created_at']), at(body, ['expires_at'])];
  return !isInstant(created) || !isInstant(expires) || instantMs(expires) > instantMs(created);
}

/** A field of the order. A missing order breaks its own rule. */
function ofOrder(rule: string, name: string, expected: string, holds: (value: unknown) => boolean) {
  return check(
    rule,
    `order.${name}: ${expected}`,
    ({ body }) => at(body, ['order']),
    (order) => !isObject(order) || holds(order[name]),
    { about: `order.${name}`, provesWhere: (order) => isObject(order) && !isNothing(order[name]) },
  );
}

/** Whether a record shows something in a field. */
const isShown = (value: unknown): boolean => !isUnset(value) && !(Array.isArray(value) && value.length === 0);

/** One check of each record in a list of the payment: its rule, a description, the fields, and what must hold of each. */
type RecordForm = readonly [
  rule: { readonly id: string },
  expected: string,
  names: readonly string[],
  holds: (value: unknown) => boolean,
];

const recordChecks = (list: string, forms: readonly RecordForm[]): readonly Check<Reply>[] =>
  Object.freeze(
    forms.map(([rule, expected, names, holds]) =>
      check(
        rule.id,
        `${list} with ${expected}`,
        ({ body }) => entries(at(body, [list])).flatMap((entry) => names.map((name) => entry[name])),
        (values) => (values as readonly unknown[]).every(holds),
        {
          ...(!names.some((name) => identities.has(name)) && { about: `${list}.${names.join(' ')}` }),
          provesWhere: (values) => (values as readonly unknown[]).some(isShown),
        },
      ),
    ),
  );

/** The form of every capture that a payment shows; proves nothing where there is none. */
export const captureForm = recordChecks('captures', [
  [rules.captureId, 'ids that start with cap_', ['id'], hasPrefix('cap_')],
  [rules.captureCreatedAt, 'created_at in ISO 8601 UTC', ['created_at'], isInstant],
  [rules.captureAmount, 'a number as amount', ['amount'], isNumber],
  [rules.captureTax, 'numbers as tax and shipping', ['tax', 'shipping'], isNumberOrUnset],
  [rules.captureItems, 'an array of items', ['items'], isItemsOrUnset],
  [rules.captureMetadata, 'an object as metadata', ['metadata'], isObjectOrUnset],
]);

/** The form of every refund that a payment shows. */
export const refundForm = recordChecks('refunds', [
  [rules.refundId, 'ids that start with ref_', ['id'], hasPrefix('ref_')],
  [rules.refundCreatedAt, 'created_at in ISO 8601 UTC', ['created_at'], isInstant],
  [rules.refundCaptureId, 'a capture_id that starts with cap_', ['capture_id'], hasPrefix('cap_')],
  [rules.refundAmount, 'a number as amount', ['amount'], isNumber],
  [rules.refundReason, 'a string as reason', ['reason'], isTextOrUnset],
  [rules.refundMetadata, 'an object as metadata', ['metadata'], isObjectOrUnset],
]);

function isItemsOrUnset(value: unknown): boolean {
  return isUnset(value) || isItems(value);
}

function isItems(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (item) =>
        isObject(item) &&
        isNumber(item['unit_price']) &&
        Number.isInteger(item['quantity']) &&
        ['id', 'title', 'description'].every((name) => isTextOrUnset(item[name])),
    )
  );
}
