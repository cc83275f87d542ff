import { valueExpectOf, predicateOf } from '../../../checks.ts';
import type { Must } from '../../../checks.ts';
import type { Check } from '../../../../engine/model.ts';
import { paymentRules as rules } from '../../../../spec/resource/payment.ts';
import { at, check, field, isNumber, isObject, judged, isText } from '../../../checks.ts';
import type { Reply } from '../../../wire.ts';
import { personChecks } from '../../person.ts';
import { entries, isPerson, isTextOrUnset, isUnset, identities, showsSomething } from '../../forms.ts';
import { instantMs, isInstant } from '../../../../spec/instants.ts';

/** The form of every payment object, in whatever state (Resources and their fields). */
export const paymentForm: readonly Check<Reply>[] = Object.freeze([
  field(rules.id.id, 'id', { type: 'string', prefix: 'pay_' }),
  field(rules.createdAt.id, 'created_at', { form: 'instant' }),
  field(rules.amount.id, 'amount', { type: 'number' }),
  field(rules.currency.id, 'currency', { is: 'JPY' }),
  field(rules.description.id, 'description', { type: 'string', optional: true }, showsSomething),
  field(rules.storeName.id, 'store_name', { type: 'string', optional: true }, showsSomething),
  field(rules.test.id, 'test', { type: 'boolean' }),
  field(rules.status.id, 'status', { state: ['AUTHORIZED', 'CLOSED', 'REJECTED'] }),
  field(rules.tier.id, 'tier', judged(isText, { type: 'text' }, 'a string')),
  field(rules.buyer.id, 'buyer', { type: 'object' }),
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
  // A missing order breaks its own rule alone.
  field(rules.order.id, 'order', { type: 'object' }),
  field(
    rules.items.id,
    'order.items',
    judged(isItemsOrUnset, 'an array of items with unit_price and quantity'),
    showsSomething,
  ),
  field(rules.tax.id, 'order.tax', { type: 'number', optional: true }, showsSomething),
  field(rules.shipping.id, 'order.shipping', { type: 'number', optional: true }, showsSomething),
  field(rules.orderRef.id, 'order.order_ref', { type: 'string', optional: true }, showsSomething),
  field(rules.address.id, 'shipping_address', { type: 'object', optional: true }, showsSomething),
  field(rules.captures.id, 'captures', { type: 'array' }),
  field(rules.refunds.id, 'refunds', { type: 'array' }),
  field(rules.metadata.id, 'metadata', { type: 'object', optional: true }, showsSomething),
]);

/** An authorization expires after its creation. Not judged of a rejected payment, which has no authorization. */
export const expiryForm: readonly Check<Reply>[] = Object.freeze([
  field(rules.expiresAt.id, 'expires_at', { form: 'instant' }),
  check(rules.expiresAt.id, 'expires_at later than created_at', ({ body }) => body, expiresLater, {
    about: 'expires_at',
    expect: () => ({ at: 'expires_at', must: { laterThan: 'created_at' } }),
  }),
]);

/** Whether a payment expires after its creation; instants of another form break their own rules. */
export function expiresLater(body: unknown): boolean {
  const [created, expires] = [at(body, ['created_at']), at(body, ['expires_at'])];
  return !isInstant(created) || !isInstant(expires) || instantMs(expires) > instantMs(created);
}

/** Whether a record shows something in a field. */
const isShown = (value: unknown): boolean => !isUnset(value) && !(Array.isArray(value) && value.length === 0);

/** One check of each record in a list of the payment: its rule, a description, the fields, and what must hold of each of them. */
type RecordForm = readonly [
  rule: { readonly id: string },
  expected: string,
  names: readonly string[],
  must: Must,
];

const recordChecks = (list: string, forms: readonly RecordForm[]): readonly Check<Reply>[] =>
  Object.freeze(
    forms.map(([rule, expected, names, must]) =>
      check(
        rule.id,
        `${list} with ${expected}`,
        ({ body }) => entries(at(body, [list])).flatMap((entry) => names.map((name) => entry[name])),
        (values) => (values as readonly unknown[]).every(predicateOf(must)),
        {
          ...(!names.some((name) => identities.has(name)) && { about: `${list}.${names.join(' ')}` }),
          provesWhere: (values) => (values as readonly unknown[]).some(isShown),
          ...(names.length === 1 && {
            expect: () => ({ at: list, each: String(names[0]), must: valueExpectOf(must) }),
          }),
        },
      ),
    ),
  );

/** The form of every capture that a payment shows; proves nothing where there is none. */
export const captureForm = recordChecks('captures', [
  [rules.captureId, 'ids that start with cap_', ['id'], { type: 'string', prefix: 'cap_' }],
  [rules.captureCreatedAt, 'created_at in ISO 8601 UTC', ['created_at'], { form: 'instant' }],
  [rules.captureAmount, 'a number as amount', ['amount'], { type: 'number' }],
  [rules.captureTax, 'numbers as tax and shipping', ['tax', 'shipping'], { type: 'number', optional: true }],
  [rules.captureItems, 'an array of items', ['items'], judged(isItemsOrUnset, 'an array of items')],
  [rules.captureMetadata, 'an object as metadata', ['metadata'], { type: 'object', optional: true }],
]);

/** The form of every refund that a payment shows. */
export const refundForm = recordChecks('refunds', [
  [rules.refundId, 'ids that start with ref_', ['id'], { type: 'string', prefix: 'ref_' }],
  [rules.refundCreatedAt, 'created_at in ISO 8601 UTC', ['created_at'], { form: 'instant' }],
  [
    rules.refundCaptureId,
    'a capture_id that starts with cap_',
    ['capture_id'],
    { type: 'string', prefix: 'cap_' },
  ],
  [rules.refundAmount, 'a number as amount', ['amount'], { type: 'number' }],
  [rules.refundReason, 'a string as reason', ['reason'], { type: 'string', optional: true }],
  [rules.refundMetadata, 'an object as metadata', ['metadata'], { type: 'object', optional: true }],
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
