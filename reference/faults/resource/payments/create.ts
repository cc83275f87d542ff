import { refusals, contentInvalid, contentMissing } from '../../../resource/errors.ts';
import { paymentView } from '../../../resource/payments/view.ts';
import { type Fault, fault } from '../../fault.ts';
import { withNote, noteOn } from '../../notes.ts';
import { answering, succeeding, refusing, showing } from '../../replies.ts';
import { soundResourceRules as sound } from '../../../resource/rules.ts';
import {
  hollow,
  firstPairs,
  unprocessable,
  isMissing,
  isOfType,
  refusingContent,
  pairsFit,
} from '../patches.ts';
import { created, wholeCapture } from './patches.ts';
import { reachableFor } from '../tokens/patches.ts';
import { type JsonObject, isObject, objectIn } from '../../../json.ts';

const fromToken = Symbol('created from a token, and not issued by the control interface');
const onceSuspended = Symbol('is suspended, or was');
const onceResumed = Symbol('was resumed');

/** Faults in which tokens a creation accepts, and in what it creates. */
export const paymentCreateFaults: readonly Fault[] = [
  fault('resource-broken-json-is-415', 'resource.create.malformed-content', {
    summary: 'A creation whose body is not JSON is answered with 415.',
    reply: {
      'payments.create': answering({ description: 'The body is not JSON.' }, 415, 'media_type.unsupported'),
    },
  }),
  fault('resource-create-suspended-token', 'resource.create.suspended-token', {
    summary: 'Payments can be created with a suspended token.',
    resource: { tokenUsable: (token) => token.status !== 'DELETED' },
  }),
  fault('resource-create-by-consumer-suspended', 'resource.create.suspended-token', {
    summary: 'Payments can be created with a token that its consumer suspended.',
    resource: {
      tokenUsable: (token) =>
        sound.tokenUsable(token) || token.suspensions.some(({ authority }) => authority === 'consumer'),
    },
  }),
  fault('resource-create-suspended-again', 'resource.create.suspended-token', {
    summary: 'Payments can be created with a token that is suspended for the second time.',
    stored: {
      tokens: (token, previous) =>
        previous?.status === 'SUSPENDED' && token.status === 'ACTIVE'
          ? withNote(token, onceResumed, true)
          : token,
    },
    resource: { tokenUsable: (token) => sound.tokenUsable(token) || noteOn(token, onceResumed) === true },
  }),
  fault('resource-create-deleted-token', 'resource.create.deleted-token', {
    summary: 'Payments can be created with a deleted token.',
    resource: { ...reachableFor('create', () => true), tokenUsable: (token) => token.status !== 'SUSPENDED' },
  }),
  fault('resource-create-deleted-while-suspended', 'resource.create.deleted-token', {
    summary: 'A token that was deleted while it was suspended can still be charged.',
    resource: {
      ...reachableFor('create', (token) => sound.reachable(token, 'create') || token.suspensions.length > 0),
      tokenUsable: (token) => token.status !== 'SUSPENDED',
    },
  }),
  fault('resource-create-suspended-consumer', 'resource.create.suspended-consumer', {
    summary: 'Payments can be created while the consumer is suspended.',
    resource: { consumerUsable: () => true },
  }),
  fault('resource-create-closed', 'resource.create.authorizes', {
    summary: 'A new payment is CLOSED.',
    resource: created(() => ({ status: 'CLOSED' })),
  }),
  fault('resource-create-not-found', 'resource.create.authorizes', {
    summary: 'Every creation is refused with 404, as if there were no such resource.',
    reply: { 'payments.create': refusing(refusals.notFound, () => true) },
  }),
  fault('resource-create-metadata-last-pair-lost', 'resource.create.metadata-twenty', {
    summary: 'Of twenty metadata pairs of a new payment the last is not kept.',
    resource: created(({ metadata }) => ({ metadata: firstPairs(metadata, 19) })),
  }),
  fault('resource-create-captures-at-once', 'resource.create.starts-empty', {
    summary: 'A new payment is AUTHORIZED but has a capture already.',
    resource: created((payment) => ({ captures: [wholeCapture(payment)] })),
  }),
  fault('resource-create-without-expiry', 'resource.create.sets-expiry', {
    summary: 'The answer to a creation has no expiry.',
    reply: { 'payments.create': showing({ expires_at: null }) },
  }),
  fault('resource-create-read-after-capture-only', 'resource.create.retrievable', {
    summary: 'A payment that was created from a token can not be read before it is captured or closed.',
    resource: {
      created: (payment) => withNote(payment, fromToken, true),
      paymentView: (payment, forms) =>
        withNote(paymentView(payment, forms), fromToken, noteOn(payment, fromToken)),
    },
    reply: {
      'payments.get': refusing(
        refusals.notFound,
        (_asked, body) => body['status'] === 'AUTHORIZED' && noteOn(body, fromToken) === true,
      ),
    },
  }),
  fault('resource-create-any-token', 'resource.create.unknown-token', {
    summary: 'A creation with an unknown token id uses any token of the merchant.',
    resource: {
      tokenToCharge(named, all) {
        for (const token of all) if (named === undefined && token.status === 'ACTIVE') return token;
        return named;
      },
    },
  }),
  fault('resource-create-once-suspended', 'resource.create.resumed-token', {
    summary: 'A token that was suspended once is always refused as suspended.',
    stored: {
      tokens: (token) => (token.status === 'SUSPENDED' ? withNote(token, onceSuspended, true) : token),
    },
    resource: { tokenUsable: (token) => sound.tokenUsable(token) && noteOn(token, onceSuspended) !== true },
  }),
  fault('resource-create-answers-result', 'resource.create.returns-payment', {
    summary: 'A successful create answers with a result instead of the payment.',
    reply: { 'payments.create': succeeding(hollow) },
  }),
  fault('resource-create-not-modified', 'resource.http.success-is-2xx', {
    summary: 'Every creation but the first answers with 302.',
    reply: {
      'payments.create': succeeding((reply, { nth }) => (nth === 0 ? reply : { ...reply, http: 302 })),
    },
  }),
];

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
