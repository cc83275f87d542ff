import fc from 'fast-check';
import type { Attempt, Bystander, Draw } from '../../../engine/machine.ts';
import type { Json, Step, Reduction } from '../../../engine/model.ts';
import { predictCreate } from '../../../models/resource/payments/create.ts';
import type { Payment, ResourceState } from '../../../models/resource/state.ts';
import { isObject, at, isNumber } from '../../../models/checks.ts';
import type { Setup } from '../../../models/setup.ts';
import { createRequest } from '../../../spec/resource/payments/create.ts';
import { address, buyerData, order, pairs, sentence, storeName, unknownId } from '../data.ts';
import { charged, sameOrder, type OrderShape } from '../../inputs/order.ts';
import { mostLines, shapeNamed } from '../../inputs/order-shape.ts';
import {
  type JsonObject,
  withoutElements,
  withPlain,
  withValue,
  type Leaner,
  withoutOptional,
} from '../../leaner-bodies.ts';
import { renewedOrder } from '../../renewed.ts';
import type { Shape } from '../shape.ts';
import { historyBody, historyIntents, isOfHistory } from './create-history.ts';
import { addressFor, addressMarks, carrying, hasOnePart } from './address.ts';
import { first, isOpen, isUsable, onEach, paymentsOf, tokensOf } from '../attempts.ts';
import { Big } from 'big.js';

/** One item and nothing that is optional but metadata, which holds nothing. */
const emptyMetadata = 'empty metadata';

const accepted = [
  'one item',
  emptyMetadata,
  'full',
  'several items',
  'discount',
  'one address part',
  '20 metadata pairs',
  'total not the sum',
  'mixed order',
] as const;
/** An order of any shape. Each optional part is drawn by itself, as beside the shapes of the table. */
const mixed = 'mixed order';
const refused = [
  '21 metadata pairs',
  'currency USD',
  'zip alone',
  'zip missing',
  'zip without hyphen',
  'zip too long',
  'zip too short',
  'zip with a letter',
  'zip with its hyphen elsewhere',
  'fraction of a yen',
  'amount zero',
] as const;
const mostPayments = 3;

/** The payment that stands beside the first: of the same token, order_ref and order. */
export function paymentBeside(state: ResourceState): Bystander | undefined {
  const [only, ...others] = paymentsOf(state);
  if (only === undefined || others.length > 0) return undefined;
  const [other, payment] = only;
  const { token, items } = payment;
  const isUsed = token !== undefined && state.tokens[token] !== undefined && isUsable(state.tokens[token]);
  if (!isUsed || items === undefined || !isOpen(payment)) return undefined;
  return {
    operation: 'create',
    kind: sameOrder,
    uses: { token, other },
    of: { role: 'payment', step: other },
    read: { operation: 'get', kind: 'plain' },
  };
}

const texts = {
  within: 'full',
  texts: [
    'description',
    'store_name',
    'order.items.title',
    'order.items.description',
    ...['line1', 'line2', 'city', 'state'].map((line) => `shipping_address.${line}`),
  ],
  ids: ['order.order_ref', 'order.items.id'],
  pairs: 'metadata',
} as const;

/** The intents of creating a payment. */
export const createOperation = (setup: Setup): Shape => ({
  name: 'create',
  schema: createRequest,
  body: 'needed',
  hasNumbers: true,
  ordinary: 'several items',
  mutated: mixed,
  intents: (state) => [
    ...intents(state, setup),
    { kind: 'unknown token', uses: {}, negative: true, weight: 0.4 },
  ],
  sound: (state) => first('token', tokensOf(state), isUsable),
  draw: (kind, state, { other = '' }, draw) => {
    if (isOfHistory(kind)) return historyBody(kind, draw, setup);
    const body = bodyFor(kind, draw, setup);
    return kind === sameOrder ? { ...body, ...orderOf(state.payments[other]) } : body;
  },
  marks: (state, step) => {
    const key = step.uses['token'];
    const token = key === undefined ? {} : { $token: state.tokens[key]?.id ?? `tok_of-${key}` };
    return { ...token, ...addressMarks(setup.data?.shippingAddress) };
  },
  carries: (body, kind) => {
    const { shipping_address: sent } = body;
    const given = setup.data?.shippingAddress;
    return isObject(sent) && given !== undefined
      ? { ...body, shipping_address: carrying(given, sent, kind) }
      : body;
  },
  leaner: leanerOrders,
  texts,
  renewed: renewedOrder({ price: 'unit_price', total: ['amount'] }, setup),
  mended: (step, body, before) => mendedCreation(step, body, before, setup),
  predict: predictCreate,
});

