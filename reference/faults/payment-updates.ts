import { contentInvalid, refusals } from '../resource/errors.ts';
import type { PaymentChanges } from '../resource/payment-rules.ts';
import type { Metadata, Payment } from '../resource/records.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import type { ReplyBody } from '../seams.ts';
import type { Fault } from './fault.ts';
import { refusingContent } from './payment-creation.ts';
import { refusing } from './replies.ts';

/** An update that is made otherwise. */
function updating(
  change: (updated: Payment, before: Payment, changes: PaymentChanges) => Payment,
): Pick<typeof sound, 'updated'> {
  return { updated: (payment, changes) => change(sound.updated(payment, changes), payment, changes) };
}

const size = (pairs: unknown): number =>
  typeof pairs === 'object' && pairs !== null ? Object.keys(pairs).length : 0;

const shareKey = (a: Metadata, b: Metadata): boolean => Object.keys(a).some((key) => Object.hasOwn(b, key));

/** The sum of the amounts that a list of a payment shows. */
function sumOf(list: unknown): number {
  const entries: readonly ReplyBody[] = Array.isArray(list) ? list : [];
  return entries.reduce((sum, entry) => sum + Number(entry['amount']), 0);
}

/** Faults in what updates change, in what reads show, and in what refused requests leave behind. */
export const paymentUpdateFaults: readonly Fault[] = [
  {
    id: 'resource-update-of-authorized-refused',
    requirement: 'resource.update.authorized-allowed',
    summary: 'An authorized payment cannot be updated.',
    resource: { updateAllowed: ({ status }) => status === 'CLOSED' },
  },
  {
    id: 'resource-update-closes',
    requirement: 'resource.update.authorized-allowed',
    summary: 'An update closes an authorized payment.',
    resource: updating((updated) => ({ ...updated, status: 'CLOSED' })),
  },
  {
    id: 'resource-update-metadata-20-refused',
    requirement: 'resource.update.metadata-twenty',
    summary: 'Twenty pairs in an update are refused as malformed.',
    resource: refusingContent(
      'payments.update',
      contentInvalid('metadata: too many'),
      ({ metadata }) => size(metadata) === 20,
    ),
  },
  {
    id: 'resource-update-last-of-twenty-lost',
    requirement: 'resource.update.metadata-twenty',
    summary: 'Of twenty pairs in an update the last is not kept.',
    resource: updating((updated) => ({
      ...updated,
      metadata: Object.fromEntries(Object.entries(updated.metadata).slice(0, 19)),
    })),
  },
  {
    id: 'resource-update-order-ref-unique',
    requirement: 'resource.update.order-ref-not-unique',
    summary: 'An order_ref that another payment has is refused.',
    resource: {
      updateAllowed(payment, changes, all) {
        const taken = [...all].some(
          ({ id, order }) => id !== payment.id && order.order_ref === changes.order_ref,
        );
        return sound.updateAllowed(payment, changes, all) && (changes.order_ref === undefined || !taken);
      },
    },
  },
  {
    id: 'resource-update-merges-shared-keys',
    requirement: 'resource.update.metadata-replaced',
    summary: 'An update whose metadata shares a key with the old adds to it, and replaces it otherwise.',
    resource: updating((updated, before, { metadata = {} }) =>
      shareKey(before.metadata, metadata)
        ? { ...updated, metadata: { ...before.metadata, ...metadata } }
        : updated,
    ),
  },
  {
    id: 'resource-update-merges-new-keys',
    requirement: 'resource.update.metadata-replaced',
    summary: 'An update whose metadata shares no key with the old adds to it, and replaces it otherwise.',
    resource: updating((updated, before, { metadata }) =>
      metadata !== undefined && size(metadata) > 0 && !shareKey(before.metadata, metadata)
        ? { ...updated, metadata: { ...before.metadata, ...metadata } }
        : updated,
    ),
  },
  {
    id: 'resource-update-empty-metadata-ignored',
    requirement: 'resource.update.metadata-replaced',
    summary: 'An update with empty metadata leaves the pairs.',
    resource: updating((updated, before, { metadata }) =>
      size(metadata) === 0 ? { ...updated, metadata: before.metadata } : updated,
    ),
  },
  {
    id: 'resource-update-after-capture-lost',
    requirement: 'resource.update.description',
    summary: 'After a capture an update no longer changes the description, with success.',
    resource: updating((updated, before) =>
      before.captures.length > 0 ? { ...updated, description: before.description } : updated,
    ),
  },
  {
    id: 'resource-update-clears-metadata-with-order-ref',
    requirement: 'resource.update.others-untouched',
    summary: 'An update of order_ref alone empties the metadata.',
    resource: updating((updated, _before, { order_ref: orderRef, metadata }) =>
      orderRef !== undefined && metadata === undefined ? { ...updated, metadata: {} } : updated,
    ),
  },
  {
    id: 'resource-update-changes-store-name',
    requirement: 'resource.update.other-fields-ignored',
    summary: 'A store name in the body of an update becomes that of the payment.',
    resource: updating((updated, _before, changes) => {
      const name = 'store_name' in changes ? changes.store_name : undefined;
      return typeof name === 'string' ? { ...updated, storeName: name } : updated;
    }),
  },
  {
    id: 'resource-update-with-other-fields-malformed',
    requirement: 'resource.update.other-fields-ignored',
    summary: 'An update whose body has an amount is refused as malformed.',
    resource: refusingContent(
      'payments.update',
      contentInvalid('amount: cannot be changed'),
      (content) => 'amount' in content,
    ),
  },
  {
    id: 'resource-update-too-many-kept',
    requirement: 'resource.error.changes-nothing',
    summary: 'An update with too many pairs is refused, and made all the same.',
    resource: { metadataFits: (pairs, within) => within === 'update' || sound.metadataFits(pairs, within) },
    reply: {
      'payments.update': refusing(refusals.tooManyPairs, ({ request }) => size(request['metadata']) > 20),
    },
  },
  {
    id: 'resource-refund-too-large-kept',
    requirement: 'resource.error.changes-nothing',
    summary: 'A refund above what is left is refused, and listed all the same.',
    resource: {
      refundAmount: (asked, remaining) => (asked === undefined ? remaining : remaining.times(0).plus(asked)),
    },
    reply: {
      'payments.refund': refusing(
        refusals.refundAmount,
        (_asked, { captures, refunds }) => sumOf(refunds) > sumOf(captures),
      ),
    },
  },
  {
    id: 'resource-second-capture-kept',
    requirement: 'resource.error.changes-nothing',
    summary: 'The capture of a captured payment is refused, and listed all the same.',
    resource: { captureAllowed: ({ status, captures }) => status === 'AUTHORIZED' || captures.length > 0 },
    reply: {
      'payments.capture': refusing(
        refusals.captureForbidden,
        (_asked, { captures }) => Array.isArray(captures) && captures.length > 1,
      ),
    },
  },
  {
    id: 'resource-read-moves-creation',
    requirement: 'resource.get.changes-nothing',
    summary: 'A read moves the creation of a payment by a second, which the next one shows.',
    resource: { paymentAfterRead: (payment) => ({ ...payment, createdAt: payment.createdAt - 1000 }) },
  },
  {
    id: 'resource-read-renames',
    requirement: 'resource.payment.id-stable',
    summary: 'A read shows the payment under another id.',
    resource: { paymentRead: (payment) => ({ ...payment, id: payment.id.replace(/^pay_/, 'pay_0') }) },
  },
  {
    id: 'resource-closed-not-found',
    requirement: 'resource.get.returns-payment',
    summary: 'A closed payment can no longer be read.',
    reply: { 'payments.get': refusing(refusals.notFound, (_asked, { status }) => status === 'CLOSED') },
  },
  {
    id: 'resource-read-shows-first-refund',
    requirement: 'resource.get.current-state',
    summary: 'A read shows the first refund of several alone.',
    resource: { paymentRead: (payment) => ({ ...payment, refunds: payment.refunds.slice(0, 1) }) },
  },
  {
    id: 'resource-close-empties-metadata',
    requirement: 'resource.payment.metadata',
    summary: 'A close takes the metadata of a payment.',
    resource: { closed: (payment) => ({ ...sound.closed(payment), metadata: {} }) },
  },
];
