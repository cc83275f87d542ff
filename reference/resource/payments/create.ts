import { z } from 'zod';
import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findToken, freshId, keepPayment, refuse, type ResourceCall } from '../call.ts';
import { address, checkShape, metadata } from '../content.ts';
import { contentInvalid, type Refusal, refusals } from '../errors.ts';
import type { Order, Token } from '../records.ts';

const flag = z.boolean().optional();
const integer = z.int().optional();
const number = z.number().optional();
const text = z.string().optional();
const anyAddress = address.partial();

/** The consumer's purchase history. The document gives types only, so every field is optional and no value is wrong. */
const buyerData = z.object({
  user_id: text,
  age: integer,
  age_platform: integer,
  days_since_first_transaction: integer,
  ltv: number,
  order_count: integer,
  last_order_amount: number,
  last_order_at: integer,
  order_amount_last3months: number,
  order_count__last3months: integer,
  additional_shipping_addresses: z.array(anyAddress).optional(),
  billing_address: anyAddress.optional(),
  delivery_locn_type: text,
  gender: text,
  subscription_counter: integer,
  previous_payment_methods: z
    .object({
      credit_card_used: flag,
      cash_on_delivery_used: flag,
      convenience_store_prepayment_used: flag,
      carrier_payment_used: flag,
      bank_transfer_used: flag,
      rakuten_pay_used: flag,
      line_pay_used: flag,
      amazon_pay_used: flag,
      np_postpay_used: flag,
      other_postpay_used: flag,
    })
    .optional(),
  number_of_points: integer,
  order_item_categories: z.array(z.string()).optional(),
});

const item = z.object({
  id: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  unit_price: z.number(),
  quantity: z.int(),
});

/** The order of a request, which may leave out all but its lines. */
export const order = z.object({
  items: z.array(item),
  tax: z.number().optional(),
  shipping: z.number().optional(),
  order_ref: z.string().optional(),
});

const body = z.object({
  token_id: z.string(),
  amount: z.number(),
  currency: z.string(),
  description: z.string().optional(),
  store_name: z.string().optional(),
  buyer_data: buyerData,
  order,
  metadata: metadata.optional(),
  shipping_address: address,
});

type CreateBody = z.infer<typeof body>;

/** `POST /payments`: a recurring payment from a token (resource, Endpoints). */
export function createPayment(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, clock, settings, store } = world;
  const shape = checkShape(body, call.body);
  if ('refusal' in shape) return refuse(world, shape.refusal);
  const asked = shape.content;
  const problem = contentProblem(world, asked);
  if (problem !== undefined) return refuse(world, problem);

  const named = findToken(world, call.mode, asked.token_id);
  const token = rules.tokenToCharge(named, store.tokens.values());
  if (token === undefined) return refuse(world, refusals.createTokenUnknown);
  const refused = tokenProblem(world, token);
  if (refused === refusals.createTokenSuspended) return refuse(world, refused);
  if (refused !== undefined && !rules.rejectedInstead(token)) return refuse(world, refused);

  const now = clock.now();
  store.tokens.put(token.id, rules.tokenCharged(token, now));
  return keepPayment(
    world,
    rules.created({
      id: freshId(world, 'payment'),
      tokenId: token.id,
      createdAt: now,
      expiresAt: rules.expiryOf(now, settings),
      amount: asked.amount,
      currency: asked.currency,
      description: asked.description ?? '',
      storeName: rules.storeNameOf(asked.store_name, settings.storeName),
      test: token.test,
      status: refused === undefined ? 'AUTHORIZED' : 'REJECTED',
      buyer: token.origin,
      order: keptOrder(asked.order),
      shippingAddress: asked.shipping_address,
      captures: [],
      refunds: [],
      metadata: asked.metadata ?? {},
    }),
  );
}

/** The order as it is stored. */
export function keptOrder({ items, tax = 0, shipping = 0, order_ref = '' }: z.infer<typeof order>): Order {
  return { items, tax, shipping, order_ref };
}

/** Why no payment is authorized with a token (resource, States and transitions). */
function tokenProblem(world: World, token: Token): Refusal | undefined {
  const { resourceRules: rules, store } = world;
  if (!rules.reachable(token, 'create')) return refusals.createTokenDeleted;
  if (!rules.tokenUsable(token)) return refusals.createTokenSuspended;
  const consumer = store.consumers.get(token.consumerId);
  return consumer !== undefined && rules.consumerUsable(consumer.status)
    ? undefined
    : refusals.consumerSuspended;
}

/** Why what is to be paid is refused, by whatever means the payment is created. */
export function contentProblem(
  world: World,
  asked: Pick<CreateBody, 'amount' | 'currency' | 'order' | 'shipping_address' | 'metadata'>,
): Refusal | undefined {
  const rules = world.resourceRules;
  if (!rules.amountFits(asked.amount)) return refusals.amountNotPositive;
  if (!rules.fractionFits(asked.amount)) return refusals.fraction;
  const { items, tax = 0, shipping = 0 } = asked.order;
  if (!rules.totalFits(asked.amount, { items, tax, shipping })) return refusals.total;
  if (!rules.itemsFit(items)) return refusals.items;
  if (!rules.currencyKnown(asked.currency)) return refusals.currency;
  if (!rules.zipFits(asked.shipping_address.zip))
    return contentInvalid('shipping_address.zip: must be NNN-NNNN');
  if (!rules.addressComplete(asked.shipping_address)) {
    return refusals.addressAlone;
  }
  if (asked.metadata !== undefined && !rules.metadataFits(asked.metadata, 'create'))
    return refusals.tooManyPairs;
  return undefined;
}
