import { expect, it } from 'vitest';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { givenLegacyPayments } from '../../support/setups/given-legacy.ts';

it('six given payments show without a persona what capture, refund, update, close and status do', async () => {
  const outcome = await certifyEmbedded({
    seed: 1,
    runs: 1,
    settings: (target) => givenLegacyPayments(target, 6),
    claims: [claims['legacy/lifecycle']],
  });
  const { requirements, failures, troubles } = certificate(fold(outcome.records), register);
  const rows = requirements.filter(({ id }) => /^legacy\.(capture|refund|update|close|status)\./.test(id));
  const of = (verdict: string) => rows.filter((row) => row.verdict === verdict).map(({ id }) => id);
  expect(failures).toEqual([]);
  expect(troubles).toEqual([]);
  // A permission: nothing is planned for it.
  expect(of('untested')).toEqual(['legacy.update.new-lines']);
  expect(of('pass').length).toBeGreaterThan(40);
});
