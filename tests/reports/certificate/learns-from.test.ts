import { expect, test } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { endRecord, failureRecord, register, row, runRecord, sequenceRecord } from './synthetic.ts';

const closes = 'legacy.capture.full-closes';

test('an untested row says which broken row alone shows what it needs to know', () => {
  const expires = row('legacy.capture.expires', {
    learnsFrom: { rows: [closes], what: 'when it expires' },
  });
  const reason = (...records: readonly JournalRecord[]) =>
    certificate(fold([runRecord(), sequenceRecord({ [closes]: 2 }), ...records, endRecord]), {
      ...register,
      requirements: [expires],
    }).requirements[0]?.reason;
  expect(reason(failureRecord())).toContain(`${closes}, which is broken, alone show when it expires`);
  expect(reason()).not.toContain(closes);
});
