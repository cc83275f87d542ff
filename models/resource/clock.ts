import { at } from '../checks.ts';
import type { Reply } from '../wire.ts';
import { instantMs, isInstant } from '../../spec/instants.ts';
import { createdAtOf, expiresAtOf, type Payment, type ResourceState } from './state.ts';

/** The state after a reply of control that shows, in one of these fields, an instant of just now. */
export function clockLearned(
  state: ResourceState,
  reply: Reply | undefined,
  names: readonly string[],
): ResourceState {
  const now = shownAt(reply, names);
  // Without an instant the one known stays: the clock runs as ours does.
  return reply === undefined || now === undefined ? state : { ...state, clock: now - reply.receivedAt };
}

/** The state after control has moved the clock. Without an instant in the reply the clock is not known any more. */
export function clockMoved(state: ResourceState, reply: Reply | undefined): ResourceState {
  return clockLearned({ ...state, clock: undefined }, reply, ['now']);
}

/** A new payment with the time of its request, where its created_at can't be read. */
export function dated(payment: Payment, { clock }: ResourceState, reply: Reply | undefined): Payment {
  if (reply === undefined || clock === undefined || createdAtOf(payment) !== undefined) return payment;
  return { ...payment, madeAfter: reply.sentAt + clock };
}

/**
 * Which side of its expiry a payment is on after the clock was moved to one of them. Where that rested on an estimate, the time that control
 * shows decides.
 */
export function sideOfExpiry(
  payment: Payment,
  meant: 'before' | 'past',
  reply: Reply | undefined,
): 'before' | 'past' {
  const expiresAt = expiresAtOf(payment);
  const now = shownAt(reply, ['now']);
  if (createdAtOf(payment) !== undefined || expiresAt === undefined || now === undefined) return meant;
  return now > instantMs(expiresAt) ? 'past' : 'before';
}

/** Whether a payment may be past its expiry. */
export const mayBePast = ({ moved }: Payment): boolean => moved === 'past' || moved === 'perhaps-past';

/** Which side of its expiry a payment may be on after the clock was moved on account of another one. */
export function besideExpiry(payment: Payment, reply: Reply | undefined): 'past' | 'perhaps-past' {
  const { moved } = payment;
  const expiresAt = expiresAtOf(payment);
  const now = shownAt(reply, ['now']);
  const surely = now !== undefined && expiresAt !== undefined && now > instantMs(expiresAt);
  return surely || moved === 'past' ? 'past' : 'perhaps-past';
}

function shownAt(reply: Reply | undefined, names: readonly string[]): number | undefined {
  const shown = names.map((name) => at(reply?.body, [name])).find(isInstant);
  return shown === undefined ? undefined : instantMs(shown);
}
