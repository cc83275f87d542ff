import type { Attempt, Uses } from '../../engine/model.ts';
import type { Setup } from '../../models/setup.ts';
import type { ApiCall } from '../../models/wire.ts';
import { bodySpoils, keySpoils, methodSpoils, pathSpoils, type Spoils } from '../request-mutations.ts';

const ofCredentials: Spoils = {
  ...keySpoils,
  'public key': (call) => ({ ...call, credential: 'public' }),
  'version wrong': (call) => ({ ...call, version: 'wrong' }),
  'version to come': (call) => ({ ...call, version: 'to-come' }),
  'version with more at its end': (call) => ({ ...call, version: 'longer' }),
  'version missing': (call) => ({ ...call, version: 'missing' }),
};
// GET is left out: a target may well show a list that the document does not speak of.
const ofMethods = methodSpoils(['POST', 'PUT', 'PATCH', 'DELETE']);
const all: Spoils = { ...ofCredentials, ...pathSpoils, ...bodySpoils, ...ofMethods };

/** The call as a kind of attempt spoils it; as it is when the kind names no such departure. */
export function spoilt(call: ApiCall, kind: string): ApiCall {
  return all[kind]?.(call) ?? call;
}

/** Refused before anything is looked up. A version is checked together with what else is wrong, and another method may be served. */
const stateless: ReadonlySet<string> = new Set([
  ...Object.keys({ ...keySpoils, ...pathSpoils }),
  'public key',
]);

/** Whether a kind spoils the call as a whole, so that its body is to be a right one. */
export const isSpoil = (kind: string): boolean => Object.hasOwn(all, kind);

export interface Spoilable {
  /** Of all operations under the path. */
  readonly methods: readonly string[];
  readonly body: 'needed' | 'optional' | 'none';
}

// Over a run the frequencies go by the roots of the weights. What has a body is possible in fewer states than what only reads.
const weights = { needed: 0.3, optional: 0.12, none: 0.05 } as const;

/** The kinds that spoil a request of an operation as a whole: its key, version, path and method, and its body where it has one. */
export function spoilsOf({ twoKeys, means }: Setup, { methods, body }: Spoilable): readonly string[] {
  const inapplicable = new Set([
    ...methods.map((method) => `method ${method}`),
    ...(twoKeys === true ? [] : ['key of the other interface']),
    ...(means.has('public_key') ? [] : ['public key']),
    ...(body === 'needed' ? [] : ['no body']),
    ...(body === 'none' ? Object.keys(bodySpoils) : []),
  ]);
  return Object.keys(all).filter((kind) => !inapplicable.has(kind));
}

/** The negative attempts of some kinds on what a right request would succeed with. */
export function spoils(kinds: readonly string[], body: Spoilable['body'], uses: Uses): readonly Attempt[] {
  const weight = weights[body];
  return kinds.map((kind) => ({ kind, uses, negative: true, stateless: stateless.has(kind), weight }));
}
