import { beforeAll, expect, test } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded, type EmbeddedOutcome } from '../../../suites/faults/certify-embedded.ts';

/** Small, and with a fault, so that what one run reported could silence the other. */
const certify = (seed: number): Promise<EmbeddedOutcome> =>
  certifyEmbedded({
    seed,
    runs: 6,
    faults: ['token-resume-active-accepted'],
    claims: [claims['resource/tokens'], claims['resource/races']],
  });

const alone = new Map<number, EmbeddedOutcome>();
const together = new Map<number, EmbeddedOutcome>();

beforeAll(async () => {
  for (const seed of [1, 2]) alone.set(seed, await certify(seed));
  await Promise.all([1, 2].map(async (seed) => together.set(seed, await certify(seed))));
}, 240_000);

/** Each sequence with its verdict and evidence. What explores several at a time ends them in an order that depends on the network. */
const sequences = (outcome?: EmbeddedOutcome) =>
  (outcome?.records ?? [])
    .flatMap((record: JournalRecord) =>
      record.k === 'sequence' && record.phase === 'explore' ? [record] : [],
    )
    .map(({ id, verdict, requests, steps, evidence }) => ({ id, verdict, requests, steps, evidence }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

const accusations = (outcome?: EmbeddedOutcome) =>
  outcome?.failures.map(({ suite, requirement, steps }) => ({ suite, requirement, steps }));

test.each([1, 2])(
  'a run of seed %i beside another one in the same process gives the sequences and verdicts that it gives alone',
  (seed) => {
    expect(sequences(alone.get(seed)).length).toBeGreaterThan(20);
    expect(sequences(together.get(seed))).toEqual(sequences(alone.get(seed)));
    expect(accusations(alone.get(seed))).not.toEqual([]);
    expect(accusations(together.get(seed))).toEqual(accusations(alone.get(seed)));
  },
);

test('the two runs are not the same run', () => {
  expect(sequences(together.get(1))).not.toEqual(sequences(together.get(2)));
});
