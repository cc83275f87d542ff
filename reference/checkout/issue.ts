import { z } from 'zod';
import { tokenWish } from '../control/content.ts';
import { sendPin } from '../legacy/pins.ts';
import { type Mode, refuse } from '../resource/call.ts';
import { address, checkShape, metadata } from '../resource/content.ts';
import { refusals } from '../resource/errors.ts';
import { type Contact, issuePayment, issueToken } from '../resource/control.ts';
import { contentProblem, keptOrder, order } from '../resource/payments/create.ts';
import type { HandlerReply } from '../seams.ts';
import type { PersonaName } from '../settings.ts';
import type { World } from '../world.ts';

/** What the dialog sends beside what is to be made. */
const typed = {
  consumer: z.object({ email: z.string().min(1), phone: z.string().min(1) }),
  auth_code: z.string().optional(),
};

const paymentBody = z.object({
  ...typed,
  payment: z.object({
    amount: z.number(),
    currency: z.string(),
    description: z.string().optional(),
    store_name: z.string().optional(),
    order: order.optional(),
    shipping_address: address.optional(),
    metadata: metadata.optional(),
  }),
});
const tokenBody = z.object({ ...typed, token: tokenWish });

type Typed = z.infer<z.ZodObject<typeof typed>>;

/** What the dialog asks to be made for a consumer. */
export type Issue = (world: World, mode: Mode, body: unknown) => HandlerReply;

const names: readonly PersonaName[] = ['approve', 'pin', 'reject'];

function personaOf(world: World, { email, phone }: Contact): PersonaName | undefined {
  const { personas } = world.settings;
  return names.find((name) => personas[name].email === email.toLowerCase() && personas[name].phone === phone);
}

/** The reply to a consumer who has to authenticate first; undefined once that is done, or for any other consumer. */
function authentication(world: World, { consumer, auth_code: code }: Typed): HandlerReply | undefined {
  const { checkoutRules: rules, store } = world;
  if (!rules.needsPin(personaOf(world, consumer))) return undefined;
  if (code === undefined) {
    sendPin(world, consumer.phone);
    return { http: 200, body: { status: 'authenticate_consumer', message: 'A PIN was sent by SMS.' } };
  }
  if (rules.acceptsPin(code, store.pins.get(consumer.phone))) return undefined;
  const body = { status: 'authorize_fail', reason: 'bad_auth_code', message: 'The PIN is wrong.' };
  return { http: 400, body };
}

/** Makes a single payment (resource, What the service does). The one of a refused consumer is REJECTED. */
export const issueSinglePayment: Issue = (world, mode, body) => {
  const shape = checkShape(paymentBody, body);
  if ('refusal' in shape) return refuse(world, shape.refusal);
  const { payment, consumer } = shape.content;
  const { amount, currency, description = '', metadata: pairs = {} } = payment;
  const asked = {
    ...payment,
    order: payment.order ?? { items: [{ title: description, unit_price: amount, quantity: 1 }] },
    shipping_address: payment.shipping_address ?? { line2: '1-2-3', zip: '106-2004' },
  };
  const problem = contentProblem(world, asked);
  if (problem !== undefined) return refuse(world, problem);
  const asking = authentication(world, shape.content);
  if (asking !== undefined) return asking;
  const status = world.checkoutRules.declines(personaOf(world, consumer)) ? 'REJECTED' : 'AUTHORIZED';
  const made = {
    amount,
    currency,
    description,
    storeName: payment.store_name ?? world.settings.storeName,
    order: keptOrder(asked.order),
    shippingAddress: asked.shipping_address,
    metadata: pairs,
  };
  return { http: 200, body: issuePayment(world, status, mode, made, consumer) };
};

/** Makes a token, which its consumer authenticates (resource, What the service does). A refused consumer gets none. */
export const issueCheckoutToken: Issue = (world, mode, body) => {
  const shape = checkShape(tokenBody, body);
  if ('refusal' in shape) return refuse(world, shape.refusal);
  const { token, consumer } = shape.content;
  if (!world.checkoutRules.pairsFit(token.metadata ?? {})) return refuse(world, refusals.tooManyPairs);
  const asking = authentication(world, shape.content);
  if (asking !== undefined) return asking;
  if (world.checkoutRules.declines(personaOf(world, consumer)))
    return refuse(world, refusals.consumerDeclined);
  return { http: 200, body: issueToken(world, token, mode, consumer) };
};
