import type { Attempt } from '../../engine/model.ts';
import type { Setup } from '../../models/setup.ts';
import type { ApiCall } from '../../models/wire.ts';
import {
  bodyMutations,
  keyMutations,
  methodMutations,
  pathMutations,
  type Mutations,
} from '../request-mutations.ts';

const ofCredentials: Mutations = {
  ...keyMutations,
  'public key': (call) => ({ ...call, credential: 'public' }),
  'version wrong': (call) => ({ ...call, version: 'wrong' }),
  'version to come': (call) => ({ ...call, version: 'to-come' }),
  'version with more at its end': (call) => ({ ...call, version: 'longer' }),
  'version missing': (call) => ({ ...call, version: 'missing' }),
};
// Without GET: a target may offer a list that the document does not describe.
const ofMethods = methodMutations(['POST', 'PUT', 'PATCH', 'DELETE']);
const all: Mutations = { ...ofCredentials, ...pathMutations, ...bodyMutations, ...ofMethods };

/** The call with the mutation that a kind of attempt names; unchanged when it names none. */
export function mutated(call: ApiCall, kind: string): ApiCall {
  return all[kind]?.(call) ?? call;
}

/** Refused before any state is read. Not among them: versions, which are checked together with other errors, and methods, which may be served. */
const stateless: ReadonlySet<string> = new Set([
  ...Object.keys({ ...keyMutations, ...pathMutations }),
  'public key',
]);

/** Whether a kind is refused whatever the state is. */
export const isStateless = (kind: string): boolean => stateless.has(kind);

/** Whether a kind sends a method that the path does not have. */
export const isMethod = (kind: string): boolean => Object.hasOwn(ofMethods, kind);

/** Whether a kind mutates the call as a whole, so that its body must be a right one. */
export const isMutation = (kind: string): boolean => Object.hasOwn(all, kind);

export interface MutableRequest {
  /** The methods that the path has. */
  readonly methods: readonly string[];
  readonly body: 'needed' | 'optional' | 'none';
}

// Operations with a body are possible in fewer states than reads, so each of their attempts gets more weight.
const weights = { needed: 0.3, optional: 0.12, none: 0.05 } as const;

/** The mutations that fit an operation: of its key, version, path and method, and of its body where it has one. */
export function mutationsOf({ twoKeys, means }: Setup, { methods, body }: MutableRequest): readonly string[] {
  const inapplicable = new Set([
    ...methods.map((method) => `method ${method}`),
    ...(twoKeys === true ? [] : ['key of the other interface']),
    ...(means.has('public_key') ? [] : ['public key']),
    ...(body === 'needed' ? [] : ['no body']),
    ...(body === 'none' ? Object.keys(bodyMutations) : []),
  ]);
  return Object.keys(all).filter((kind) => !inapplicable.has(kind));
}

/** Negative attempts of these kinds, for entities with which a right request would succeed. */
export function mutationAttempts(
  kinds: readonly string[],
  body: MutableRequest['body'],
): readonly Required<Omit<Attempt, 'uses'>>[] {
  const weight = weights[body];
  return kinds.map((kind) => ({ kind, negative: true, stateless: stateless.has(kind), weight }));
}
