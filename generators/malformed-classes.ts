import type { Attempt, DataClass } from '../engine/machine.ts';
import type { Json } from '../engine/model.ts';
import { isMalformed } from './malformed.ts';

type ClassOf<S> = (state: S, attempt: Attempt) => DataClass | undefined;

/** Adds a class for each kind of malformed body: whether a target fails on one does not depend on earlier steps. */
export function andMalformed<S>(classOf: ClassOf<S>): ClassOf<S> {
  return (state, attempt) =>
    isMalformed(attempt.kind) ? { class: attempt.kind, role: 'unspecified' } : classOf(state, attempt);
}

/** Fields that an update does not have, by the kind of the attempt: a few at a time, since a target may apply some and refuse others. */
export const otherFields: Readonly<Record<string, { readonly [name: string]: Json }>> = {
  'with an amount': { amount: 1, status: 'CLOSED', store_name: '別の店', captures: [] },
  'with an address': { shipping_address: { zip: '999-9999', line1: '別の住所', city: '別の市' } },
  'with an order': { order: { items: [{ unit_price: 1, quantity: 1 }], tax: 1, shipping: 1 } },
  'with a buyer': {
    buyer: { name1: '別 人', email: 'other@example.test' },
    tier: 'gold',
    test: false,
    currency: 'USD',
  },
  'with instants': {
    expires_at: '2999-01-01T00:00:00.000Z',
    created_at: '1999-01-01T00:00:00.000Z',
    refunds: [],
  },
};

/** Whether an attempt sends fields that an update must ignore. */
export const isOfOthers = (kind: string): boolean => Object.hasOwn(otherFields, kind);
