import type { ReplyBody } from '../seams.ts';
import type { World } from '../world.ts';
import { freshId, type Mode } from './call.ts';
import type { Buyer, ConsumerStatus, Item, Metadata, Payment, Token } from './records.ts';

/** What a token may be issued with (control interface, `POST /tokens`). */
export interface TokenWish {
  readonly wallet_id?: string | undefined;
  readonly description?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

/** The one merchant whose account this server keeps; the prefix comes from the rules. */
const MERCHANT = 'reference00000000001';

/** How a consumer can be reached, as typed in the checkout. */
export type Contact = Pick<Buyer, 'email' | 'phone'>;

function newConsumer(world: World, typed?: Contact): { readonly id: string; readonly buyer: Buyer } {
  const id = freshId(world, 'consumer');
  world.store.consumers.put(id, { id, status: 'ACTIVE' });
  const { email, phone } = typed ?? contactOf(`080${world.ids.pin(8)}`);
  return { id, buyer: { name1: '山田 太郎', name2: 'ヤマダ タロウ', email, phone } };
}

const contactOf = (phone: string): Contact => ({ email: `${phone}@consumer.test`, phone });

/** A new consumer, or where all tokens have one, that of the tokens before, who is ACTIVE in the checkout app. */
function consumerOfToken(world: World, mode: Mode, typed?: Contact): ReturnType<typeof newConsumer> {
  const { store, resourceRules } = world;
  const before = [...store.tokens.values()].find(({ test }) => test === (mode === 'test'));
  if (before === undefined || resourceRules.ownConsumer()) return newConsumer(world, typed);
  store.consumers.put(before.consumerId, { id: before.consumerId, status: 'ACTIVE' });
  return { id: before.consumerId, buyer: before.origin };
}

/** Issues an ACTIVE token with a consumer of its own, as the checkout app would. */
export function issueToken(
  world: World,
  wish: TokenWish = {},
  mode: Mode = 'test',
  typed?: Contact,
): ReplyBody {
  const { resourceRules: rules, clock } = world;
  const consumer = consumerOfToken(world, mode, typed);
  const now = clock.now();
  const token: Token = {
    id: freshId(world, 'token'),
    merchantId: rules.prefix('merchant') + MERCHANT,
    walletId: wish.wallet_id ?? rules.defaultWallet(),
    status: 'ACTIVE',
    origin: consumer.buyer,
    description: wish.description ?? '',
    metadata: wish.metadata ?? {},
    consumerId: consumer.id,
    suspensions: [],
    test: mode === 'test',
    versionNr: 1,
    createdAt: now,
    updatedAt: now,
    activatedAt: now,
    deletedAt: null,
  };
  return rules.tokenView(world.store.tokens.put(token.id, token), rules);
}

/** Suspends an ACTIVE token as its consumer. Undefined: there is no such token in that state. */
export function suspendByConsumer(world: World, id: string): ReplyBody | undefined {
  const { resourceRules: rules, clock, store } = world;
  const token = store.tokens.get(id);
  if (token?.status !== 'ACTIVE') return undefined;
  const now = clock.now();
  const suspended = rules.suspended(token, { timestamp: now, authority: 'consumer' });
  return rules.tokenView(store.tokens.put(id, rules.executed(suspended, 'suspend', now)), rules);
}

/** Sets the state of a consumer account. Undefined: there is no such consumer. */
export function setConsumerStatus(
  world: World,
  id: string,
  status: ConsumerStatus,
): { readonly consumer_id: string; readonly status: ConsumerStatus } | undefined {
  if (world.store.consumers.get(id) === undefined) return undefined;
  const consumer = world.store.consumers.put(id, { id, status });
  return { consumer_id: consumer.id, status: consumer.status };
}

const item: Item = { id: 'item-1', title: 'Reference item', unit_price: 1000, quantity: 1 };

/** What a single payment is about, as the launch of the checkout gives it. */
export type SinglePayment = Pick<
  Payment,
  'amount' | 'currency' | 'description' | 'storeName' | 'order' | 'shippingAddress' | 'metadata'
>;

/** Makes a single payment in the given state, as the checkout app would. */
export function issuePayment(
  world: World,
  status: 'AUTHORIZED' | 'REJECTED',
  mode: Mode = 'test',
  asked: Partial<SinglePayment> = {},
  typed?: Contact,
): ReplyBody {
  const { resourceRules: rules, clock, settings } = world;
  const now = clock.now();
  const payment: Payment = {
    id: freshId(world, 'payment'),
    createdAt: now,
    expiresAt: rules.expiryOf(now, settings),
    amount: 1200,
    currency: 'JPY',
    description: '',
    storeName: settings.storeName,
    test: mode === 'test',
    status,
    buyer: newConsumer(world, typed).buyer,
    order: { items: [item], tax: 100, shipping: 100, order_ref: '' },
    shippingAddress: { line2: '1-2-3', city: '港区', state: '東京都', zip: '106-2004' },
    captures: [],
    refunds: [],
    metadata: {},
    ...asked,
  };
  return rules.paymentView(world.store.resourcePayments.put(payment.id, payment), rules);
}
