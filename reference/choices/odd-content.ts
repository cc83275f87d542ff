import { isObject, type JsonObject } from '../json.ts';
import { mostPieces } from '../legacy/order.ts';
import { type Choice, choice } from './choice.ts';
import { changedValues, everyValue } from './each-value.ts';

const people: ReadonlySet<string> = new Set(['title', 'description', 'store', 'reason']);
const merchantIds: ReadonlySet<string> = new Set(['item_id', 'id', 'order_ref', 'key']);
/** The longest text that a column holds. */
const longest = 255;

/** Whether a careful shop system stores such a text: no control characters, no markup, ids and keys of plain signs, of the basic plane beside what people write. */
function isPlain(value: unknown, name: string): boolean {
  if (typeof value !== 'string' || value === '') return true;
  if (value.length > longest || /\p{Cc}/u.test(value)) return false;
  if (merchantIds.has(name)) return /^[\w.:#-]+$/.test(value) && !(name === 'key' && /[.:#]/.test(value));
  if (!people.has(name)) return !/[\u{10000}-\u{10ffff}]/u.test(value);
  return !/\\|<[a-z/!]|\$\{|--|\p{Cf}/iu.test(value);
}

const money: ReadonlySet<string> = new Set(['amount', 'total_amount', 'unit_price', 'tax', 'shipping']);
const mostMoney = 1e9;

/** Whether a number is as orders have it. */
function isOrdinary(value: unknown, name: string): boolean {
  if (typeof value !== 'number') return true;
  if (name === 'quantity') return value >= 1 && value <= mostPieces;
  if (name === 'tax' || name === 'shipping') return value >= 0 && value <= mostMoney;
  return !money.has(name) || Math.abs(value) <= mostMoney;
}

/** A number as a lenient server takes it: no piece is one, no fee is below zero, and yen have two decimals. */
function bounded(value: unknown, name: string): unknown {
  if (typeof value !== 'number') return value;
  if (name === 'quantity') return Math.min(mostPieces, Math.max(1, Math.floor(value)));
  const isFee = name === 'tax' || name === 'shipping';
  return money.has(name) ? Number((isFee ? Math.max(0, value) : value).toFixed(2)) : value;
}

/** What stands for nothing where it is null. */
const optional: ReadonlySet<string> = new Set([
  'dob',
  'address1',
  'tax',
  'shipping',
  'order_ref',
  'options',
  'authorize_type',
]);
const leftOut = (value: unknown, name: string): unknown =>
  value === null && optional.has(name) ? undefined : value;

/** Texts that only describe, which need not be there. */
const describing: ReadonlySet<string> = new Set(['title', 'name2', 'store', 'address1', 'address2']);
const filled = (value: unknown, name: string): unknown =>
  value === '' && describing.has(name) ? '-' : value;

/** Pairs whose values are other than text, with the text of each. */
function asTexts(content: unknown): unknown {
  if (!isObject(content) || !isObject(content['metadata'])) return content;
  const pairs = Object.entries(content['metadata']).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return { ...content, metadata: Object.fromEntries(pairs) as unknown };
}

/** Answers to what the documents leave open about values as few orders have them. */
export const oddContentChoices: readonly Choice[] = [
  choice('legacy.common.odd-texts', 'executed'),
  choice('legacy.common.odd-texts', 'refused', {
    legacy: { acceptsTexts: (body) => everyValue(body, isPlain) },
  }),
  choice('legacy.common.odd-numbers', 'refused'),
  {
    ...choice('legacy.common.odd-numbers', 'refused', {
      legacy: { acceptsNumbers: (body) => everyValue(body, isOrdinary) },
    }),
    variant: 'whatever they are',
  },
  choice('legacy.common.odd-numbers', 'executed', {
    legacy: { bounded: (body) => changedValues(body, bounded) as JsonObject },
  }),
  choice('legacy.common.other-types', 'refused'),
  choice('legacy.common.other-types', 'executed', {
    legacy: { withoutNulls: (body) => changedValues(body, leftOut) as JsonObject },
  }),
  choice('legacy.common.empty-values', 'refused'),
  choice('legacy.common.empty-values', 'executed', {
    legacy: { filled: (body) => changedValues(body, filled) as JsonObject },
  }),
  choice('resource.requests.odd-texts', 'accepted'),
  choice('resource.requests.odd-texts', 'refused', {
    resource: { textsFit: (content) => everyValue(content, isPlain) },
  }),
  choice('resource.requests.odd-numbers', 'accepted'),
  choice('resource.requests.odd-numbers', 'refused', {
    resource: { numbersFit: (content) => everyValue(content, isOrdinary) },
  }),
  choice('resource.metadata.other-values', 'refused'),
  choice('resource.metadata.other-values', 'accepted', { resource: { pairsRead: asTexts } }),
  choice('resource.requests.invalid-utf-8', 'accepted'),
  choice('resource.requests.invalid-utf-8', 'refused', {
    resource: { bytesFit: (text) => !text.includes('\ufffd') },
  }),
];
