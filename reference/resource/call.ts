import type { HandlerReply } from '../seams.ts';
import type { World } from '../world.ts';
import { type Refusal, refusals } from './errors.ts';
import type { Payment, Token } from './records.ts';
import type { Prefixed } from './request-rules.ts';

/** Test and live data are separate; the key selects one (resource, Authentication 4). */
export type Mode = 'test' | 'live';

/** A request that passed the checks common to all operations. */
export interface ResourceCall {
  readonly mode: Mode;
  /** The id in the path, or empty. */
  readonly id: string;
  /** The parsed body; undefined for operations without one. */
  readonly body: unknown;
}

export type Handler = (world: World, call: ResourceCall) => HandlerReply;

/** A new id, which nothing else has. */
export function freshId({ ids, resourceRules: rules }: World, of: Prefixed): string {
  return ids.next(rules.prefix(of), rules.countsIds);
}

/** The reply to a refused request. */
export function refuse(world: World, refusal: Refusal): HandlerReply {
  const { ids, resourceRules: rules } = world;
  return { http: refusal.http, body: rules.errorObject(refusal, ids.next('err_', rules.countsIds)) };
}

/** The payment of that id as it is now, if it is among the data that the key selects. */
export function findPayment(world: World, call: ResourceCall): Payment | undefined {
  const payment = world.store.resourcePayments.get(call.id);
  if (payment === undefined || payment.test !== (call.mode === 'test')) return undefined;
  return world.resourceRules.lapsed(payment, world.clock.now());
}

/** The refusal of a payment by its token, where the rules serve none whose token or consumer has ended. */
export function refusedByToken(world: World, { tokenId }: Payment): Refusal | undefined {
  const token = tokenId === undefined ? undefined : world.store.tokens.get(tokenId);
  if (token === undefined) return undefined;
  const consumer = world.store.consumers.get(token.consumerId);
  const isActive = token.status === 'ACTIVE' && consumer?.status === 'ACTIVE';
  return isActive || world.resourceRules.servedAfterToken(token) ? undefined : refusals.tokenEnded;
}

/** The reply to a refused request on a token. A choice may count it as a request. */
export function refuseAbout(world: World, token: Token | undefined, refusal: Refusal): HandlerReply {
  if (token !== undefined) {
    world.store.tokens.put(token.id, world.resourceRules.tokenRefused(token, world.clock.now()));
  }
  return refuse(world, refusal);
}

/** The token of that id, deleted or not, if it is among the data that the key selects. */
export function findToken(world: World, mode: Mode, id: string): Token | undefined {
  const token = world.store.tokens.get(id);
  return token?.test === (mode === 'test') ? token : undefined;
}

/** Stores a payment and shows it. */
export function keepPayment(world: World, payment: Payment): HandlerReply {
  const kept = world.store.resourcePayments.put(payment.id, payment);
  return { http: 200, body: world.resourceRules.paymentView(kept, world.resourceRules) };
}

/** Stores a token and shows it. */
export function keepToken(world: World, token: Token): HandlerReply {
  const kept = world.store.tokens.put(token.id, token);
  return { http: 200, body: world.resourceRules.tokenView(kept, world.resourceRules) };
}
