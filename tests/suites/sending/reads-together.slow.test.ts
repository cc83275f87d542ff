import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ExchangeRecord } from '../../../harness/records/exchange-records.ts';
import { grouped } from '../../../reports/words/plain.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { startProxy } from '../../gauntlet/support/proxy.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';

const reading: ReadonlySet<string> = new Set(['get', 'token-get', 'status']);

/** How long an answer takes, and what records of one request after another may overlap by, since they have whole milliseconds. */
const [answerMs, unsureMs] = [20, 5];

/** The pairs of requests of one sequence that were under way at once. */
function overlapping(exchanges: readonly ExchangeRecord[]) {
  const bySequence = grouped(exchanges, ({ sequence }) => sequence);
  return [...bySequence.values()].flatMap((own) =>
    own.flatMap((one, index) =>
      own
        .slice(index + 1)
        .flatMap((other) =>
          Math.min(one.at + one.ms, other.at + other.ms) - Math.max(one.at, other.at) > unsureMs
            ? [[one, other] as const]
            : [],
        ),
    ),
  );
}

it('a sequence sends only reads together, and what is confirmed, shrunk or replayed sends one request after another', async () => {
  const all: ExchangeRecord[] = [];
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined;
  const { failures } = await certifyEmbedded({
    seed: 1,
    runs: 20,
    faults: ['resource-refund-exhausted-is-409'],
    claims: [claims['resource/payments']],
    settings: async (target) => {
      const { resource } = target;
      if (resource === undefined) return target;
      const before = async <T>(request: T): Promise<T> => {
        await sleep(answerMs);
        return request;
      };
      proxy = await startProxy(() => resource.baseUrl, { before });
      return { ...target, resource: { ...resource, baseUrl: proxy.url } };
    },
    onRecord: (record) => {
      if (record.k === 'exchange' && record.control !== true && record.sequence !== '') all.push(record);
    },
  });
  await proxy?.close();
  const pairs = overlapping(all);
  expect(pairs.length).toBeGreaterThan(20);
  // A read may count as a request on what it shows.
  expect(pairs.filter(([one, other]) => one.request.url === other.request.url)).toEqual([]);
  for (const pair of pairs)
    for (const { operation, phase } of pair)
      expect([operation, reading.has(operation), phase]).toEqual([operation, true, 'explore']);
  expect(failures).not.toEqual([]);
  expect(all.some(({ phase }) => phase !== 'explore')).toBe(true);
});
