import { Big } from 'big.js';
import { type LegacyOperationName, type LegacyRules, soundLegacyRules as sound } from '../../legacy/rules.ts';
import { authorizeMaterial, type AuthorizeSigned } from '../../legacy/checksum.ts';
import type { Captured, LegacyPayment, Order } from '../../legacy/records.ts';
import { type JsonObject, objectIn } from '../../json.ts';
import type { Store } from '../../store.ts';
import type { ReplyBody, ReplyWrapper } from '../../seams.ts';
import { fieldsOf } from '../replies.ts';

/** The lines of the order in a request. */
export function linesOf(body: JsonObject): readonly JsonObject[] {
  const { items } = objectIn(body['order']);
  return Array.isArray(items) ? (items as readonly JsonObject[]) : [];
}

/** Accepts a body whose form should be refused, or the other way round. */
export function receiving(
  of: LegacyOperationName,
  change: (body: JsonObject) => JsonObject,
): Partial<LegacyRules> {
  return { received: (operation, body) => (operation === of ? change(body) : body) };
}

/** One operation hashes something else than the document says. */
export function signing(
  of: LegacyOperationName,
  change: (material: string, request: unknown, store: Store) => string,
): Partial<LegacyRules> {
  return {
    signed: (operation, material, store, request) =>
      operation === of ? change(material, request, store) : material,
  };
}

/** Authorize hashes another store. */
export function signingStore(change: (store: string) => string): Partial<LegacyRules> {
  return signing('authorize', (_material, request) => {
    const { order, merchant_data: data } = request as AuthorizeSigned;
    return authorizeMaterial({ order, merchant_data: { ...data, store: change(data.store) } });
  });
}

/** Whether a checksum has the length of a SHA-256 hash in base64. */
export const isBase64 = (given: string): boolean => given.length === 44;

/** Answers a success to some of the refused requests. */
export function takenWhere(
  refused: (reply: ReplyBody, request: JsonObject) => boolean,
  answer: ReplyBody,
): ReplyWrapper {
  return (reply, { request }) =>
    refused(fieldsOf(reply), request) ? { http: 200, body: { ...request, ...answer } } : reply;
}

/** Answers a success to a request that lacks the id in `field`. */
export function nameless(field: string, answer: ReplyBody): ReplyWrapper {
  return takenWhere(
    ({ status }, request) =>
      status === 'bad_request' && Object.keys(request).length > 0 && !(field in request),
    answer,
  );
}

/** Captures of one kind bill another amount. Only their refunds show it. */
export function billing(
  which: 'full' | 'partial',
  change: (right: Big, before: LegacyPayment, after: Captured) => Big,
): Partial<LegacyRules> {
  return {
    billed(before, after, how) {
      const right = sound.billed(before, after, how);
      return how === which ? change(right, before, after) : right;
    },
  };
}

export const isWhole = (amount: Big): boolean => amount.mod(1).eq(0);

/** What the discount lines of an order come to: nothing, or less. */
export function discountOf({ lines }: Order): Big {
  return lines.reduce(
    (sum, { amount, quantity }) => (amount.lt(0) ? sum.plus(amount.times(quantity)) : sum),
    new Big(0),
  );
}
