import { briefly, findingFault, seededFault, type Case } from '../case.ts';

import type { Passed, Tampering } from '../support/proxy.ts';
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

const inSome: readonly Case[] = Object.entries(limits).map(([name, { one, retryAfter }]) => ({
  name: `HTTP 429 to ${name}`,
  args: briefly,
  expect: { exit: [0, 3] },
  start: async () => {
    const hostile = await behindProxy({
      before: (request) =>
        request.n > 60 && request.n % one === 0 ? { ...request, instead: refusal(retryAfter) } : request,
    });
    return { ...hostile, limits: { away: '10s' } };
  },
}));

/** Turns away what is more than so many requests in any second. */
function taking(perSecond: number, retryAfter?: string): Tampering {
  let taken: readonly number[] = [];
  return {
    before(request) {
      const now = performance.now();
      taken = taken.filter((at) => at > now - 1000);
      if (taken.length >= perSecond) return { ...request, instead: refusal(retryAfter) };
      taken = [...taken, now];
      return request;
    },
  };
}

/** A server that takes so many requests in any second, and a run that finds out. */
const paced = (perSecond: number, retryAfter?: string): Case => ({
  name: `HTTP 429 to more than ${perSecond} requests a second${retryAfter === undefined ? '' : ', with Retry-After'}`,
  args: ['--runs', '2', '--max-requests', String(perSecond * 25)],
  waits: true,
  expect: {
    exit: [0, 3],
    begins: true,
    says: /asked to slow down \(HTTP 429\)|set limits\.requests_per_second/,
  },
  start: () => behindProxy(taking(perSecond, retryAfter)),
});

/** A whole run at that pace: all that one interface has is tried, and nothing is lost. */
const wholeAt = (perSecond: number): Case => ({
  name: `a whole run against a server that takes ${perSecond} requests a second`,
  args: ['--runs', '1'],
  waits: true,
  mostSeconds: 1800,
  expect: {
    exit: [0],
    says: /asked to slow down \(HTTP 429\)/,
  },
  start: async () => {
    const hostile = await behindProxy(taking(perSecond, '1'));
    const { legacy: _, webhooks: __, ...entry } = hostile.entry;
    return { ...hostile, entry: { ...entry, cautious: false } };
  },
});

const faultBehind: Case = {
  name: 'a fault behind HTTP 429 to more than 20 requests a second',
  ...findingFault,
  start: () => behindProxy(taking(20, '1'), { faults: [seededFault] }),
};

export const rateLimits: readonly Case[] = [
  ...inSome,
  paced(3),
  paced(20),
  paced(20, '1'),
  wholeAt(3),
  faultBehind,
];
