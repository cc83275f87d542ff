import type { Check, Json, Step } from '../../../engine/model.ts';
import { createRules as rules } from '../../../spec/resource/create.ts';
import { paymentRules } from '../../../spec/resource/payment.ts';
import { isObject } from '../../checks.ts';
import type { ApiCall, Reply } from '../../wire.ts';
import { decimalText } from '../forms.ts';
import type { Pairs, Payment } from '../state.ts';
import { claim } from '../verdicts.ts';
import { bodyOf } from './on-payment.ts';

/** Rows that a success proves by what the request held. */
export function variety(call: ApiCall): readonly Check<Reply>[] {
  const { metadata, order, shipping_address: address } = bodyOf(call);
  const items = isObject(order) && Array.isArray(order['items']) ? order['items'].filter(isObject) : [];
  const proven = [
    rules.startsEmpty.id,
    rules.setsExpiry.id,
    ...(metadata === undefined ? [rules.optionalFields.id] : []),
    ...(isObject(metadata) && Object.keys(metadata).length === 20 ? [rules.metadataFull.id] : []),
    ...(isObject(address) && Object.keys(address).length === 2 ? [rules.addressOne.id] : []),
    ...(items.some((item) => Number(item['unit_price']) < 0) ? [rules.discount.id] : []),
  ];
  return [
    claim(
      proven,
      'a new payment with neither captures nor refunds',
      (body) => body,
      (body) =>
        isObject(body) &&
        [body['captures'], body['refunds']].every((list) => Array.isArray(list) && list.length === 0),
    ),
  ];
}

/** The payment that a creation asks for. */
export function paymentOf(call: ApiCall, step: Step): Payment {
  const body = bodyOf(call) as Readonly<Record<string, Json | undefined>>;
  const order = (isObject(body['order']) ? body['order'] : {}) as Readonly<Record<string, Json | undefined>>;
  const fact = <T>(is: T | undefined, because: string) =>
    is === undefined || is === null ? undefined : { is, because };
  const address = body['shipping_address'] as Pairs | undefined;
  return {
    token: step.uses['token'],
    status: { is: 'AUTHORIZED', because: rules.authorizes.id },
    seen: false,
    after: 'change',
    amount: decimalText(body['amount']),
    storeName: textOf(body['store_name']),
    description: fact(textOf(body['description']), paymentRules.description.id),
    orderRef: fact(textOf(order['order_ref']), paymentRules.orderRef.id),
    metadata: fact(body['metadata'] as Pairs | undefined, paymentRules.metadata.id),
    items: order['items'],
    tax: decimalText(order['tax']),
    shipping: decimalText(order['shipping']),
    address: Object.fromEntries(
      Object.entries(address ?? {}).filter(([, value]) => textOf(value) !== undefined),
    ),
    captures: [],
    refunds: [],
  };
}

/** A text that was set; an empty one may be kept or not, so nothing is claimed about it. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
