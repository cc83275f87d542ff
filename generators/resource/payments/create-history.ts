import type { Attempt, DataClass, Draw } from '../../../engine/machine.ts';
import type { Json } from '../../../engine/model.ts';
import { isObject } from '../../../models/checks.ts';
import type { ResourceState } from '../../../models/resource/state.ts';
import type { Setup } from '../../../models/setup.ts';
import { methodsField, paymentMethods } from '../../../spec/resource/buyer.ts';
import { buyerData, reference } from '../data.ts';
import type { JsonObject } from '../../leaner-bodies.ts';
import { addressFor, usualAddress } from './address.ts';

// The same request three times, so that nothing but one boolean of the purchase history can be why it is refused: without the boolean, with
// true, and with false.

/** What a creation says of one payment method; undefined: nothing. */
interface Said {
  readonly method: (typeof paymentMethods)[number];
  readonly used: boolean | undefined;
}

const without = paymentMethods.map((method) => ({ kind: `without ${method}`, method, used: undefined }));
const withValue = paymentMethods.flatMap((method) => [
  { kind: `${method}: true`, method, used: true },
  { kind: `${method}: false`, method, used: false },
]);
const kinds: ReadonlyMap<string, Said> = new Map([...without, ...withValue].map((one) => [one.kind, one]));

/** All together as often as half a kind. */
const rarely = 0.5 / without.length;
/** Above all others, since both values follow in one sequence. */
const following = 20;

/** Whether a creation differs from others in its purchase history alone. */
export const isOfHistory = (kind: string): boolean => kinds.has(kind);

/**
 * Creations whose purchase history lacks one payment method, as the first of a sequence, and after it those that have the method. The first may be
 * refused, since which fields are required is not shown, so that no other step may rest on it.
 */
export function historyIntents(state: ResourceState, token: string): readonly Omit<Attempt, 'uses'>[] {
  const tried = (state.tried ?? []).filter((one) => one.token === token).map(({ methods }) => methods);
  if (tried.length === 0)
    return Object.keys(state.payments).length > 0
      ? []
      : without.map(({ kind }) => ({ kind, negative: true, weight: rarely }));
  const left = paymentMethods.find((method) =>
    tried.some((one) => isObject(one) && !Object.hasOwn(one, method)),
  );
  return withValue
    .filter(
      ({ method, used }) => method === left && !tried.some((one) => isObject(one) && one[method] === used),
    )
    .map(({ kind }) => ({ kind, weight: following }));
}

/** The class of data of such a creation; undefined for others. */
export function historyClass(kind: string): DataClass | undefined {
  const said = kinds.get(kind);
  return said && { class: kind, role: said.used === undefined ? 'begin' : 'change' };
}

/** What such a creation sends: the same but for its payment methods, and its order_ref, so that none is taken for another once more. */
export function historyBody(kind: string, draw: Draw, { amount, data }: Setup): Json {
  const total = Math.max(amount.min, 20);
  return {
    token_id: '$token',
    amount: total,
    currency: 'JPY',
    buyer_data: { ...buyerData, [methodsField]: methodsFor(kinds.get(kind)) },
    order: { items: [{ unit_price: total, quantity: 1 }], order_ref: draw(reference) },
    shipping_address: addressFor(kind, usualAddress, data?.shippingAddress),
  };
}

function methodsFor(said: Said | undefined): Json {
  const methods = buyerData[methodsField] as JsonObject;
  if (said === undefined) return methods;
  const { [said.method]: _left, ...others } = methods;
  return said.used === undefined ? others : { ...others, [said.method]: said.used };
}
