import { numberForms } from '../request-mutations.ts';
import { constantFrom } from 'fast-check';
import type { Bystander } from '../../engine/machine.ts';
import type { Json, Step, Reduction } from '../../engine/model.ts';
import { predictAuthorize } from '../../models/legacy/authorize.ts';
import { at, isObject } from '../../models/checks.ts';
import { authorizeMaterial } from '../../models/legacy/replies/authorize-material.ts';
import type { LegacyState } from '../../models/legacy/payment/state.ts';
import type { Persona, Setup } from '../../models/setup.ts';
import { authorizeRequest } from '../../spec/legacy/authorize.ts';
import { isMalformed } from '../malformed.ts';
import {
  isOfTexts,
  ofSeveral,
  severalTexts,
  textKinds,
  withTexts,
  type TextFields,
} from '../inputs/texts.ts';
import { consumer, freshRef, history, order, seeded, total, type WireOrder } from '../data.ts';
import { charged, sameOrder, type OrderShape } from '../inputs/order.ts';
import { anyShape, mostLines, shapeNamed } from '../inputs/order-shape.ts';
import { answering, asking, needsPin, otherPhone, rightPin, withCode } from './pins.ts';
import type { Shape } from './operations.ts';
import { renewedOrder } from '../renewed.ts';
import { linesOf, withLines } from './orders/sent.ts';
import { otherText, otherTexts, signedParts } from './checksums.ts';
import { bodiesOf, drawRequest, isMutated, requestForms, request, mutatedAttempts } from './requests.ts';
import { Big } from 'big.js';
import {
  withoutElements,
  withoutOptional,
  withPlain,
  withValue,
  type JsonObject,
  type Leaner,
} from '../leaner-bodies.ts';

const bad = bodiesOf(authorizeRequest);

const otherData = 'checksum of other data';

// The settings give the path of authorize, so no unknown path below it is tried.
const wrong = mutatedAttempts(bad, [otherData, ...otherTexts])({}).filter(
  ({ kind }) => kind !== 'unknown path',
);

/** Whether an order_ref may be used twice is not shown; if so, it makes another payment. */
const refAgain = 'order_ref of another payment';

/** The payment that stands beside the first: of the same consumer, order_ref and order. */
export function bystander({ payments }: LegacyState): Bystander | undefined {
  const [first, ...others] = Object.entries(payments);
  if (first === undefined || others.length > 0) return undefined;
  const [other, { state, amountUnknown }] = first;
  if (state.is === 'close' || amountUnknown === true) return undefined;
  return {
    operation: 'authorize',
    kind: sameOrder,
    uses: { other },
    of: { role: 'payment', step: other },
    read: { operation: 'status', kind: 'read' },
  };
}

/** The latest payment that was authorized with an order_ref. */
function numberedIn({ payments }: LegacyState): string | undefined {
  return Object.keys(payments).findLast((key) => payments[key]?.orderRefAtAuthorize !== undefined);
}

/** Its texts; those of a consumer have a stated form. */
const texts: TextFields = {
  texts: [
    'merchant_data.store',
    'order.items.title',
    ...['address1', 'address2', 'address3', 'address4'].map((line) => `buyer.address.${line}`),
  ],
  ids: ['order.order_ref', 'order.items.item_id'],
};
const unusual = [
  ...requestForms,
  ...numberForms,
  ...textKinds(texts).map((kind) => ({ kind, negative: true })),
].map((attempt) => ({
  ...attempt,
  uses: {},
}));

/** At most three payments are alive at a time, and few more in all: long sequences on few entities find most. */
const mostOpen = 3;
const mostPayments = 5;

