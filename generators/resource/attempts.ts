import type { Attempt } from '../../engine/machine.ts';
import type { Uses } from '../../engine/model.ts';
import type { Payment, ResourceState, Token } from '../../models/resource/state.ts';

export type Entry<T> = readonly [key: string, value: T];

export const paymentsOf = (state: ResourceState): readonly Entry<Payment>[] => Object.entries(state.payments);
export const tokensOf = (state: ResourceState): readonly Entry<Token>[] => Object.entries(state.tokens);

/** One attempt of each kind that `kinds` gives for each entity. */
export function onEach<T>(
  role: string,
  entities: readonly Entry<T>[],
  kinds: (entity: T, key: string) => readonly (string | Omit<Attempt, 'uses'>)[],
): readonly Attempt[] {
  return entities.flatMap(([key, entity]) => {
    const uses = { [role]: key };
    return kinds(entity, key).map((kind) => (typeof kind === 'string' ? { kind, uses } : { ...kind, uses }));
  });
}

/** The first entity that `admits` accepts, as uses. */
export function first<T>(
  role: string,
  entities: readonly Entry<T>[],
  admits: (entity: T) => boolean,
): Uses | undefined {
  const found = entities.find(([, entity]) => admits(entity));
  return found && { [role]: found[0] };
}

/** AUTHORIZED and before its expiry: a capture, a close and an update would succeed. */
export const isOpen = (payment: Payment): boolean =>
  payment.status.is === 'AUTHORIZED' && payment.moved !== 'past';

/** A token with which a payment can be created. */
export const isUsable = (token: Token): boolean =>
  token.status.is === 'ACTIVE' && token.consumer === 'ACTIVE';
