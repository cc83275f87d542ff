import type { ApiCall } from '../models/wire.ts';

/** A right call with one thing wrong about it, whatever it asks for. */
export type Spoil = (call: ApiCall) => ApiCall;
export type Spoils = Readonly<Record<string, Spoil>>;

/** What may be wrong with the credentials of either interface. */
export const keySpoils = {
  'key missing': (call) => ({ ...call, credential: 'missing' }),
  'key cut short': (call) => ({ ...call, credential: 'cut' }),
  'key with more at its end': (call) => ({ ...call, credential: 'longer' }),
  'key in the other case': (call) => ({ ...call, credential: 'other-case' }),
  'key wrong': (call) => ({ ...call, credential: 'wrong' }),
  'key in another scheme': (call) => ({ ...call, credential: 'other-scheme' }),
  'key of the other interface': (call) => ({ ...call, credential: 'other-interface' }),
} as const satisfies Spoils;

/** A path below one that there is. */
export const pathSpoils = {
  'unknown path': (call) => ({ ...call, path: `${call.path.replace(/\/$/, '')}/nothing` }),
} as const satisfies Spoils;

// Deeper than the thousand levels at which some parsers give up.
const levels = 3000;

/** What may be wrong with a body as a whole. */
export const bodySpoils = {
  'no body': withoutBody,
  'array for object': (call) => ({ ...call, body: [] }),
  'null for object': (call) => ({ ...call, body: null }),
  'no JSON': (call) => ({ ...withoutBody(call), rawBody: 'payment_id=1&amount=2' }),
  'body cut off': (call) => {
    const text = JSON.stringify(call.body ?? {});
    return { ...withoutBody(call), rawBody: text.slice(0, Math.ceil(text.length / 2)) };
  },
  'nested too deep': (call) => ({ ...withoutBody(call), rawBody: '['.repeat(levels) + ']'.repeat(levels) }),
  'bytes that are no UTF-8': (call) => ({ ...call, strayBytes: true }),
  'field of no table': (call) => ({
    ...call,
    body: { note: 'no field of any table', ...(call.body as object) },
  }),
  'another content type': (call) => ({ ...call, contentType: 'text/plain' }),
} as const satisfies Spoils;

function withoutBody(call: ApiCall): ApiCall {
  const { body: _body, checksum: _checksum, ...rest } = call;
  return rest;
}

/** The call under each of some methods. GET goes without a body. */
export function methodSpoils(methods: readonly string[]): Spoils {
  return Object.fromEntries(
    methods.map((method) => [
      `method ${method}`,
      (call: ApiCall) => ({ ...(method === 'GET' ? withoutBody(call) : call), method }),
    ]),
  );
}
