import { findingFault, seededFault, type Case } from '../case.ts';
import type { Passed, Passing, Tampering } from '../support/proxy.ts';
import { behindProxy } from '../support/reference-target.ts';

/** Reads of a payment that was changed less than so long ago show it as it was read before, as a copy of the data does that lags behind. */
function lagging(ms: number): Tampering {
  const shown = new Map<string, Passed>();
  const changedAt = new Map<string, number>();
  return {
    after(reply, request) {
      const [id] = /pay_\w+/.exec(`${request.path} ${request.body.toString()}`) ?? [];
      if (id === undefined) return reply;
      if (!isRead(request)) {
        // What is refused changes nothing.
        if (reply.http < 300) changedAt.set(id, performance.now());
        return reply;
      }
      // Who asks, and whether rightly, is not looked up in the copy.
      const { authorization } = request.headers;
      const key = JSON.stringify([request.path, request.body.toString(), authorization]);
      const before = shown.get(key);
      if (before !== undefined && performance.now() - (changedAt.get(id) ?? -Infinity) < ms) return before;
      shown.set(key, reply);
      return reply;
    },
  };
}

const isRead = ({ method, path }: Passing): boolean => method === 'GET' || path.endsWith('/pay/status');

const lagMs = 200;
const args = ['--runs', '40', '--max-requests', '4000', '--only'] as const;
const interfaces = ['legacy', 'resource'] as const;

/** Targets whose reads lag behind. */
export const staleReads: readonly Case[] = [
  ...interfaces.map((one): Case => ({
    name: `reads that lag behind, ${one}`,
    args: [...args, one],
    expect: { exit: [1], accuses: 'any', says: /The same read was right 0\.[13] s later/ },
    start: () => behindProxy(lagging(lagMs)),
  })),
  ...interfaces.map((one): Case => ({
    name: `reads that lag behind, and a pause before them, ${one}`,
    args: [...args, one],
    mostSeconds: 400,
    expect: { exit: [0, 3], begins: true },
    start: async () => {
      const hostile = await behindProxy(lagging(lagMs));
      return { ...hostile, entry: { ...hostile.entry, settle: '300ms' } };
    },
  })),
  {
    name: 'a fault behind reads that lag behind, and a pause before them',
    ...findingFault,
    start: async () => {
      const hostile = await behindProxy(lagging(lagMs), { faults: [seededFault] });
      return { ...hostile, entry: { ...hostile.entry, settle: '300ms' } };
    },
  },
];
