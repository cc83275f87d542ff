import { expect, it } from 'vitest';
import type { RunRecord } from '../../../harness/records/run-record.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { endRecord, register, row, runRecord, sequenceRecord } from './synthetic.ts';

const needing = { ...register, requirements: [row('legacy.pin.accepted', { needs: ['pin'] })] };
const settings = { 'legacy.personas.pin.pin': 'ask' };

/** Why the row that needs the PIN was not tested. */
function reason(means: readonly string[], more: Partial<RunRecord> = {}): string | undefined {
  const { target } = runRecord();
  const run = runRecord({ target: { ...target, means: [...target.means, ...means] }, ...more });
  const { requirements } = certificate(fold([run, sequenceRecord({}), endRecord]), needing);
  return requirements[0]?.reason ?? undefined;
}

it('a row whose PIN could not be asked for says that it takes a terminal', () => {
  expect(reason([], { settings })).toContain('is asked for on a terminal');
  expect(reason([])).toContain('the PIN can not be known');
});

it('a row whose PIN was asked for without evidence says that this is done once', () => {
  expect(reason(['pin'], { settings })).toContain('; a person is asked for one PIN in a run');
  expect(reason(['pin'])).not.toContain('a person is asked');
});
