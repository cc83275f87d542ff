import { refusals, contentInvalid } from '../../../resource/errors.ts';
import type { Metadata } from '../../../resource/records.ts';
import { isObject } from '../../../json.ts';
import { type Fault, fault } from '../../fault.ts';
import { overlapping } from '../../overlapping.ts';
import { succeeding, refusing } from '../../replies.ts';
import { soundResourceRules as sound } from '../../../resource/rules.ts';
import {
  unprocessable,
  isOfType,
  hollow,
  refusingContent,
  size,
  pairsFit,
  crashing,
  beyondThreeBytes,
  firstPairs,
} from '../patches.ts';
import { keepingDescription, updated } from './patches.ts';

const shareKey = (a: Metadata, b: Metadata): boolean => Object.keys(a).some((key) => Object.hasOwn(b, key));

/** Faults in updates of a payment. */
export const paymentUpdateFaults: readonly Fault[] = [
  fault('resource-update-field-types-is-422', 'resource.update.field-types', {
    summary: 'A field of another type is refused by update with 422 request_entity.invalid.',
    reply: { 'payments.update': unprocessable(isOfType) },
  }),
  fault('resource-update-merges-metadata', 'resource.update.metadata-replaced', {
    summary: 'An update adds its metadata pairs to the old ones.',
    resource: updated((_after, before, { metadata }) => ({ metadata: { ...before.metadata, ...metadata } })),
  }),
  fault('resource-update-fewer-pairs-ignored', 'resource.update.metadata-replaced', {
    summary: 'An update with fewer metadata pairs than before keeps the old ones.',
    resource: updated((_after, before, { metadata }) =>
      size(metadata) < size(before.metadata) ? { metadata: before.metadata } : {},
    ),
  }),
  fault('resource-update-merges-shared-keys', 'resource.update.metadata-replaced', {
    summary: 'An update whose metadata shares a key with the old adds to the old, and otherwise replaces it.',
    resource: updated((_after, before, { metadata = {} }) =>
      shareKey(before.metadata, metadata) ? { metadata: { ...before.metadata, ...metadata } } : {},
    ),
  }),
  fault('resource-update-merges-new-keys', 'resource.update.metadata-replaced', {
    summary:
      'An update whose metadata shares no key with the old adds to the old, and otherwise replaces it.',
    resource: updated((_after, before, { metadata = {} }) =>
      size(metadata) > 0 && !shareKey(before.metadata, metadata)
        ? { metadata: { ...before.metadata, ...metadata } }
        : {},
    ),
  }),
  fault('resource-update-empty-metadata-ignored', 'resource.update.metadata-replaced', {
    summary: 'An update with empty metadata keeps the old metadata.',
    resource: updated((_after, before, { metadata }) =>
      size(metadata) === 0 ? { metadata: before.metadata } : {},
    ),
  }),
  fault('resource-update-of-twenty-pairs-merges', 'resource.update.metadata-replaced', {
    summary: 'An update with empty metadata keeps the old metadata if it has twenty pairs.',
    resource: updated(({ metadata }, before) =>
      size(before.metadata) === 20 && size(metadata) === 0 ? { metadata: before.metadata } : {},
    ),
  }),
  fault('resource-update-description-to-order', 'resource.update.description', {
    summary: 'An update writes the description into the order and not into the payment.',
    resource: updated(({ order }, before, { description = '' }) => ({
      order: Object.assign({}, order, { description }),
      description: before.description,
    })),
  }),
  fault('resource-update-after-capture-lost', 'resource.update.description', {
    summary: 'After a capture an update succeeds but does not change the description.',
    resource: updated((_after, { captures, description }) => (captures.length > 0 ? { description } : {})),
  }),
  fault('resource-description-cut', 'resource.update.description', {
    summary: 'A description is cut to 255 characters.',
    resource: keepingDescription((text) => text.slice(0, 255)),
  }),
  fault('resource-update-changes-amount', 'resource.update.other-fields-ignored', {
    summary: 'An amount in the body of an update becomes that of the payment.',
    resource: updated((_after, _before, changes) =>
      'amount' in changes && typeof changes.amount === 'number' ? { amount: changes.amount } : {},
    ),
  }),
  fault('resource-update-refuses-other-fields', 'resource.update.other-fields-ignored', {
    summary: 'An update whose body has other fields changes nothing.',
    resource: updated((after, before, changes) => {
      const known = new Set(['order_ref', 'description', 'metadata']);
      return Object.keys(changes).every((key) => known.has(key)) ? after : before;
    }),
  }),
  fault('resource-update-changes-store-name', 'resource.update.other-fields-ignored', {
    summary: 'A store name in the body of an update becomes that of the payment.',
    resource: updated((_after, _before, changes) =>
      'store_name' in changes && typeof changes.store_name === 'string'
        ? { storeName: changes.store_name }
        : {},
    ),
  }),
  fault('resource-update-with-other-fields-malformed', 'resource.update.other-fields-ignored', {
    summary: 'An update whose body has an amount is refused as malformed.',
    resource: refusingContent(
      'payments.update',
      contentInvalid('amount: cannot be changed'),
      (content) => 'amount' in content,
    ),
  }),
  fault('resource-update-moves-address', 'resource.update.other-fields-ignored', {
    summary: 'An address in the body of an update becomes that of the payment.',
    resource: updated(({ shippingAddress }, _before, changes) =>
      'shipping_address' in changes && isObject(changes.shipping_address)
        ? { shippingAddress: { ...shippingAddress, ...changes.shipping_address } }
        : {},
    ),
  }),
  fault('resource-update-clears-description', 'resource.update.others-untouched', {
    summary: 'An update without a description empties the description.',
    resource: updated((_after, _before, { description = '' }) => ({ description })),
  }),
  fault('resource-update-clears-metadata-with-order-ref', 'resource.update.others-untouched', {
    summary: 'An update of order_ref alone empties the metadata.',
    resource: updated((_after, _before, { order_ref: orderRef, metadata }) =>
      orderRef !== undefined && metadata === undefined ? { metadata: {} } : {},
    ),
  }),
  fault('resource-update-after-capture-drops-description', 'resource.update.others-untouched', {
    summary: 'An update of the order_ref of a captured payment empties its description.',
    resource: updated((_after, { captures }, { order_ref: orderRef, description }) =>
      captures.length > 0 && orderRef !== undefined && description === undefined ? { description: '' } : {},
    ),
  }),
  fault('resource-race-of-updates', 'resource.update.others-untouched', {
    summary: 'Of two updates of different fields at the same time one is lost.',
    ...overlapping('payments.update'),
  }),
  fault('resource-update-first-field-only', 'resource.update.several-fields', {
    summary: 'An update with order_ref and other fields changes only order_ref.',
    resource: {
      updated: (payment, changes) =>
        sound.updated(payment, changes.order_ref === undefined ? changes : { order_ref: changes.order_ref }),
    },
  }),
  fault('resource-update-order-ref-lost', 'resource.update.order-ref', {
    summary: 'An update does not change order_ref.',
    resource: updated((_after, { order }) => ({ order })),
  }),
  fault('resource-update-of-closed-refused', 'resource.update.closed-allowed', {
    summary: 'A closed payment cannot be updated.',
    resource: { updateAllowed: (payment) => payment.status === 'AUTHORIZED' },
  }),
  fault('resource-update-reopens', 'resource.update.closed-allowed', {
    summary: 'An update makes a closed payment AUTHORIZED again.',
    resource: updated(() => ({ status: 'AUTHORIZED' })),
  }),
  fault('resource-update-metadata-21-accepted', 'resource.update.metadata-limit', {
    summary: 'Twenty-one metadata pairs are accepted in an update.',
    resource: pairsFit('update', (count) => count <= 21),
  }),
  fault('resource-update-of-authorized-refused', 'resource.update.authorized-allowed', {
    summary: 'An authorized payment cannot be updated.',
    resource: { updateAllowed: ({ status }) => status === 'CLOSED' },
  }),
  fault('resource-update-closes', 'resource.update.authorized-allowed', {
    summary: 'An update closes an authorized payment.',
    resource: updated(() => ({ status: 'CLOSED' })),
  }),
  fault('resource-update-metadata-20-refused', 'resource.update.metadata-twenty', {
    summary: 'Twenty metadata pairs in an update are refused as malformed.',
    resource: refusingContent(
      'payments.update',
      contentInvalid('metadata: too many'),
      ({ metadata }) => size(metadata) === 20,
    ),
  }),
  fault('resource-update-last-of-twenty-lost', 'resource.update.metadata-twenty', {
    summary: 'Of twenty metadata pairs in an update the last is not kept.',
    resource: updated(({ metadata }) => ({ metadata: firstPairs(metadata, 19) })),
  }),
  fault('resource-update-order-ref-unique', 'resource.update.order-ref-not-unique', {
    summary: 'An update to an order_ref that another payment has is refused.',
    resource: {
      updateAllowed(payment, changes, all) {
        const taken = [...all].some(
          ({ id, order }) => id !== payment.id && order.order_ref === changes.order_ref,
        );
        return sound.updateAllowed(payment, changes, all) && (changes.order_ref === undefined || !taken);
      },
    },
  }),
  fault('resource-update-too-many-kept', 'resource.error.changes-nothing', {
    summary: 'An update with too many metadata pairs is refused, but done.',
    resource: pairsFit('update', () => true),
    reply: {
      'payments.update': refusing(refusals.tooManyPairs, ({ request }) => size(request['metadata']) > 20),
    },
  }),
  fault('resource-update-answers-result', 'resource.update.returns-payment', {
    summary: 'A successful update answers with a result instead of the payment.',
    reply: { 'payments.update': succeeding(hollow) },
  }),
  fault('resource-astral-crash', 'resource.http.utf-8', {
    summary: 'An update with characters of four bytes in UTF-8 ends in an internal error.',
    reply: { 'payments.update': crashing((request) => request.search(beyondThreeBytes) >= 0) },
  }),
];
