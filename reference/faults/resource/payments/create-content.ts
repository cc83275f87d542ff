import { contentInvalid, contentMissing } from '../../../resource/errors.ts';
import { type JsonObject, isObject, objectIn } from '../../../json.ts';
import { type Fault, fault } from '../../fault.ts';
import { soundResourceRules as sound } from '../../../resource/rules.ts';
import { unprocessable, isMissing, isOfType, refusingContent, pairsFit, firstPairs } from '../patches.ts';
import { created } from './patches.ts';

/** The items of a creation that are objects. */
function itemsOf(content: JsonObject): readonly JsonObject[] {
  const { items } = objectIn(content['order']);
  return Array.isArray(items) ? items.map(objectIn) : [];
}

/** An order of which only the first item is as it was sent: required fields that another lacks are added. */
function withLaterItemsCompleted(content: unknown): unknown {
  if (!isObject(content) || !isObject(content['order'])) return content;
  const { items } = content['order'];
  if (!Array.isArray(items)) return content;
  const completed = (items as readonly unknown[]).map((item, index) =>
    index > 0 && isObject(item) ? { unit_price: 0, quantity: 1, ...item } : item,
  );
  return { ...content, order: { ...content['order'], items: completed } };
}

/** An address without its second line where that is not a text. */
function withoutWrongLine2(content: unknown): unknown {
  if (!isObject(content) || !isObject(content['shipping_address'])) return content;
  const { line2, ...address } = content['shipping_address'];
  return line2 === null || typeof line2 === 'string' ? content : { ...content, shipping_address: address };
}

/** Faults in which content a creation accepts. */
export const paymentCreateContentFaults: readonly Fault[] = [
  fault('resource-create-field-types-is-422', 'resource.create.field-types', {
    summary: 'A field of another type is refused by create with 422 request_entity.invalid.',
    reply: { 'payments.create': unprocessable(isOfType) },
  }),
  fault('resource-line2-of-any-type', 'resource.create.field-types', {
    summary: 'The second line of an address may be of any type.',
    resource: { contentRead: withoutWrongLine2 },
  }),
  fault('resource-create-required-fields-is-422', 'resource.create.required-fields', {
    summary: 'A missing field is refused by create with 422 request_entity.invalid.',
    reply: { 'payments.create': unprocessable(isMissing) },
  }),
  fault('resource-later-items-unchecked', 'resource.create.required-fields', {
    summary: 'Only the first item of an order is checked for its required fields.',
    resource: { contentRead: withLaterItemsCompleted },
  }),
  fault('resource-create-zip-required-is-422', 'resource.create.zip-required', {
    summary: 'A missing zip is refused by create with 422 request_entity.invalid.',
    reply: {
      'payments.create': unprocessable((description) => description === 'shipping_address.zip is missing.'),
    },
  }),
  fault('resource-zip-unchecked', 'resource.create.zip-format', {
    summary: 'Any text is accepted as zip.',
    resource: { zipFits: () => true },
  }),
  fault('resource-zip-hyphen-optional', 'resource.create.zip-format', {
    summary: 'A zip of seven digits without hyphen is accepted.',
    resource: { zipFits: (zip) => /^\d{3}-?\d{4}$/.test(zip) },
  }),
  fault('resource-zip-start-only', 'resource.create.zip-format', {
    summary: 'A zip followed by other characters is accepted.',
    resource: { zipFits: (zip) => /^\d{3}-\d{4}/.test(zip) },
  }),
  fault('resource-zip-hyphen-anywhere', 'resource.create.zip-format', {
    summary: 'Any eight characters of digits and hyphens are accepted as zip.',
    resource: { zipFits: (zip) => /^[\d-]{8}$/.test(zip) },
  }),
  fault('resource-zip-letters', 'resource.create.zip-format', {
    summary: 'Letters are accepted in a zip.',
    resource: { zipFits: (zip) => /^\w{3}-\w{4}$/.test(zip) },
  }),
  fault('resource-zip-alone-accepted', 'resource.create.address-further-field', {
    summary: 'An address with zip alone is accepted.',
    resource: { addressComplete: () => true },
  }),
  fault('resource-state-not-enough', 'resource.create.address-one-field-suffices', {
    summary: 'An address of zip and prefecture alone is refused.',
    resource: { addressComplete: ({ line1, line2, city }) => sound.addressComplete({ line1, line2, city }) },
  }),
  fault('resource-create-line2-not-enough', 'resource.create.address-one-field-suffices', {
    summary: 'An address of zip and street number alone is refused.',
    resource: {
      addressComplete: ({ line1, city, state }) => sound.addressComplete({ line1, city, state }),
    },
  }),
  fault('resource-dollars-accepted', 'resource.create.currency-jpy', {
    summary: 'USD is accepted.',
    resource: { currencyKnown: (currency) => currency === 'USD' || sound.currencyKnown(currency) },
  }),
  fault('resource-any-currency-accepted', 'resource.create.currency-jpy', {
    summary: 'Any currency is accepted and kept as JPY.',
    resource: { currencyKnown: () => true, ...created(() => ({ currency: 'JPY' })) },
  }),
  fault('resource-create-metadata-21-accepted', 'resource.create.metadata-limit', {
    summary: 'Twenty-one metadata pairs are accepted in a creation.',
    resource: pairsFit('create', (count) => count <= 21),
  }),
  fault('resource-create-metadata-cut-at-twenty', 'resource.create.metadata-limit', {
    summary: 'Metadata pairs after the twentieth are dropped at creation, with success.',
    resource: {
      ...pairsFit('create', () => true),
      ...created(({ metadata }) => ({ metadata: firstPairs(metadata, 20) })),
    },
  }),
  fault('resource-create-metadata-20-refused', 'resource.create.metadata-twenty', {
    summary: 'Twenty metadata pairs are refused in a creation.',
    resource: pairsFit('create', (count) => count < 20),
  }),
  fault('resource-create-title-needed', 'resource.create.optional-fields', {
    summary: 'An item without a title is refused as malformed.',
    resource: refusingContent(
      'payments.create',
      contentMissing('order.items.0.title is missing.'),
      (content) => itemsOf(content).some(({ title }) => title === undefined),
    ),
  }),
  fault('resource-create-tax-needed', 'resource.create.optional-fields', {
    summary: 'An order without tax is refused as malformed.',
    resource: refusingContent(
      'payments.create',
      contentMissing('order.tax is missing.'),
      ({ order }) => objectIn(order)['tax'] === undefined,
    ),
  }),
  fault('resource-create-store-name-needed', 'resource.create.optional-fields', {
    summary: 'A creation without a store name is refused as malformed.',
    resource: refusingContent(
      'payments.create',
      contentMissing('store_name is missing.'),
      (content) => content['store_name'] === undefined,
    ),
  }),
  fault('resource-create-postpay-refused', 'resource.create.payment-methods', {
    summary: 'A purchase history that says whether np_postpay was used is refused as malformed.',
    resource: refusingContent(
      'payments.create',
      contentInvalid('buyer_data.previous_payment_methods.np_postpay_used: not a field'),
      ({ buyer_data: history }) =>
        'np_postpay_used' in objectIn(objectIn(history)['previous_payment_methods']),
    ),
  }),
  fault('resource-create-discount-refused', 'resource.create.discount', {
    summary: 'An item with a negative price is refused as malformed.',
    resource: refusingContent(
      'payments.create',
      contentInvalid('order.items: prices must be above zero'),
      (content) => itemsOf(content).some((item) => Number(item['unit_price']) < 0),
    ),
  }),
];