export const authorizeOperation = (setup: Setup): Shape => ({
  name: 'authorize',
  // A person reads one PIN in a run.
  ...(setup.asksPin === true && { spends: (_state, { kind }) => (kind === needsPin ? 'PIN' : undefined) }),

  attempts(state) {
    const { approve, reject } = setup.personas;
    const payments = Object.values(state.payments);
    const full =
      payments.length >= mostPayments ||
      payments.filter((payment) => payment.state.is === 'open').length >= mostOpen;
    // Operations on a payment find more faults than another payment.
    const share = payments.some(({ state: { is } }) => is === 'open') ? 0.4 : 1;
    const plain =
      full || approve === undefined
        ? []
        : [...Object.keys(orders), mixed].map((kind) => ({
            kind,
            uses: {},
            weight: weighty.has(kind) ? 4 * share : share,
          }));
    const numbered = full || approve === undefined ? undefined : numberedIn(state);
    const again =
      numbered === undefined ? [] : [{ kind: refAgain, uses: { other: numbered }, negative: true }];
    const rejected = reject === undefined ? [] : [{ kind: 'rejected', uses: {}, negative: true }];
    return [
      ...plain,
      ...(full ? [] : asking(setup, state)),
      ...answering(setup, state),
      ...again,
      ...rejected,
      ...(approve === undefined ? [] : wrong),
    ];
  },

  unusual: () => (setup.personas.approve === undefined ? [] : unusual),

  draw(attempt, state, draw) {
    const from = seeded(draw);
    const { address, ...person } = consumer(from);
    const other = attempt.kind === sameOrder ? state.payments[attempt.uses['other'] ?? ''] : undefined;
    const drawn = order(from, setup.amount, shapeOf(attempt.kind, from, setup));
    const withRef =
      attempt.kind === mixed
        ? from.datatype.boolean()
        : other === undefined
          ? !withoutRefs.has(attempt.kind)
          : other.orderRefAtAuthorize !== undefined;
    const orderRef = drawn.order_ref;
    const { order_ref: _ref, ...withoutRef } = other === undefined ? drawn : withLines(other, linesOf(other));
    const { address1, ...requiredAddress } = address;
    const { dob, ...requiredPerson } = person;
    const typed = attempt.kind === everyField;
    const isShaped = shapeNamed('legacy', attempt.kind, setup) !== undefined;
    const all =
      typed ||
      attempt.kind === everyFieldButType ||
      isOfTexts(attempt.kind) ||
      (isShaped && from.datatype.boolean());
    return {
      ...drawRequest(attempt, draw, bad),
      ...(attempt.kind === otherData && { part: draw(constantFrom(...signedParts)) }),
      body: {
        buyer: {
          ...requiredPerson,
          ...(all && { dob }),
          address: { ...requiredAddress, ...(all && { address1 }) },
        },
        order: {
          ...withoutRef,
          items: withoutRef.items.map((line) => ({ ...line })),
          ...(withRef && orderRef !== undefined && { order_ref: orderRef }),
        },
        merchant_data: history(from, {
          whole: setup.data?.wholeAmounts === true,
          halves: attempt.kind === halves,
        }),
        ...(all && {
          options: typed ? { authorize_type: from.helpers.arrayElement(['simple', 'extended']) } : {},
        }),
      },
    };
  },

  resolve(state, step) {
    const body = bodyOf(setup, state, step);
    if (body === undefined) return undefined;
    const part = at(step.data, ['part']);
    const other = step.kind === otherData && typeof part === 'string' ? changedAt(body, part) : undefined;
    const text = otherText(step.kind, body);
    const made = request(step, 'authorize', body, (sent) => text ?? authorizeMaterial(other ?? sent), bad);
    return setup.asksPin === true && step.kind === needsPin ? { ...made, given: 'pin' } : made;
  },

  readBack(step) {
    const uses = { payment: step.id };
    return { operation: 'status', kind: 'read', uses, data: { encoding: 'hex' } };
  },

  reductions: (step) => authorizeReductions(step, setup),
  renewed: renewedOrder({ price: 'amount', total: ['order', 'total_amount'] }, setup),

  /** The same order of a consumer who needs no PIN, or beside no other payment. */
  simpler(step) {
    const ref = at(step.data, ['body', 'order', 'order_ref']);
    const kinds = ofSeveral(step.kind);
    if (kinds.length > 0) return kinds.map((kind) => ({ ...step, kind }));
    return step.kind === rightPin || step.kind === sameOrder
      ? [{ ...step, kind: ref === undefined ? 'no order_ref' : 'one piece', uses: {} }]
      : [];
  },

  predict: predictAuthorize(setup),
});

