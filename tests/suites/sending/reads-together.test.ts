import { expect, it } from 'vitest';
import type { ExchangeRecord } from '../../../harness/records/exchange-records.ts';
import { grouped } from '../../../reports/words/plain.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';

const reading: ReadonlySet<string> = new Set(['get', 'token-get', 'token-list', 'status']);

/** The pairs of requests of one sequence that were under way at once. */
function overlapping(exchanges: readonly ExchangeRecord[]) {
  const bySequence = grouped(exchanges, ({ sequence }) => sequence);
  return [...bySequence.values()].flatMap((own) =>
    own.flatMap((one, index) =>
      own
        .slice(index + 1)
        .flatMap((other) =>
          one.at < other.at + other.ms && other.at < one.at + one.ms ? [[one, other] as const] : [],
        ),
    ),
  );
}

it('a sequence sends only reads together, and what is confirmed, shrunk or replayed sends one request after another', async () => {
  const all: ExchangeRecord[] = [];
  const { failures } = await certifyEmbedded({
    seed: 1,
    runs: 20,
    faults: ['resource-refund-exhausted-is-409'],
    claims: [claims['resource/payments']],
    onRecord: (record) => {
      if (record.k === 'exchange' && record.control !== true && record.sequence !== '') all.push(record);
    },
  });
  const pairs = overlapping(all);
  expect(pairs.length).toBeGreaterThan(20);
  for (const pair of pairs)
    for (const { operation, phase } of pair)
      expect([reading.has(operation), phase]).toEqual([true, 'explore']);
  expect(failures).not.toEqual([]);
  expect(all.some(({ phase }) => phase !== 'explore')).toBe(true);
});
