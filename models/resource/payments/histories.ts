import { isDeepStrictEqual } from 'node:util';
import type { Json, Step } from '../../../engine/model.ts';
import { buyerDataFields, methodsField, paymentMethods } from '../../../spec/resource/buyer.ts';
import { isBoolean, isObject } from '../../checks.ts';
import type { ApiCall } from '../../wire.ts';
import { bodyOf } from '../replies/bodies.ts';
import type { ResourceState, TriedHistory } from '../state.ts';

type Methods = Readonly<Record<string, unknown>>;

/** Whether a creation with the very same purchase history was accepted. */
export function isHistoryAccepted(state: ResourceState, call: ApiCall): boolean {
  const { buyer_data: history } = bodyOf(call);
  return state.histories?.some((one) => isDeepStrictEqual(one, history)) === true;
}

/** The state in which a history was accepted, and the whole request, where one of its payment methods may be added. */
export function withAccepted(state: ResourceState, step: Step, call: ApiCall): ResourceState {
  const { buyer_data: history } = bodyOf(call);
  const next = isHistoryAccepted(state, call)
    ? state
    : { ...state, histories: [...(state.histories ?? []), history as Json] };
  const one = tried(step, call, true);
  const isAnother = hasAllMethods(call) && next.tried?.some(({ token }) => token === one.token) === true;
  return lacksOneMethod(history) || isAnother ? withTried(next, one) : next;
}

/** The state in which a right request was refused for its content. */
export function withRefusedContent(state: ResourceState, step: Step, call: ApiCall): ResourceState {
  return hasAllMethods(call) ? withTried(state, tried(step, call, false)) : state;
}

/** Whether the history of a creation has each documented field, the ten booleans of its payment methods included. */
export function hasAllMethods(call: ApiCall): boolean {
  const methods = methodsOf(bodyOf(call)['buyer_data']);
  return methods !== undefined && Object.keys(methods).length === paymentMethods.length;
}

/**
 * Whether the refusal of a creation shows that a payment method can't be sent: the same request was accepted without it, and was refused with
 * the other of its two values.
 */
export function refusedBothWays(state: ResourceState, step: Step, call: ApiCall): boolean {
  const methods = hasAllMethods(call) ? methodsOf(bodyOf(call)['buyer_data']) : undefined;
  if (methods === undefined) return false;
  const { token, request } = tried(step, call, false);
  const same = (state.tried ?? []).filter(
    (one) => one.token === token && isDeepStrictEqual(one.request, request),
  );
  const has = (accepted: boolean, sent: Methods) =>
    same.some((one) => one.accepted === accepted && isDeepStrictEqual(one.methods, sent));
  return paymentMethods.some((name) => {
    const { [name]: value, ...others } = methods;
    return has(true, others) && has(false, { ...methods, [name]: value !== true });
  });
}

const lacksOneMethod = (history: unknown): boolean =>
  Object.keys(methodsOf(history) ?? {}).length === paymentMethods.length - 1;

/** The payment methods of a history that has each documented field, and no other; undefined for any other history. */
function methodsOf(history: unknown): Methods | undefined {
  if (!isObject(history) || !hasNoOther(history, buyerDataFields)) return undefined;
  const { [methodsField]: methods } = history;
  if (Object.keys(history).length !== buyerDataFields.length || !isObject(methods)) return undefined;
  return hasNoOther(methods, paymentMethods) && Object.values(methods).every(isBoolean) ? methods : undefined;
}

const hasNoOther = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name));

/** What was tried. The id of the token is left out, since its step stands for it, and so is which order it is, since each has a reference of its own. */
function tried({ uses }: Step, call: ApiCall, accepted: boolean): TriedHistory {
  const { token_id: _id, buyer_data: history, order, ...rest } = bodyOf(call);
  const named = isObject(order) && typeof order['order_ref'] === 'string';
  const { [methodsField]: methods, ...others } = isObject(history) ? history : {};
  return {
    token: uses['token'],
    request: { ...rest, buyer_data: others, order: named ? { ...order, order_ref: '' } : order } as Json,
    methods: methods as Json,
    accepted,
  };
}

function withTried(state: ResourceState, one: TriedHistory): ResourceState {
  const { tried: before = [] } = state;
  return before.some((other) => isDeepStrictEqual(other, one))
    ? state
    : { ...state, tried: [...before, one] };
}
