import { describe, expect, test } from 'vitest';
import { whyNotApplicable } from '../../../reports/certificate/applicable.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { allRequirements } from '../../../spec/register.ts';
import { endRecord, register, runRecord, sequenceRecord } from './synthetic.ts';

const means = ['legacy', 'resource', 'persona.approve', 'tokens'];
const run = runRecord({ target: { name: 'sandbox', interfaces: [], capabilities: [], means } });
const needing = {
  ...register,
  requirements: allRequirements.filter(({ id }) =>
    ['legacy.capture.full-closes', 'resource.capture.adds-capture'].includes(id),
  ),
};

function reasons(coverage: Readonly<Record<string, number>>) {
  const done = certificate(fold([run, sequenceRecord({}, { coverage }), endRecord]), needing);
  return { verdict: done.verdict, whole: done.reasons, rows: done.requirements.map(({ reason }) => reason) };
}

describe('a run without any approval', () => {
  test('is inconclusive, and says so in the rows that were left untested', () => {
    const { verdict, whole, rows } = reasons({
      'legacy | nothing | authorize one line | declined': 3,
      'legacy | nothing | authorize discount | PIN asked': 1,
      // The other personas, and data that is no persona's, tell nothing of it.
      'legacy | nothing | authorize right PIN | authorized': 2,
      'legacy | nothing | authorize rejected | declined': 5,
      'legacy | nothing | authorize malformed: long | authorized': 1,
      'resource payments | ACTIVE | create one item | declined': 7,
    });
    expect(verdict).toBe('inconclusive');
    expect(whole).toContain('the approve persona was refused 4 of 4 times');
    expect(whole).toContain('the creation of a payment was refused 7 of 7 times');
    expect(rows[0]).toContain('the approve persona was refused 4 of 4 times');
    expect(rows[1]).toContain('the creation of a payment was refused 7 of 7 times');
  });

  test('is no reason once one approval was given', () => {
    const { whole } = reasons({
      'legacy | nothing | authorize one line | declined': 3,
      'legacy | nothing | authorize one line | authorized': 1,
    });
    expect(whole).toEqual(['2 must requirements without evidence', 'no requirement was tested']);
  });

  test('says that no token of the settings was ACTIVE', () => {
    expect(
      reasons({ 'resource payments | none | adopt-token token 1 | adopted: SUSPENDED': 2 }).whole,
    ).toContain('none of resource.tokens was ACTIVE, 2 of 2 times that one was read');
  });
});

test('each row that a target does not allow to test says what is missing and how to offer it', () => {
  const bare = runRecord({
    target: { name: 'sandbox', interfaces: [], capabilities: [], means: ['legacy', 'resource'] },
  });
  const rows = allRequirements.filter(
    ({ untestable, needs = [] }) => untestable === undefined && needs.length > 0,
  );
  for (const row of rows) expect(whyNotApplicable(row, bare), row.id).toMatch(/: (give|offer) /);
});
