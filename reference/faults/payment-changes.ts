import { refusals } from '../resource/errors.ts';
import type { Payment } from '../resource/records.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import type { Fault } from './fault.ts';
import { answering, showing } from './replies.ts';

/** What a close takes with it under one of the faults. */
function capturedAtClose(payment: Payment): Payment {
  return sound.captured(payment, {
    id: payment.id.replace(/^pay_/, 'cap_'),
    createdAt: payment.createdAt,
    amount: payment.amount,
    tax: payment.order.tax,
    shipping: payment.order.shipping,
    items: payment.order.items,
    metadata: {},
  });
}

/** Faults of update, close and get. */
export const paymentChangeFaults: readonly Fault[] = [
  {
    id: 'resource-update-merges-metadata',
    requirement: 'resource.update.metadata-replaced',
    summary: 'An update adds its pairs to those that are there.',
    resource: {
      updated(payment, changes) {
        const metadata = { ...payment.metadata, ...changes.metadata };
        return { ...sound.updated(payment, changes), metadata };
      },
    },
  },
  {
    id: 'resource-update-fewer-pairs-ignored',
    requirement: 'resource.update.metadata-replaced',
    summary: 'An update with fewer pairs than before keeps those of before.',
    resource: {
      updated(payment, changes) {
        const fewer = Object.keys(changes.metadata ?? {}).length < Object.keys(payment.metadata).length;
        return { ...sound.updated(payment, changes), ...(fewer ? { metadata: payment.metadata } : {}) };
      },
    },
  },
  {
    id: 'resource-update-description-to-order',
    requirement: 'resource.update.description',
    summary: 'An update writes the description into the order and leaves that of the payment.',
    resource: {
      updated(payment, changes) {
        const updated = sound.updated(payment, changes);
        const order = { ...updated.order, description: changes.description ?? '' };
        return { ...updated, order, description: payment.description };
      },
    },
  },
  {
    id: 'resource-update-changes-amount',
    requirement: 'resource.update.other-fields-ignored',
    summary: 'An amount in the body of an update becomes that of the payment.',
    resource: {
      updated(payment, changes) {
        const updated = sound.updated(payment, changes);
        const amount = 'amount' in changes ? changes.amount : undefined;
        return typeof amount === 'number' ? { ...updated, amount } : updated;
      },
    },
  },
  {
    id: 'resource-update-refuses-other-fields',
    requirement: 'resource.update.other-fields-ignored',
    summary: 'An update whose body has other fields changes nothing.',
    resource: {
      updated(payment, changes) {
        const known = new Set(['order_ref', 'description', 'metadata']);
        return Object.keys(changes).every((key) => known.has(key))
          ? sound.updated(payment, changes)
          : payment;
      },
    },
  },
  {
    id: 'resource-update-clears-description',
    requirement: 'resource.update.others-untouched',
    summary: 'An update without a description empties it.',
    resource: {
      updated: (payment, changes) => ({
        ...sound.updated(payment, changes),
        description: changes.description ?? '',
      }),
    },
  },
  {
    id: 'resource-update-first-field-only',
    requirement: 'resource.update.several-fields',
    summary: 'An update with order_ref and more changes order_ref alone.',
    resource: {
      updated: (payment, changes) =>
        sound.updated(payment, changes.order_ref === undefined ? changes : { order_ref: changes.order_ref }),
    },
  },
  {
    id: 'resource-update-order-ref-lost',
    requirement: 'resource.update.order-ref',
    summary: 'An update leaves order_ref as it was.',
    resource: {
      updated: (payment, changes) => ({ ...sound.updated(payment, changes), order: payment.order }),
    },
  },
  {
    id: 'resource-update-of-closed-refused',
    requirement: 'resource.update.closed-allowed',
    summary: 'A closed payment cannot be updated.',
    resource: { updateAllowed: (payment) => payment.status === 'AUTHORIZED' },
  },
  {
    id: 'resource-update-reopens',
    requirement: 'resource.update.closed-allowed',
    summary: 'An update makes a closed payment AUTHORIZED again.',
    resource: {
      updated: (payment, changes) => ({ ...sound.updated(payment, changes), status: 'AUTHORIZED' }),
    },
  },
  {
    id: 'resource-update-metadata-21-accepted',
    requirement: 'resource.update.metadata-limit',
    summary: 'Twenty-one pairs are accepted in an update.',
    resource: {
      metadataFits: (pairs, within) =>
        (within === 'update' && Object.keys(pairs).length === 21) || sound.metadataFits(pairs, within),
    },
  },
  {
    id: 'resource-close-stays-authorized',
    requirement: 'resource.close.closes',
    summary: 'A close succeeds and leaves the payment AUTHORIZED.',
    resource: { closed: (payment) => payment },
  },
  {
    id: 'resource-close-twice-accepted',
    requirement: 'resource.close.closed-refused',
    summary: 'A closed payment can be closed again.',
    resource: { closeAllowed: (payment) => payment.status !== 'REJECTED' },
  },
  {
    id: 'resource-close-after-capture-accepted',
    requirement: 'resource.close.closed-refused',
    summary: 'A payment that a capture closed can be closed again.',
    resource: { closeAllowed: (payment) => payment.status === 'AUTHORIZED' || payment.captures.length > 0 },
  },
  {
    id: 'resource-close-twice-is-403',
    requirement: 'resource.close.closed-refused',
    summary: 'Closing a closed payment is refused with 403 service.forbidden.',
    reply: { 'payments.close': answering(refusals.closeConflict.description, 403, 'service.forbidden') },
  },
  {
    id: 'resource-close-captures',
    requirement: 'resource.close.captures-nothing',
    summary: 'A close captures the payment.',
    resource: { closed: capturedAtClose },
  },
  {
    id: 'resource-rejected-closed',
    requirement: 'resource.close.only-authorized',
    summary: 'A rejected payment can be closed.',
    resource: { closeAllowed: (payment) => payment.status !== 'CLOSED' },
  },
  {
    id: 'resource-get-without-refunds',
    requirement: 'resource.get.current-state',
    summary: 'A read shows no refunds.',
    reply: { 'payments.get': showing({ refunds: [] }) },
  },
  {
    id: 'resource-get-always-authorized',
    requirement: 'resource.get.current-state',
    summary: 'A read shows every payment as AUTHORIZED.',
    reply: { 'payments.get': showing({ status: 'AUTHORIZED' }) },
  },
];