function shapeOf(kind: string, from: ReturnType<typeof seeded>, setup: Setup): OrderShape {
  const planned = orders[kind] ?? shapeNamed('legacy', kind, setup);
  if (planned !== undefined) return planned;
  const isNear = isMutated(kind) || isMalformed(kind);
  if (severalTexts.includes(kind)) return { lines: 2, ...charged, tax: 'fraction', prices: 'awkward' };
  if (kind !== mixed && !isNear) return { lines: 1 };
  const any = anyShape(from, 'legacy', setup.data?.wholeAmounts === true);
  // What refuses a near form, or a malformed body, may do so for some orders only. Prices whose sums are wrong in floats take long to find.
  return isNear ? { ...any, prices: 'whole' } : any;
}

function bodyOf(setup: Setup, state: LegacyState, step: Step): { readonly [key: string]: Json } | undefined {
  if (step.uses['asked'] !== undefined) return withCode(state, step);
  const body = at(step.data, ['body']);
  const persona = personaOf(setup, step.kind);
  if (!isObject(body) || persona === undefined) return undefined;
  const buyer = body['buyer'] as { [name: string]: Json };
  const submitted = body['order'] as { [name: string]: Json };
  const ref = submitted['order_ref'];
  const first = state.payments[step.uses['other'] ?? '']?.orderRefAtAuthorize;
  if (step.kind === refAgain && first === undefined) return undefined;
  if (step.kind === sameOrder && state.payments[step.uses['other'] ?? ''] === undefined) return undefined;
  const made = {
    ...(body as { [name: string]: Json }),
    ...(typeof ref === 'string' && { order: { ...submitted, order_ref: first ?? freshRef(state, ref) } }),
    buyer: {
      ...(step.kind === 'rejected' ? buyer : asGiven(buyer, setup)),
      email: { address: persona.email },
      phone: { number: persona.phone },
    },
  };
  return withTexts(made, step.kind, texts);
}

/** The buyer with the values that the settings give. Here, so that a reproduction holds none of them and carries those of its target. */
function asGiven(buyer: { [name: string]: Json }, { data }: Setup): { [name: string]: Json } {
  const { address } = buyer;
  return {
    ...buyer,
    ...data?.buyer,
    ...(isObject(address) && data?.buyerAddress && { address: { ...address, ...data.buyerAddress } }),
  };
}

/** The same data with another value in one place, of the same type. */
function changedAt(body: { readonly [key: string]: Json }, path: string): { readonly [key: string]: Json } {
  const [of = '', name = ''] = path.split('.');
  const held = body[of] as { readonly [key: string]: Json };
  const value = held[name];
  const other =
    typeof value === 'boolean'
      ? !value
      : typeof value === 'number'
        ? value + 1
        : `${typeof value === 'string' ? value : ''}0`;
  return { ...body, [of]: { ...held, [name]: other } };
}

function personaOf({ personas }: Setup, kind: string): Persona | undefined {
  const { approve, pin } = personas;
  if (kind === otherPhone) return pin && approve && { ...pin, phone: approve.phone };
  if (kind === needsPin) return pin;
  return kind === 'rejected' ? personas.reject : personas.approve;
}

/** What the table requires of a consumer who is not known yet. 192.0.2.1 is an address for documentation (RFC 5737). */
const newcomer = {
  store: 'store',
  customer_age: 0,
  last_order: 0,
  last_order_amount: 0,
  known_address: false,
  num_orders: 0,
  ltv: 0,
  ip_address: '192.0.2.1',
};

/** All optional parts of an authorization, by its schema, and plain values for other parts that seldom matter. */
const leaner: readonly Leaner[] = [
  inOneLine,
  ...withoutElements(['order', 'items'], mostLines),
  ...withoutOptional(authorizeRequest),
  inPieces,
  ...withPlain(['merchant_data'], newcomer),
];

/** What an authorization may do without. The total stays within the limits, since a consumer is approved within them. */
function authorizeReductions(step: Step, setup: Setup): readonly Reduction[] {
  if (!isObject(at(step.data, ['body']))) return [];
  return [plainEncoding, ...leaner.map((change) => (made: Step) => changed(made, change, setup))];
}