function intents(state: ResourceState, { exclusive: alone, data }: Setup): readonly Attempt[] {
  const possible = accepted.filter(
    (kind) => kind !== 'one address part' || hasOnePart(data?.shippingAddress),
  );
  // Where the clock may be moved, one payment ends before the next is created.
  const room =
    paymentsOf(state).length < mostPayments && !(alone && paymentsOf(state).some(([, made]) => isOpen(made)));
  return onEach('token', tokensOf(state), (token, key) => {
    if (!isUsable(token)) return [{ kind: 'token not usable', negative: true, weight: 2 }];
    return [
      ...(room
        ? possible.map((kind) => ({
            kind,
            weight: weightOf(kind) * (paymentsOf(state).length === 0 ? 3 : 1),
          }))
        : []),
      ...(room ? historyIntents(state, key) : []),
      ...refused.map((kind) => ({ kind, negative: true })),
    ];
  });
}

/** Those that leave out what is optional. */
const bare: ReadonlySet<string> = new Set(['one item', emptyMetadata, sameOrder]);

/** Most pairs of parts are drawn only there. */
const weightOf = (kind: string): number => (kind === mixed ? 4 : 1);

/** The order of a payment, as a creation sends it. */
function orderOf({ amount, items, tax, shipping, orderRef }: Partial<Payment> = {}): JsonObject {
  return {
    amount: Number(amount),
    order: {
      items: items ?? [],
      ...(tax !== undefined && { tax: Number(tax) }),
      ...(shipping !== undefined && { shipping: Number(shipping) }),
      ...(orderRef !== undefined && { order_ref: orderRef.is }),
    },
  };
}

function bodyFor(kind: string, draw: Draw, setup: Setup): JsonObject {
  const { amount, data } = setup;
  const full = !bare.has(kind) && !['one address part', mixed].includes(kind);
  const limits = { ...amount, min: Math.max(amount.min, leastTotal) };
  const shaped = shapeNamed('resource', kind, setup);
  const isLoose = kind === mixed || shaped !== undefined;
  const beside = isLoose
    ? { orderRef: draw(fc.boolean()), texts: draw(fc.boolean()) }
    : { orderRef: full, texts: full };
  const shape = kind === mixed ? undefined : (shaped ?? shapeFor(kind, full));
  const made = draw(order(shape, limits, beside));
  const home = draw(address(kind !== 'one address part' && !bare.has(kind))) as JsonObject;
  // The simplest creation leaves out all optional fields.
  const has = (part: 'name' | 'text'): boolean =>
    isLoose ? draw(fc.boolean()) : full || (part === 'name' && !bare.has(kind));
  const count = pairsFor(kind, draw);
  const counted = count >= 20 || (full && !isLoose && count > 0) || (isLoose && draw(fc.boolean()));
  const metadata = kind === emptyMetadata ? {} : counted ? draw(pairs(count)) : undefined;
  return {
    token_id: kind === 'unknown token' ? draw(unknownId('tok_')) : '$token',
    amount: kind === 'amount zero' ? 0 : kind === 'total not the sum' ? made.amount - 1 : made.amount,
    currency: kind === 'currency USD' ? 'USD' : 'JPY',
    ...(has('name') && { store_name: draw(storeName) }),
    buyer_data: buyerData,
    order: made.order,
    shipping_address: addressFor(kind, home, data?.shippingAddress),
    ...(has('text') && { description: draw(sentence) }),
    ...(metadata !== undefined && { metadata }),
  };
}

/** So that tax and shipping can be parts of it. */
const leastTotal = 20;

function shapeFor(kind: string, full: boolean): OrderShape {
  // What is 0 is sent as well, and must come back as 0.
  if (kind === 'discount') return { lines: 3, discount: 'several pieces', tax: 'zero', shipping: 'zero' };
  if (kind === 'fraction of a yen') return { lines: 1, quantity: 1, prices: 'halves', ...charged };
  return { lines: kind === 'several items' ? 3 : 1, ...(full && charged) };
}

function pairsFor(kind: string, draw: Draw): number {
  if (kind === '20 metadata pairs') return 20;
  if (kind === '21 metadata pairs') return 21;
  return draw(kind === mixed ? fc.constantFrom(0, 1, 3, 20) : fc.constantFrom(0, 1, 3));
}

