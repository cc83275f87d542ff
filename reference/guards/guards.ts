import type { Big } from 'big.js';
import type { Store } from '../store.ts';
import { type GuardedRequest, type Subject, subjectsIn } from './subject.ts';

/** What a guard decides by: the request before it is handled, and what the server knew then. */
export interface Facts {
  readonly request: GuardedRequest;
  /** The payment that the request is about or asks for. */
  readonly subject: Subject | undefined;
  readonly store: Store;
  /** ms since the epoch, by the server's clock. */
  readonly now: number;
  /** How many requests came before. */
  readonly before: number;
  /** A number from 0 to 1, drawn for this request. */
  readonly chance: number;
}

/** What a guard is about; results are told by it. */
export const guardKinds = [
  'quantity',
  'discount',
  'lines',
  'amount',
  'text',
  'turn',
  'count',
  'time',
  'neighbour',
  'rare',
] as const;
export type GuardKind = (typeof guardKinds)[number];

/** A condition under which alone a fault shows, as a bug in a seldom used branch does. */
export interface Guard {
  /** Kebab-case; stands in the id of a guarded fault. */
  readonly id: string;
  readonly kind: GuardKind;
  /** Of these, only faults in later operations than the creation can show under it. */
  readonly later?: true;
  readonly holds: (facts: Facts) => boolean;
}

const ofSubject =
  (holds: (subject: Subject, facts: Facts) => boolean): Guard['holds'] =>
  (facts) =>
    facts.subject !== undefined && holds(facts.subject, facts);

const someLine = (holds: (line: Subject['lines'][number]) => boolean): Guard['holds'] =>
  ofSubject(({ lines }) => lines.some(holds));

const someText = (holds: (text: string) => boolean): Guard['holds'] =>
  ofSubject(({ texts }) => texts.some(holds));

const discounts = ({ lines }: Subject) => lines.filter(({ price }) => price.lt(0));
const isWhole = (amount: Big): boolean => amount.round(0, 0).eq(amount);

