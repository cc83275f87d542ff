import { register } from '../reports/register.ts';
import { certificate } from '../reports/certificate/certificate.ts';
import { fold } from '../reports/journal/fold.ts';
import { allClaims } from '../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../suites/faults/certify-embedded.ts';
import { givenMeans } from '../tests/support/setups/given-means.ts';

/** How many rows of the resource interface are tested without control, by what the settings give. */
const given = [{ tokens: 0 }, { payments: 3 }, { tokens: 1 }, { tokens: 6, payments: 3 }];

for (const means of given) {
  const { records, requests } = await certifyEmbedded({
    seed: 1,
    runs: 4,
    settings: (target) => givenMeans(target, means),
    claims: allClaims.filter(({ scope }) => scope === 'resource'),
  });
  const { requirements } = certificate(fold(records), register);
  const rows = requirements.filter(({ document }) => document === 'resource');
  const tested = rows.filter(({ checks }) => checks > 0).length;
  process.stdout.write(`${JSON.stringify(means)}: ${tested} of ${rows.length} rows, ${requests} requests\n`);
}