/** The kinds that differ in data which may be left out; without it, each is the plain creation. */
const ofOptional: ReadonlySet<string> = new Set([
  'empty metadata',
  'full',
  'several items',
  'discount',
  'one address part',
  '20 metadata pairs',
  'mixed order',
  sameOrder,
]);

/** What a creation may do without beside what its schema says: which fields of a purchase history are required is not shown. */
const leanerOrders: readonly Leaner[] = [
  ...withPlain([], { buyer_data: {} }),
  inOneLine,
  ...withoutElements(['order', 'items'], mostLines),
  inPieces,
];

/** The step with the amount that follows from its order, if it did before; `before` again where that would leave the limits. */
function mendedCreation(step: Step, body: JsonObject, before: JsonObject, setup: Setup): Step {
  const [was, is] = [sumOf(before), sumOf(body)];
  const amount = before['amount'];
  if (was === undefined || is === undefined || amount !== was) return renamed(step, body, setup);
  const { min, max } = setup.amount;
  if (is < Math.min(min, was) || is > Math.max(max, was)) return withBody(step, before);
  const made = { ...body, amount: is };
  return renamed(withBody(step, made), made, setup);
}

/** A creation without anything optional is called so, whatever it was before. */
function renamed(step: Step, body: JsonObject, setup: Setup): Step {
  const items = at(body, ['order', 'items']);
  const isPlain =
    Array.isArray(items) &&
    items.length === 1 &&
    !Object.hasOwn(body, 'metadata') &&
    (ofOptional.has(step.kind) || shapeNamed('resource', step.kind, setup) !== undefined);
  return isPlain ? { ...step, kind: 'one item' } : step;
}

/** The same amount as one piece of one line. */
function inOneLine(body: JsonObject): JsonObject {
  const sum = sumOf(body);
  const { order: asked } = body;
  if (sum === undefined || !Number.isInteger(sum) || sum <= 0 || !isObject(asked)) return body;
  const { tax: _tax, shipping: _shipping, ...rest } = asked;
  return { ...body, order: { ...rest, items: [{ unit_price: sum, quantity: 1 }] } };
}

/** One piece of each line. */
function inPieces(body: JsonObject): JsonObject {
  const items = linesOf(body);
  return items === undefined
    ? body
    : withValue(
        body,
        ['order', 'items'],
        items.map((line) => ({ ...line, quantity: 1 })),
      );
}

function linesOf(body: JsonObject): readonly { readonly [key: string]: Json }[] | undefined {
  const items: unknown = at(body, ['order', 'items']);
  return Array.isArray(items) && items.every((line) => isObject(line)) ? (items as JsonObject[]) : undefined;
}

/** The sum of lines, tax and shipping; undefined for a malformed order. */
function sumOf(body: JsonObject): number | undefined {
  const lines = linesOf(body);
  if (lines === undefined) return undefined;
  const extras = [at(body, ['order', 'tax']) ?? 0, at(body, ['order', 'shipping']) ?? 0];
  const numbers = [...extras, ...lines.flatMap((line) => [line['unit_price'], line['quantity']])];
  if (!numbers.every((one) => isNumber(one))) return undefined;
  const [tax = 0, shipping = 0, ...priced] = numbers as number[];
  let sum = new Big(tax).plus(shipping);
  for (let nth = 0; nth < priced.length; nth += 2)
    sum = sum.plus(new Big(priced[nth] ?? 0).times(priced[nth + 1] ?? 0));
  return sum.toNumber();
}

/** An intent is about it: without, a refund is another one. */
const kept = ['amount'] as const;

/** What the body of an operation may do without: what its shape says, then every field that its schema calls optional. */
export function reductionsOf({
  schema,
  leaner = [],
  mended = asItIs,
}: Pick<Shape, 'schema' | 'leaner' | 'mended'>): (step: Step) => readonly Reduction[] {
  if (schema === undefined) return () => [];
  const all = [...leaner, ...withoutOptional(schema, kept)].map((change: Leaner) => (step: Step): Step => {
    if (!isObject(step.data) || !isObject(step.data['body'])) return step;
    const body = step.data['body'];
    const less = change(body);
    return JSON.stringify(less) === JSON.stringify(body) ? step : mended(withBody(step, less), less, body);
  });
  return () => all;
}

/** The step with another body. */
function withBody(step: Step, body: JsonObject): Step {
  return { ...step, data: { ...(step.data as JsonObject), body } };
}

const asItIs = (step: Step): Step => step;
