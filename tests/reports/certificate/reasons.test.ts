import { expect, test } from 'vitest';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import type { Means } from '../../../spec/requirement.ts';
import { endRecord, register, row, runRecord, sequenceRecord } from './synthetic.ts';

/** The reason of a row that needs these means, on a target that has `means`. */
function reasonOf(needs: readonly Means[], means: readonly string[] = ['legacy', 'persona.approve']) {
  const run = runRecord();
  const records = [{ ...run, target: { ...run.target, means: [...means] } }, sequenceRecord({}), endRecord];
  const rows = { ...register, requirements: [row('legacy.told', { needs })] };
  return certificate(fold(records), rows).requirements[0]?.reason ?? '';
}

test('a reason spells out two means that are missing, and counts the others', () => {
  const reason = reasonOf(['webhooks', 'pins.read', 'clock.advance', 'webhook.change']);
  expect(reason.split('; ')).toEqual([
    expect.stringContaining('notifications can not be received'),
    expect.stringContaining('control capability pins.read'),
    'and 2 more, which payproof explain names',
  ]);
});

test('an untested row of an interface whose core can not be tried names the means that is missing', () => {
  expect(reasonOf([], ['legacy'])).toMatch(
    /^what would show it is missing: the core of legacy can not be tried: .*give legacy\.personas\.approve/,
  );
  expect(reasonOf([])).toBe('no check of it ran in 1 sequence');
});