/** A guard for each text that a pattern finds. */
const texts: Readonly<Record<string, (text: string) => boolean>> = {
  'with-a-quote': (text) => /["']/u.test(text),
  'with-a-backslash': (text) => text.includes('\\'),
  'with-a-slash': (text) => text.includes('/'),
  'with-a-control-character': (text) => /\p{Cc}/u.test(text),
  'with-a-line-separator': (text) => /[\u2028\u2029]/u.test(text),
  'with-blanks-at-an-end': (text) => text.trim() !== text,
  'with-two-blanks': (text) => text.includes('  '),
  'with-a-full-width-blank': (text) => text.includes('\u3000'),
  decomposed: (text) => text.normalize('NFC') !== text,
  'half-width': (text) => /[\uff61-\uff9f]/u.test(text),
  'beyond-the-basic-plane': (text) => /[\u{10000}-\u{10ffff}]/u.test(text),
  'right-to-left': (text) => /[\u0590-\u06ff]/u.test(text),
  'of-255-characters': (text) => text.length === 255,
  'longer-than-255': (text) => text.length > 255,
  'longer-than-1000': (text) => text.length > 1000,
  'like-a-number': (text) => /^\d+$/u.test(text),
  'like-a-date': (text) => /^\d{4}-\d\d-\d\d/u.test(text),
  'like-json': (text) => /^[[{].*[\]}]$/u.test(text),
  'with-a-tag': (text) => /<\w/u.test(text),
  'with-a-percent-code': (text) => /%[\da-f]{2}/iu.test(text),
  'of-null': (text) => text === 'null',
  'of-a-prototype': (text) => ['__proto__', 'constructor'].includes(text),
  'with-a-dot': (text) => text.includes('.'),
  'with-a-zero-width-character': (text) => /[\u200b-\u200d\ufeff]/u.test(text),
};

const minuteMs = 60_000;

/** All guards. */
export const guards: readonly Guard[] = [
  ...[2, 3, 10, 12, 100].map((least): Guard => ({
    id: `quantity-${least}`,
    kind: 'quantity',
    holds: someLine(({ quantity, price }) => quantity >= least && price.gt(0)),
  })),
  { id: 'discount', kind: 'discount', holds: ofSubject((subject) => discounts(subject).length > 0) },
  { id: 'second-discount', kind: 'discount', holds: ofSubject((subject) => discounts(subject).length > 1) },
  {
    id: 'discount-of-several-pieces',
    kind: 'discount',
    holds: someLine(({ price, quantity }) => price.lt(0) && quantity > 1),
  },
  {
    id: 'large-discount',
    kind: 'discount',
    holds: ofSubject(({ lines, total }) =>
      lines.some(({ price, quantity }) => price.times(-quantity).gt(total)),
    ),
  },
  ...[2, 3, 10, 11, 21].map((least): Guard => ({
    id: `lines-${least}`,
    kind: 'lines',
    holds: ofSubject(({ lines }) => lines.length >= least),
  })),
  { id: 'free-line', kind: 'lines', holds: someLine(({ price }) => price.eq(0)) },
  {
    id: 'same-titles',
    kind: 'lines',
    holds: ofSubject(({ lines }) => new Set(lines.map(({ title }) => title)).size < lines.length),
  },
  { id: 'fraction', kind: 'amount', holds: ofSubject(({ total }) => !isWhole(total)) },
  { id: 'fraction-in-tax', kind: 'amount', holds: ofSubject(({ tax }) => !isWhole(tax)) },
  { id: 'no-tax', kind: 'amount', holds: ofSubject(({ tax }) => tax.eq(0)) },
  { id: 'no-shipping', kind: 'amount', holds: ofSubject(({ shipping }) => shipping.eq(0)) },
  {
    id: 'tax-and-shipping',
    kind: 'amount',
    holds: ofSubject(({ tax, shipping }) => tax.gt(0) && shipping.gt(0)),
  },
  {
    id: 'odd-tax',
    kind: 'amount',
    holds: ofSubject(
      ({ tax, total }) => tax.gt(0) && !tax.times(10).round(0, 0).eq(total.minus(tax).round(0, 0)),
    ),
  },
  {
    id: 'only-extras',
    kind: 'amount',
    holds: ofSubject(({ tax, shipping, total }) => total.gt(0) && total.eq(tax.plus(shipping))),
  },
  { id: 'large-price', kind: 'amount', holds: someLine(({ price }) => price.abs().gte(2 ** 31)) },
  ...Object.entries(texts).map(([id, holds]): Guard => ({
    id: `text-${id}`,
    kind: 'text',
    holds: someText(holds),
  })),
  ...[1, 2, 3].map((least): Guard => ({
    id: `after-captures-${least}`,
    kind: 'turn',
    later: true,
    holds: ofSubject(({ captures }) => captures >= least),
  })),
  ...[1, 2].map((least): Guard => ({
    id: `after-refunds-${least}`,
    kind: 'turn',
    later: true,
    holds: ofSubject(({ refunds }) => refunds >= least),
  })),
  ...[10, 40].map((least): Guard => ({
    id: `after-payments-${least}`,
    kind: 'count',
    holds: ({ store }) =>
      countOf(store.legacyPayments.values()) + countOf(store.resourcePayments.values()) >= least,
  })),
  { id: 'after-requests-500', kind: 'count', holds: ({ before }) => before >= 500 },
  {
    id: 'last-minute',
    kind: 'time',
    later: true,
    holds: ofSubject(({ expiresAt = Infinity }, { now }) => expiresAt > now && expiresAt - now < minuteMs),
  },
  {
    id: 'last-day',
    kind: 'time',
    later: true,
    holds: ofSubject(
      ({ expiresAt = Infinity }, { now }) => expiresAt > now && expiresAt - now < 1440 * minuteMs,
    ),
  },
  {
    id: 'after-the-expiry',
    kind: 'time',
    later: true,
    holds: ofSubject(({ expiresAt = Infinity }, { now }) => expiresAt <= now),
  },
  {
    id: 'shared-order-ref',
    kind: 'neighbour',
    holds: besideOther((one, other) => one.orderRef !== undefined && one.orderRef === other.orderRef),
  },
  { id: 'shared-amount', kind: 'neighbour', holds: besideOther((one, other) => one.total.eq(other.total)) },
  {
    id: 'shared-token',
    kind: 'neighbour',
    holds: besideOther((one, other) => one.tokenId !== undefined && one.tokenId === other.tokenId),
  },
  { id: 'once-in-20', kind: 'rare', holds: ({ chance }) => chance < 1 / 20 },
  { id: 'once-in-50', kind: 'rare', holds: ({ chance }) => chance < 1 / 50 },
];

/** Whether another payment of the store is alike. */
function besideOther(isAlike: (one: Subject, other: Subject) => boolean): Guard['holds'] {
  return ofSubject((subject, { store }) => {
    for (const other of subjectsIn(store))
      if (other.id !== subject.id && isAlike(subject, other)) return true;
    return false;
  });
}

const countOf = (values: Iterable<unknown>): number => [...values].length;
