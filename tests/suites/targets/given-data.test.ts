import { expect, it } from 'vitest';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';

it('the reference is conformant with given data in what was tested, and what the data excludes is not applicable', async () => {
  const outcome = await certifyEmbedded({
    seed: 1,
    runs: 6,
    randomOnly: true,
    settings: (target) => ({
      ...target,
      data: {
        buyer: { name: '試験 花子', dob: '1980-01-31' },
        shippingAddress: { line1: '試験ビル', city: '港区', zip: '105-0011' },
        wholeAmounts: true,
      },
    }),
    claims: [claims['legacy/lifecycle'], claims['resource/payments']],
  });
  const { requirements, failures, troubles } = certificate(fold(outcome.records), register);
  expect(failures).toEqual([]);
  expect(troubles).toEqual([]);
  const excluded = requirements.find(({ id }) => id === 'resource.create.address-one-field-suffices');
  expect(excluded?.verdict).toBe('not_applicable');
  expect(JSON.stringify(excluded)).toContain('data.shipping_address gives more');
  const passed = requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  expect(passed).toEqual(
    expect.arrayContaining(['legacy.authorize.opens', 'resource.address.zip', 'resource.address.parts']),
  );
});
