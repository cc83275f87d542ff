import { expect, test } from 'vitest';
import type { Target } from '../../../harness/settings/settings.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { countingProxy } from '../../support/targets/counting-proxy.ts';
import type { Counted } from '../../support/targets/start-counting-proxy.ts';

/** A run of the operations on tokens with so many wrong keys: what reached the server, the rows about keys, and the rows that failed. */
async function runWith(wrongKeys: number, faults: readonly string[] = []) {
  let requests: readonly Counted[] = [];
  let right = '';
  const { records } = await certifyEmbedded({
    seed: 1,
    runs: 12,
    faults,
    claims: [claims['resource/tokens']],
    settings: async (target): Promise<Target> => {
      const { resource } = target;
      if (resource === undefined) throw new Error('the embedded target has both interfaces');
      const proxy = await countingProxy(resource.baseUrl);
      ({ requests } = proxy);
      right = `Bearer ${resource.secretKey}`;
      return {
        ...target,
        resource: { ...resource, baseUrl: proxy.url },
        limits: { ...target.limits, wrongKeys },
      };
    },
  });
  const { requirements } = certificate(fold(records), register);
  const rows = ['wrong-key', 'public-key-refused'].map((name) =>
    requirements.find(({ id }) => id === `resource.auth.${name}`),
  );
  return {
    wrong: requests.filter(({ authorization }) => authorization !== undefined && authorization !== right),
    rows,
    failed: requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id),
  };
}

test('limits.wrong_keys holds for a whole run, tries wrong keys on reads only, and leaves the rows about keys their evidence', async () => {
  const { wrong, rows, failed } = await runWith(10);
  expect(wrong.length).toBeLessThanOrEqual(10);
  expect(wrong.length).toBeGreaterThan(1);
  expect(new Set(wrong.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(rows).toMatchObject([{ verdict: 'pass' }, { verdict: 'pass' }]);
  expect(failed).toEqual([]);
});

test('with limits.wrong_keys 0 no wrong key is sent, and the rows about keys are not applicable, with the reason', async () => {
  const { wrong, rows, failed } = await runWith(0);
  expect(wrong).toEqual([]);
  const reason = expect.stringContaining('limits.wrong_keys is 0') as unknown as string;
  expect(rows).toMatchObject([
    { verdict: 'not_applicable', reason },
    { verdict: 'not_applicable', reason },
  ]);
  expect(failed).toEqual([]);
});

test('limits.wrong_keys holds while a key that is not checked is shrunk and confirmed, and the target is accused of it', async () => {
  const { wrong, failed } = await runWith(10, ['resource-any-key-accepted']);
  expect(wrong.length).toBeLessThanOrEqual(10);
  expect(failed).toEqual(['resource.auth.wrong-key']);
});

test('a row about keys that no attempt was left for is untested, with the reason, and leads to no accusation', async () => {
  const { wrong, rows, failed } = await runWith(1);
  expect(wrong).toHaveLength(1);
  const reason = expect.stringContaining('limits.wrong_keys allows 1 attempt with') as unknown as string;
  expect(rows.filter((row) => row?.verdict === 'untested')).toMatchObject([{ reason }]);
  expect(failed).toEqual([]);
});
