import { expect, it } from 'vitest';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { givenMeans } from '../../support/setups/given-means.ts';

/** The rows about tokens of a target without control, with so many tokens that may be used up. */
async function certified(tokens: number, faults: readonly string[] = []) {
  const outcome = await certifyEmbedded({
    seed: 1,
    runs: 2,
    faults,
    settings: (target) => givenMeans(target, { tokens }),
    claims: [claims['resource/tokens']],
  });
  const done = certificate(fold(outcome.records), register);
  const rows = done.requirements.filter(({ id }) => /^resource\.(suspend|resume|delete)\./.test(id));
  const of = (verdict: string) => rows.filter((row) => row.verdict === verdict).map(({ id }) => id);
  return { ...done, of };
}

it('a target without control shows with two tokens what suspend, resume and delete do', async () => {
  const { of, troubles } = await certified(2);
  expect(of('not_applicable')).toEqual([
    'resource.delete.record-retained',
    'resource.resume.consumer-suspension-refused',
  ]);
  expect(of('untested')).toEqual([]);
  expect(of('pass').length).toBeGreaterThan(28);
  expect(troubles).toEqual([]);
});

it('a violation that used up the last token is not confirmed, leads to no accusation, and says how many tokens are wanted', async () => {
  const { verdict, reasons, failures, requirements, of } = await certified(1, [
    'token-delete-twice-accepted',
  ]);
  const wanted = 'a whole run uses up 3 tokens of resource.tokens with spend: true, and 1 was given';
  expect(of('warn')).toEqual(['resource.delete.deleted-refused']);
  expect(of('fail')).toEqual([]);
  expect(failures.map(({ unconfirmed }) => unconfirmed)).toEqual([`no token is left; ${wanted}`]);
  expect(verdict).toBe('inconclusive');
  expect(reasons.join()).toContain('1 violation could not be confirmed: no token is left');
  const row = requirements.find(({ id }) => id === 'resource.delete.deletes-suspended');
  expect(row?.verdict).toBe('untested');
  expect(row?.reason).toContain(wanted);
});
