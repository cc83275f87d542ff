import { expect, test } from 'vitest';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';

test('in a run, what all suites have planned is sent before any of them goes on at random', async () => {
  const { records } = await certifyEmbedded({
    seed: 1,
    runs: 2,
    claims: [claims['resource/tokens'], claims['resource/time']],
  });
  let part = '';
  const seen: string[] = [];
  for (const record of records) {
    if (record.k === 'suite' && record.event === 'start') part = `${record.name} ${record.part}`;
    if (record.k !== 'sequence' || record.phase !== 'explore') continue;
    const how = `${part}, ${record.planned === true ? 'planned' : 'random'}`;
    if (!seen.includes(how)) seen.push(how);
  }
  expect(seen).toEqual([
    // A few go while the first plan is made.
    'resource/tokens evidence, random',
    'resource/tokens evidence, planned',
    'resource/time evidence, planned',
    'resource/tokens plan, planned',
    'resource/time plan, planned',
    'resource/tokens rest, random',
    'resource/tokens rest, planned',
    'resource/time rest, random',
  ]);
});
