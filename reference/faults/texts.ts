import type { LegacyPayment } from '../legacy/records.ts';
import type { Item, Metadata, Payment, Refund } from '../resource/records.ts';
import type { Fault } from './fault.ts';
import { signingStore } from './legacy/patches.ts';
import { pairsOf } from './resource/patches.ts';
import { created, itemsKept, refundKept, updated } from './resource/payments/patches.ts';

type Change = (text: string) => string;

/** What careless code does to a text, by what it is called in the id of a fault. */
const careless = {
  composed: ['in the normal form NFC', (text) => text.normalize('NFC')],
  compatible: ['in the normal form NFKC', (text) => text.normalize('NFKC')],
  trimmed: ['without the blanks at its ends', (text) => text.trim()],
  'with-single-blanks': ['with one blank for several', (text) => text.replaceAll(/\s+/g, ' ')],
  'in-lower-case': ['in lower case', (text) => text.toLowerCase()],
  'cut-at-191': ['cut at 191 characters', (text) => text.slice(0, 191)],
  'cut-at-255': ['cut at 255 characters', (text) => text.slice(0, 255)],
  'cut-at-1000': ['cut at 1000 characters', (text) => text.slice(0, 1000)],
  'without-astral': ['without what is beyond the basic plane', (text) => text.replaceAll(astral, '')],
  'with-question-marks': [
    'with ? for what is beyond the basic plane',
    (text) => text.replaceAll(astral, '?'),
  ],
  'without-controls': ['without control characters', (text) => text.replaceAll(/\p{Cc}/gu, '')],
  'without-marks': ['without characters of no width', (text) => text.replaceAll(/\p{Cf}/gu, '')],
  'with-unix-newlines': ['with \\n for \\r\\n', (text) => text.replaceAll('\r\n', '\n')],
  'escaped-for-html': ['escaped for HTML', (text) => escapedForHtml(text)],
  'without-markup': ['without what looks like a tag', (text) => text.replaceAll(/<\/?[a-z][^<>]*>/gi, '')],
  'percent-decoded': ['decoded as in a URL', (text) => decodedForUrls(text)],
  'with-blanks-for-plus': ['with blanks for plus signs', (text) => text.replaceAll('+', ' ')],
  'with-doubled-backslashes': ['with each backslash doubled', (text) => text.replaceAll('\\', '\\\\')],
  'without-backslashes': ['without backslashes', (text) => text.replaceAll('\\', '')],
  'as-json': ['as JSON is written again', (text) => writtenAgain(text)],
} as const satisfies Readonly<Record<string, readonly [what: string, change: Change]>>;

const astral = /[\u{10000}-\u{10ffff}]/gu;

function escapedForHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function decodedForUrls(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function writtenAgain(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

type Overrides = Omit<Fault, 'id' | 'requirement' | 'summary'>;

interface Place {
  readonly requirement: string;
  /** What is changed, in words. */
  readonly what: string;
  readonly changed: (change: Change) => Overrides;
}

const inPayment =
  (change: (payment: Payment, text: Change) => Partial<Payment>) =>
  (text: Change): Overrides => ({
    resource: created((payment) => change(payment, text)),
  });
const inUpdate =
  (change: (payment: Payment, text: Change) => Partial<Payment>) =>
  (text: Change): Overrides => ({
    resource: updated((after) => change(after, text)),
  });
const inItems =
  (change: (item: Item, text: Change) => Partial<Item>) =>
  (text: Change): Overrides => ({
    resource: itemsKept((items) => items.map((item) => ({ ...item, ...change(item, text) }))),
  });
const inRefund =
  (change: (refund: Refund, text: Change) => Partial<Refund>) =>
  (text: Change): Overrides => ({
    resource: refundKept((refund) => change(refund, text)),
  });
const description = ({ description: text }: Payment, change: Change) => ({ description: change(text) });
const orderRef = ({ order }: Payment, change: Change) => ({
  order: { ...order, order_ref: change(order.order_ref) },
});
const values = ({ metadata }: { readonly metadata: Metadata }, change: Change) => ({
  metadata: pairsOf(metadata, ([key, value]) => [[key, change(value)]]),
});
const keys = ({ metadata }: { readonly metadata: Metadata }, change: Change) => ({
  metadata: pairsOf(metadata, ([key, value]) => [[change(key), value]]),
});

/** Where a text is changed on its way into the store, or into a checksum. */
const places = {
  'resource-description': {
    requirement: 'resource.payment.description',
    what: 'The description of a new payment is kept',
    changed: inPayment(description),
  },
  'resource-updated-description': {
    requirement: 'resource.update.description',
    what: 'The description of an update is kept',
    changed: inUpdate(description),
  },
  'resource-order-ref': {
    requirement: 'resource.order.order-ref',
    what: 'The order_ref of a new payment is kept',
    changed: inPayment(orderRef),
  },
  'resource-updated-order-ref': {
    requirement: 'resource.update.order-ref',
    what: 'The order_ref of an update is kept',
    changed: inUpdate(orderRef),
  },
  'resource-values': {
    requirement: 'resource.payment.metadata',
    what: 'The metadata of a new payment are kept, each value',
    changed: inPayment(values),
  },
  'resource-keys': {
    requirement: 'resource.payment.metadata',
    what: 'The metadata of a new payment are kept, each key',
    changed: inPayment(keys),
  },
  'resource-updated-values': {
    requirement: 'resource.update.metadata-replaced',
    what: 'The metadata of an update are kept, each value',
    changed: inUpdate(values),
  },
  'resource-updated-keys': {
    requirement: 'resource.update.metadata-replaced',
    what: 'The metadata of an update are kept, each key',
    changed: inUpdate(keys),
  },
  'resource-refund-reason': {
    requirement: 'resource.refunds.reason',
    what: 'The reason of a refund is kept',
    changed: inRefund(({ reason }, text) => ({ reason: text(reason) })),
  },
  'resource-refund-values': {
    requirement: 'resource.refunds.metadata',
    what: 'The metadata of a refund are kept, each value',
    changed: inRefund(values),
  },
  'resource-refund-keys': {
    requirement: 'resource.refunds.metadata',
    what: 'The metadata of a refund are kept, each key',
    changed: inRefund(keys),
  },
  'resource-item-title': {
    requirement: 'resource.item.title',
    what: 'The title of an item is kept',
    changed: inItems(({ title }, text) => ({ title: title === undefined ? title : text(title) })),
  },
  'resource-item-id': {
    requirement: 'resource.item.id',
    what: 'The id of an item is kept',
    changed: inItems(({ id }, text) => ({ id: id === undefined ? id : text(id) })),
  },
  'resource-item-description': {
    requirement: 'resource.item.description',
    what: 'The description of an item is kept',
    changed: inItems(({ description: held }, text) => ({
      description: held === undefined ? held : text(held),
    })),
  },
  'resource-city': {
    requirement: 'resource.address.parts',
    what: 'The city of an address is kept',
    changed: inPayment(({ shippingAddress: { city, ...others } }, text) => ({
      shippingAddress: { ...others, ...(city !== undefined && { city: text(city) }) },
    })),
  },
  'legacy-order-ref': {
    requirement: 'legacy.authorize.order-ref',
    what: 'The order_ref of an authorization is kept',
    changed: (text) => ({ stored: { legacyPayments: (payment, before) => withRef(payment, before, text) } }),
  },
  'legacy-store-signed': {
    requirement: 'legacy.checksum.authorize',
    what: 'Authorize hashes the store',
    changed: (text) => ({ legacy: signingStore(text) }),
  },
} as const satisfies Readonly<Record<string, Place>>;

/** A new payment with another order_ref; one that is stored again stays as it is. */
function withRef(payment: LegacyPayment, before: LegacyPayment | undefined, text: Change): LegacyPayment {
  const { order } = payment;
  if (before !== undefined || order.orderRef === undefined) return payment;
  return { ...payment, order: { ...order, orderRef: text(order.orderRef) } };
}

/** What is done to each text: together each change at some place, and each place with some changes. */
const rows: Readonly<Record<keyof typeof places, readonly (keyof typeof careless)[]>> = {
  'resource-description': [
    'cut-at-255',
    'cut-at-1000',
    'percent-decoded',
    'without-controls',
    'as-json',
    'with-doubled-backslashes',
  ],
  'resource-updated-description': ['cut-at-191', 'escaped-for-html', 'without-marks', 'with-question-marks'],
  'resource-order-ref': ['in-lower-case', 'with-single-blanks', 'without-controls', 'percent-decoded'],
  'resource-updated-order-ref': ['compatible', 'trimmed', 'cut-at-255'],
  'resource-values': [
    'trimmed',
    'with-question-marks',
    'without-markup',
    'with-blanks-for-plus',
    'with-unix-newlines',
  ],
  'resource-keys': ['in-lower-case', 'trimmed', 'composed', 'cut-at-255'],
  'resource-updated-values': ['compatible', 'escaped-for-html', 'cut-at-1000'],
  'resource-updated-keys': ['in-lower-case', 'percent-decoded'],
  'resource-refund-reason': ['without-astral', 'cut-at-255', 'without-backslashes'],
  'resource-refund-values': ['as-json', 'trimmed'],
  'resource-refund-keys': ['without-controls', 'in-lower-case'],
  'resource-item-title': ['cut-at-191', 'without-markup', 'without-marks'],
  'resource-item-id': ['in-lower-case', 'trimmed', 'without-astral'],
  'resource-item-description': ['composed', 'without-controls'],
  'resource-city': ['compatible', 'cut-at-255'],
  'legacy-order-ref': [
    'trimmed',
    'composed',
    'cut-at-255',
    'in-lower-case',
    'without-controls',
    'without-astral',
  ],
  'legacy-store-signed': [
    'composed',
    'with-single-blanks',
    'in-lower-case',
    'cut-at-255',
    'escaped-for-html',
    'without-controls',
    'with-question-marks',
    'with-doubled-backslashes',
  ],
};

/** Faults in which a text does not come back, or is not hashed, as it was sent: each class of what careless code does, at a few places. */
export const changedTextFaults: readonly Fault[] = (Object.keys(places) as (keyof typeof places)[]).flatMap(
  (name) =>
    rows[name].map((how): Fault => {
      const { requirement, what, changed }: Place = places[name];
      const [words, change] = careless[how];
      const { ...overrides } = changed(change);
      return { id: `${name}-${how}`, requirement, summary: `${what} ${words}.`, derived: true, ...overrides };
    }),
);
