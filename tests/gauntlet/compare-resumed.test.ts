import { beforeAll, describe, expect, test } from 'vitest';
import { certificate } from '../../reports/certificate/certificate.ts';
import type { Certificate } from '../../reports/certificate/certificate-schema.ts';
import { fold } from '../../reports/journal/fold.ts';
import { register } from '../../reports/register.ts';
import { claims } from '../../suites/claims/all-claims.ts';
import { journalOfRun } from '../support/runs/broken-run.ts';
import { update } from '../../spec/legacy/update.ts';
import { certificateDifferences } from './resume/compare.ts';

describe('the comparison of a resumed run on a server whose clock went on', () => {
  let was: Certificate;
  beforeAll(async () => {
    was = certificate(fold(await journalOfRun({ claims: [claims['webhooks/registration']] })), register);
  });

  /** The same certificate with the rows that pass changed. */
  const withPassed = (change: Partial<Certificate['requirements'][number]>): Certificate => ({
    ...was,
    requirements: was.requirements.map((row) => (row.verdict === 'pass' ? { ...row, ...change } : row)),
  });

  test('passes over counts, which are told where all are compared', () => {
    const more = withPassed({ checks: 1_000_000 });
    expect(certificateDifferences(was, more, { counts: 'none' })).toEqual([]);
    expect(certificateDifferences(was, more)).not.toEqual([]);
  });

  test('passes over counts of what shows in real seconds, and not over its verdict', () => {
    const { id } = update.keepsExpiry;
    const withUpdate = (change: Partial<Certificate['requirements'][number]>): Certificate => ({
      ...was,
      requirements: was.requirements.map((row) =>
        row.id === id ? { ...row, verdict: 'pass', checks: 5, ...change } : row,
      ),
    });
    const differences = (change: Partial<Certificate['requirements'][number]>) =>
      certificateDifferences(withUpdate({}), withUpdate(change), { counts: 'untimed' });
    expect(differences({ checks: 6 })).toEqual([]);
    expect(differences({ verdict: 'untested' })).toEqual([`${id}: "pass", resumed "untested"`]);
  });

  test('tells a row that has lost its verdict', () => {
    const passed = was.requirements.filter(({ verdict }) => verdict === 'pass');
    const lost = certificateDifferences(was, withPassed({ verdict: 'untested' }), { counts: 'none' });
    expect(passed).not.toEqual([]);
    expect(lost).toEqual(passed.map(({ id }) => `${id}: "pass", resumed "untested"`));
  });

  test('tells another verdict of the whole', () => {
    expect(certificateDifferences(was, { ...was, verdict: 'nonconformant' }, { counts: 'none' })).toEqual([
      `verdict: "${was.verdict}", resumed "nonconformant"`,
    ]);
  });
});
