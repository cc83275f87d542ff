import { expect, test } from 'vitest';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { endRecord, register, runRecord, sequenceRecord } from './synthetic.ts';

const proven = sequenceRecord({ 'legacy.capture.full-closes': 2, 'legacy.capture.issues-id': 1 });

test.each([
  ['gone', 1, 'inconclusive'],
  ['away', 9, 'conformant'],
  ['restarted', 3, 'conformant'],
  ['restarted', 4, 'inconclusive'],
] as const)(
  'a target with all its evidence that was %s, %i times, is %s, and the certificate says what became of it',
  (event, times, verdict) => {
    const trouble = { k: 'trouble', at: 1, kind: 'target', cause: 'what happened', event } as const;
    const records = [runRecord(), proven, ...Array.from({ length: times }, () => trouble), endRecord];
    const certified = certificate(fold(records), register);
    expect(certified.verdict).toBe(verdict);
    expect(certified.troubles).toEqual([{ kind: 'target', cause: 'what happened', event, times }]);
  },
);
