import type { Case } from '../case.ts';
import { briefly } from '../case.ts';
import type { Passed } from '../support/proxy.ts';
import { behindProxy } from '../support/reference-target.ts';

const refusal = (retryAfter?: string): Passed => ({
  http: 429,
  headers: {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
  },
  body: Buffer.from('{"error":"slow down"}'),
});

/** Which requests are refused before the reference sees them, and what Retry-After says. */
const limits: Readonly<Record<string, { readonly one: number; readonly retryAfter?: string }>> = {
  'one request in five': { one: 5 },
  'one request in five, with Retry-After: 1': { one: 5, retryAfter: '1' },
  'one request in five, with Retry-After of a year': { one: 5, retryAfter: '31536000' },
  'one request in five, with a Retry-After that is no time': { one: 5, retryAfter: 'soon \u00ff' },
  'every request after the first 60': { one: 1, retryAfter: '1' },
};

export const rateLimits: readonly Case[] = Object.entries(limits).map(([name, { one, retryAfter }]) => ({
  name: `HTTP 429 to ${name}`,
  args: briefly,
  expect: { exit: [0, 3] },
  start: () =>
    behindProxy({
      before: (request) =>
        request.n > 60 && request.n % one === 0 ? { ...request, instead: refusal(retryAfter) } : request,
    }),
}));
