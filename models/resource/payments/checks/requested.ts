import { Big } from 'big.js';
import type { Check, Json, Step } from '../../../../engine/model.ts';
import { resourceLatitudes } from '../../../../spec/resource/latitudes.ts';
import { createRules as rules } from '../../../../spec/resource/payments/create.ts';
import { paymentRules } from '../../../../spec/resource/payment.ts';
import { at, check, field, isNumber, isObject } from '../../../checks.ts';
import type { ApiCall, Reply } from '../../../wire.ts';
import { decimalText, equalPairs } from '../../forms.ts';
import { isInstant } from '../../../../spec/instants.ts';
import type { Known, Pairs, Payment } from '../../state.ts';
import { listWeight } from './entries.ts';
import { expiresLater } from './form.ts';
import { hasAllMethods } from '../histories.ts';
import { bodyOf } from '../../replies/bodies.ts';

/** Checks of what is special about the request. Only a creation without any optional field proves that each may be left out. */
export function variety(call: ApiCall): readonly Check<Reply>[] {
  const { metadata, shipping_address: address } = bodyOf(call);
  const items = itemsOf(call);
  const accepted = [
    ...(optionals(call).every((value) => value === undefined) ? [rules.optionalFields.id] : []),
    ...(isObject(address) && Object.keys(address).length === 2 ? [rules.addressOne.id] : []),
    ...(items.some((item) => Number(item['unit_price']) < 0) ? [rules.discount.id] : []),
    ...(hasAllMethods(call) ? [rules.paymentMethods.id] : []),
  ];
  return [
    // The creation itself is the evidence; a refusal is judged by its code.
    check(accepted, 'a new payment', ({ body }) => body, isObject, {
      expect: () => ({ at: '', must: { type: 'object' } }),
    }),
    check(
      rules.startsEmpty.id,
      'a new payment with neither captures nor refunds',
      ({ body }) => [at(body, ['captures']), at(body, ['refunds'])],
      (lists) => (lists as readonly unknown[]).every((list) => Array.isArray(list) && list.length === 0),
      { weight: listWeight },
    ),
    check(
      rules.setsExpiry.id,
      'expires_at: an instant after the creation',
      ({ body }) => ({ created_at: at(body, ['created_at']), expires_at: at(body, ['expires_at']) }),
      (shown) => isInstant(at(shown, ['expires_at'])) && expiresLater(shown),
      { about: 'expires_at', expect: () => ({ at: 'expires_at', must: { laterThan: 'created_at' } }) },
    ),
    ...twentyKept(rules.metadataFull.id, metadata),
  ];
}

/** Whether metadata has the most pairs allowed, 20. */
export const isFull = (metadata: unknown): boolean =>
  isObject(metadata) && Object.keys(metadata).length === 20;

/** That all of 20 metadata pairs are kept; fewer are not checked. */
export function twentyKept(rule: string, metadata: unknown): readonly Check<Reply>[] {
  if (!isFull(metadata)) return [];
  return [field(rule, 'metadata', equalPairs(metadata as Pairs, 'all twenty pairs'))];
}

/** The open points about an amount. Its acceptance shows each of them, its refusal the only one. */
export function openAmounts(call: ApiCall) {
  const sent = bodyOf(call)['amount'];
  // What is not there is missing, which is no open point: a body that is no object has no amount either.
  if (sent === undefined) return [];
  const amount = Number(sent);
  return [
    ...(amount > 0 ? [] : [resourceLatitudes.createAmount]),
    ...(Number.isInteger(amount) ? [] : [resourceLatitudes.fractions]),
    ...(isSum(call) ? [] : [resourceLatitudes.totals]),
  ];
}

/** Whether the amount is the sum of items, tax and shipping. */
export function isSum(call: ApiCall): boolean {
  const { amount, order } = bodyOf(call);
  const { tax, shipping } = isObject(order) ? order : {};
  return addsUp({ amount, items: itemsOf(call), tax, shipping });
}

/** An order and its amount, as numbers of JSON. */
interface Priced {
  readonly amount: unknown;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly tax: unknown;
  readonly shipping: unknown;
}

/** Whether items, tax and shipping come to an amount. */
export function addsUp({ amount, items, tax, shipping }: Priced): boolean {
  const lines = items.map((item) => [item['unit_price'], item['quantity']] as const);
  const numbers = [
    amount,
    ...[tax, shipping].filter((value) => value !== undefined && value !== null),
    ...lines.flat(),
  ];
  if (!numbers.every(isNumber)) return false;
  const total = lines.reduce(
    (sofar, [price, quantity]) => sofar.plus(new Big(price as number).times(quantity as number)),
    new Big((tax ?? 0) as number).plus((shipping ?? 0) as number),
  );
  return total.eq(amount as number);
}

/** The items of a creation. */
export function itemsOf(call: ApiCall): readonly Readonly<Record<string, unknown>>[] {
  const { order } = bodyOf(call);
  return isObject(order) && Array.isArray(order['items']) ? order['items'].filter(isObject) : [];
}

/** The values of all optional fields of a creation, undefined where left out. */
export function optionals(call: ApiCall): readonly unknown[] {
  const { store_name: store, description, metadata, order } = bodyOf(call);
  const { tax, shipping, order_ref: reference } = isObject(order) ? order : {};
  const ofItems = itemsOf(call).flatMap(({ id, title, description: text }) => [id, title, text]);
  return [store, description, metadata, tax, shipping, reference, ...ofItems];
}

/** The payment that a creation asks for. */
export function paymentOf(call: ApiCall, step: Step): Payment {
  const body = bodyOf(call) as Readonly<Record<string, Json | undefined>>;
  const order = (isObject(body['order']) ? body['order'] : {}) as Readonly<Record<string, Json | undefined>>;
  const fact = <T>(is: T | undefined, setBy: string) =>
    is === undefined || is === null ? undefined : { is, setBy };
  const address = body['shipping_address'] as Pairs | undefined;
  const [tax, shipping] = [order['tax'], order['shipping']].map(decimalText);
  return {
    token: step.uses['token'],
    status: { is: 'AUTHORIZED', setBy: rules.authorizes.id },
    seen: false,
    after: 'change',
    amount: decimalText(body['amount']),
    storeName: textOf(body['store_name']),
    description: fact(textOf(body['description']), paymentRules.description.id),
    orderRef: fact(textOf(order['order_ref']), paymentRules.orderRef.id),
    // Without pairs in the request the payment has none.
    metadata: fact((body['metadata'] ?? {}) as Pairs, paymentRules.metadata.id),
    items: order['items'],
    tax,
    shipping,
    known: knownSent({
      'order.tax': tax,
      'order.shipping': shipping,
      ...Object.fromEntries(
        Object.entries(address ?? {}).map(([name, value]) => [`shipping_address.${name}`, textOf(value)]),
      ),
    }),
    captures: [],
    refunds: [],
  };
}

/** What was set of the fields that every reply shows in the same way. */
function knownSent(sent: Known): Known {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

/** A text that was set; an empty one may be dropped, so it is not checked. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
