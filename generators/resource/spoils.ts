import type { Attempt, Uses } from '../../engine/model.ts';
import type { Setup } from '../../models/setup.ts';
import type { ApiCall } from '../../models/wire.ts';

/** Departures from a right request that need no body: each makes the call from the sound one. */
const plain: Readonly<Record<string, (call: ApiCall) => ApiCall>> = {
  'key missing': (call) => ({ ...call, credential: 'missing' }),
  'key wrong': (call) => ({ ...call, credential: 'wrong' }),
  'key cut short': (call) => ({ ...call, credential: 'cut' }),
  'public key': (call) => ({ ...call, credential: 'public' }),
  'other scheme': (call) => ({ ...call, credential: 'other-scheme' }),
  'version wrong': (call) => ({ ...call, version: 'wrong' }),
  'version missing': (call) => ({ ...call, version: 'missing' }),
  'wrong method': (call) => ({ ...call, method: 'PATCH' }),
};

/** Departures of the body as a whole. */
const ofBody: Readonly<Record<string, (call: ApiCall) => ApiCall>> = {
  'not JSON': (call) => ({ ...without(call), rawBody: '{"metadata": ' }),
  'array for object': (call) => ({ ...without(call), body: [] }),
  'no body': without,
  'media type': (call) => ({ ...call, contentType: 'text/plain' }),
};

function without(call: ApiCall): ApiCall {
  const { body: _, ...rest } = call;
  return rest;
}

/** The call as a kind of attempt spoils it; as it is when the kind names no such departure. */
export function spoilt(call: ApiCall, kind: string): ApiCall {
  return (plain[kind] ?? ofBody[kind])?.(call) ?? call;
}

/** Whether a kind spoils the call as a whole, so that its body is to be a right one. */
export const isSpoil = (kind: string): boolean => Object.hasOwn(plain, kind) || Object.hasOwn(ofBody, kind);

/** The negative attempts about keys, version and method; about the body as well where the operation needs one. */
export function spoils(setup: Setup, uses: Uses, body: 'needed' | 'optional' | 'none'): readonly Attempt[] {
  const kinds = [
    ...Object.keys(plain).filter((kind) => kind !== 'public key' || setup.means.has('public_key')),
    ...(body === 'none' ? [] : Object.keys(ofBody).filter((kind) => body === 'needed' || kind !== 'no body')),
  ];
  return kinds.map((kind) => ({ kind, uses, negative: true, weight: 0.25 }));
}
