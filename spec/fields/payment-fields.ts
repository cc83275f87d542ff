import { getRules } from '../resource/payments/get.ts';
import { paymentRules as rules } from '../resource/payment.ts';
import { field, type RecordFields } from './field.ts';

const byService = { from: 'service' } as const;
const ofBuyer = { ...byService, formRow: rules.buyerFields } as const;
const ifSet = { shown: 'if-set' } as const;
const byUpdate = { ...ifSet, changedBy: ['payments.update'] } as const;
const perhaps = { shown: 'perhaps' } as const;
/** Lines are judged as a whole: each is an object with these fields. */
const inLine = { formRow: rules.items } as const;
const inCapturedLine = { ...byService, ...perhaps, formRow: rules.captureItems } as const;

/** All operations that have a payment answer with the payment object (Endpoints, common request rules). */
const shownBy = {
  read: 'payments.get',
  alsoIn: ['payments.create', 'payments.capture', 'payments.refund', 'payments.update', 'payments.close'],
  readChangesNothing: getRules.changesNothing,
} as const;

/** Each field of a payment and of the records in it, and who may change it (Resources and their fields; States and transitions). */
export const paymentFields: readonly RecordFields[] = Object.freeze([
  {
    ...shownBy,
    record: 'payment',
    at: [],
    fields: [
      field('id', 'id', rules.idStable, { ...byService, formRow: rules.id, prefix: 'pay_' }),
      field('created_at', 'instant', rules.createdAt, byService),
      // Not judged of a rejected payment, which has no authorization.
      field('expires_at', 'instant', rules.expiresAt, { ...byService, formOfState: true }),
      field('amount', 'number', rules.amount),
      field('currency', 'word', rules.currency, { onRead: rules.currency, values: ['JPY'] }),
      field('description', 'text', rules.description, byUpdate),
      field('store_name', 'text', rules.storeName, perhaps),
      field('test', 'flag', rules.test, { ...byService, onRead: rules.test }),
      field('status', 'state', rules.status, {
        ...byService,
        changedBy: ['payments.capture', 'payments.close', 'expiry'],
        values: ['AUTHORIZED', 'CLOSED', 'REJECTED'],
      }),
      field('tier', 'word', rules.unchanged, { ...byService, formRow: rules.tier }),
      field('metadata', 'pairs', rules.metadata, byUpdate),
    ],
  },
  {
    ...shownBy,
    record: 'buyer',
    at: ['buyer'],
    ownRow: rules.buyer,
    fields: [
      field('name1', 'kanji', rules.unchanged, { ...ofBuyer, missingRow: rules.buyerName1 }),
      field('name2', 'katakana', rules.unchanged, { ...ofBuyer, missingRow: rules.buyerName2 }),
      field('email', 'email', rules.unchanged, { ...ofBuyer, missingRow: rules.buyerEmail }),
      field('phone', 'phone', rules.unchanged, { ...ofBuyer, missingRow: rules.buyerPhone }),
    ],
  },
  {
    ...shownBy,
    record: 'order',
    at: ['order'],
    ownRow: rules.order,
    fields: [
      field('tax', 'number', rules.tax, ifSet),
      field('shipping', 'number', rules.shipping, ifSet),
      field('order_ref', 'text', rules.orderRef, byUpdate),
    ],
    unused: ['updated_at'],
  },
  {
    ...shownBy,
    record: 'item',
    at: ['order', 'items', '*'],
    fields: [
      field('id', 'text', rules.itemId, { ...perhaps, ...inLine }),
      field('title', 'text', rules.itemTitle, { ...perhaps, ...inLine }),
      field('description', 'text', rules.itemDescription, { ...perhaps, ...inLine }),
      field('unit_price', 'number', rules.itemUnitPrice, inLine),
      field('quantity', 'integer', rules.itemQuantity, inLine),
    ],
  },
  {
    ...shownBy,
    record: 'shipping-address',
    at: ['shipping_address'],
    ownRow: rules.address,
    optional: true,
    fields: [
      field('line1', 'text', rules.addressParts, ifSet),
      field('line2', 'text', rules.addressParts, ifSet),
      field('city', 'text', rules.addressParts, ifSet),
      field('state', 'text', rules.addressParts, ifSet),
      field('zip', 'text', rules.addressZip, ifSet),
    ],
  },
  {
    ...shownBy,
    record: 'capture',
    at: ['captures', '*'],
    ownRow: rules.captures,
    fields: [
      field('id', 'id', rules.captureId, { ...byService, prefix: 'cap_' }),
      field('created_at', 'instant', rules.captureCreatedAt, byService),
      field('amount', 'number', rules.captureAmount, byService),
      field('tax', 'number', rules.captureParts, { ...byService, ...perhaps, formRow: rules.captureTax }),
      field('shipping', 'number', rules.captureParts, {
        ...byService,
        ...perhaps,
        formRow: rules.captureTax,
      }),
      field('metadata', 'pairs', rules.captureMetadata, ifSet),
    ],
  },
  {
    ...shownBy,
    record: 'captured-item',
    at: ['captures', '*', 'items', '*'],
    fields: [
      field('unit_price', 'number', rules.captureParts, inCapturedLine),
      field('quantity', 'integer', rules.captureParts, inCapturedLine),
    ],
  },
  {
    ...shownBy,
    record: 'refund',
    at: ['refunds', '*'],
    ownRow: rules.refunds,
    fields: [
      field('id', 'id', rules.refundId, { ...byService, prefix: 'ref_' }),
      field('created_at', 'instant', rules.refundCreatedAt, byService),
      field('capture_id', 'id', rules.refundCaptureId, { prefix: 'cap_' }),
      field('amount', 'number', rules.refundAmount),
      field('reason', 'text', rules.refundReason, ifSet),
      field('metadata', 'pairs', rules.refundMetadata, ifSet),
    ],
  },
]);