function plainEncoding(step: Step): Step {
  return at(step.data, ['encoding']) === 'base64'
    ? { ...step, data: { ...(step.data as JsonObject), encoding: 'hex' } }
    : step;
}

function changed(step: Step, change: Leaner, setup: Setup): Step {
  const data = step.data as JsonObject;
  const body = data['body'] as JsonObject;
  const less = change(body);
  if (JSON.stringify(less) === JSON.stringify(body)) return step;
  const asked = less['order'] as JsonObject & WireOrder;
  const sum = total(asked);
  const { min, max } = setup.amount;
  if (sum < Math.min(min, asked.total_amount) || sum > Math.max(max, asked.total_amount)) return step;
  const made = withValue(less, ['order', 'total_amount'], sum);
  return { ...step, kind: kindOf(step, made, setup), data: { ...data, body: made } };
}

/** An ordinary order of one piece is called so, whatever it was before. */
function kindOf({ kind }: Step, body: JsonObject, setup: Setup): string {
  if (!(kind in orders || kind === mixed || shapeNamed('legacy', kind, setup) !== undefined)) return kind;
  const { items, tax, shipping, order_ref: ref } = body['order'] as JsonObject & WireOrder;
  const isPlain =
    items.length === 1 && items[0]?.quantity === 1 && tax === undefined && shipping === undefined;
  if (!isPlain || Object.hasOwn(body, 'options')) return kind;
  return ref === undefined ? 'no order_ref' : 'one piece';
}

/** The same total as one piece of one line, in whole yen where it was not. */
function inOneLine(body: JsonObject): JsonObject {
  const sum = at(body, ['order', 'total_amount']);
  const { tax: _tax, shipping: _shipping, ...rest } = body['order'] as JsonObject;
  if (typeof sum !== 'number') return body;
  const amount = new Big(sum).round(0, Big.roundUp).toNumber();
  const items: Json = [{ item_id: 'i1', title: 'item', amount, quantity: 1 }];
  return { ...body, order: { ...rest, items, total_amount: amount } };
}

/** One piece of each line. */
function inPieces(body: JsonObject): JsonObject {
  const { items } = body['order'] as JsonObject & WireOrder;
  return withValue(
    body,
    ['order', 'items'],
    items.map((line) => ({ ...line, quantity: 1 })),
  );
}

/** A history with amounts that rounding raises. */
const halves = 'halves of a yen in the history';

const discountPieces = 'discount of several pieces';

const everyField = 'every optional field';

/** The same without a type: whether each merchant may name one is not shown. */
const everyFieldButType = 'every optional field but the type';

/** Orders by intent; the rest of the request is the same for all. */
const orders: Readonly<Record<string, OrderShape>> = {
  'one line': { lines: 1 },
  'one piece': { lines: 1, quantity: 1 },
  'several lines': { lines: 3, ...charged },
  discount: { lines: 2, ...charged, discount: 'small' },
  [discountPieces]: { lines: 2, ...charged, discount: 'several pieces' },
  fractions: {
    lines: 2,
    quantity: 3,
    ...charged,
    tax: 'fraction',
    prices: 'awkward',
    discount: 'small',
  },
  'fractions with a tax of zero': { lines: 1, tax: 'zero', shipping: 'tenth', prices: 'awkward' },
  'discount without shipping': { lines: 2, tax: 'tenth', discount: 'small' },
  'no order_ref': { lines: 2, ...charged },
  [everyField]: { lines: 2, ...charged },
  [everyFieldButType]: { lines: 2, ...charged },
  [halves]: { lines: 1 },
};

/** An order of any shape. */
const mixed = 'mixed order';

/** Wrong sums show in these first. */
const weighty: ReadonlySet<string> = new Set(['discount', discountPieces, 'fractions', mixed]);

/** Half of the orders come without order_ref, as from platforms that number them later. */
const withoutRefs: ReadonlySet<string> = new Set([
  'one line',
  'discount',
  discountPieces,
  'fractions with a tax of zero',
  'no order_ref',
]);
