import { expect, test } from 'vitest';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { explores } from '../../../suites/run/claim.ts';
import { allClaims } from '../../../suites/claims/all-claims.ts';

test('an allowance of requests is shared by the suites, however many sequences are asked for, and ends the run', async () => {
  const exploring = allClaims.filter(explores);
  const { requests, records } = await certifyEmbedded({
    seed: 1,
    runs: 1_000_000,
    maxRequests: 1200,
    randomOnly: true,
    claims: exploring,
  });
  expect(requests).toBeLessThanOrEqual(1200);
  const bySuite = new Map<string, number>();
  for (const record of records) {
    if (record.k !== 'sequence') continue;
    bySuite.set(record.suite, (bySuite.get(record.suite) ?? 0) + record.requests);
  }
  expect([...bySuite.keys()]).toEqual(exploring.map(({ suite }) => suite));
  expect(Math.min(...bySuite.values())).toBeGreaterThan(30);
}, 240_000);
