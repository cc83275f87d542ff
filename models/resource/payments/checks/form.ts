import type { Check } from '../../../../engine/model.ts';
import { paymentRules as rules } from '../../../../spec/resource/payment.ts';
import { recordOf, type RecordFields } from '../../../../spec/fields/field.ts';
import { paymentFields } from '../../../../spec/fields/payment-fields.ts';
import { at, check, field, isNumber, isObject, judged } from '../../../checks.ts';
import { fieldForms, ownForm } from '../../field-forms.ts';
import type { Reply } from '../../../wire.ts';
import { personChecks } from '../../person.ts';
import { entries, isShown, isPerson, isTextOrUnset, isUnset, showsSomething } from '../../forms.ts';
import { instantMs, isInstant } from '../../../../spec/instants.ts';

const of = (name: string): RecordFields => recordOf(paymentFields, name);

/** The form of every payment object, in whatever state (Resources and their fields). */
export const paymentForm: readonly Check<Reply>[] = Object.freeze([
  ...fieldForms(of('payment')),
  ...ownForm(of('buyer')),
  check(
    rules.buyerFields.id,
    'buyer with name1, name2, email and phone as strings, one of them at least',
    ({ body }) => at(body, ['buyer']),
    // A missing buyer breaks its own rule.
    (buyer) => !isObject(buyer) || isPerson(buyer),
    { about: 'buyer', provesWhere: isObject },
  ),
  ...personChecks(of('buyer')),
  // A missing order breaks its own rule alone.
  ...ownForm(of('order')),
  field(
    rules.items.id,
    'order.items',
    judged(isItemsOrUnset, 'an array of items with unit_price and quantity'),
    showsSomething,
  ),
  ...fieldForms(of('order')),
  ...['shipping-address', 'capture', 'refund'].flatMap((name) => ownForm(of(name))),
  ...fieldForms(of('shipping-address')),
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

/** The form of every capture that a payment shows; proves nothing where there is none. */
export const captureForm: readonly Check<Reply>[] = Object.freeze([
  ...fieldForms(of('capture')),
  check(
    rules.captureItems.id,
    'captures.items: an array of items with unit_price and quantity',
    ({ body }) => entries(at(body, ['captures'])).map(({ items }) => items),
    (values) => (values as readonly unknown[]).every(isItemsOrUnset),
    {
      about: 'captures.items',
      expect: () => ({ at: 'captures', each: 'items', must: { type: 'array', optional: true } }),
      provesWhere: (values) => (values as readonly unknown[]).some(isShown),
    },
  ),
]);

/** The form of every refund that a payment shows. */
export const refundForm: readonly Check<Reply>[] = Object.freeze(fieldForms(of('refund')));

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
