import { describe, expect, it } from 'vitest';
import { fold } from '../../../reports/journal/fold.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { rowDetails } from '../../../reports/page/rows/row-details.ts';
import { register as all } from '../../../reports/register.ts';
import { exampleLines } from '../../../reports/words/explanation.ts';
import { endRecord, exchangeRecord, register, runRecord, sequenceRecord } from '../certificate/synthetic.ts';

const closes = 'legacy.capture.full-closes';
const issues = 'legacy.capture.issues-id';
const authorize = exchangeRecord({ sequence: 'a/1', phase: 'explore' });
const capture = exchangeRecord({
  n: 2,
  sequence: 'a/1',
  step: 's2',
  operation: 'capture',
  phase: 'explore',
  request: { method: 'POST', url: 'http://t.test/pay/capture', headers: {}, body: '{"payment_id":"P-77"}' },
  reply: { http: 200, headers: {}, body: '{"status":"capture_success"}' },
});
const notification = {
  k: 'notification',
  at: 40,
  body: '{"payment_id":"P-77","status":"capture_success"}',
  headers: {},
  answered: 200,
} as const;

const rowOf = (id: string, ...records: Parameters<typeof fold>[0] extends Iterable<infer R> ? R[] : never) =>
  certificate(fold([runRecord(), authorize, capture, ...records, endRecord]), register).requirements.find(
    (one) => one.id === id,
  );

describe('one example of the evidence of a requirement', () => {
  it('is the step whose answer showed it first, with its request', () => {
    const row = rowOf(closes, sequenceRecord({ [closes]: 2, [issues]: 1 }, { proves: { s2: [closes] } }));
    expect(exampleLines(row ?? {})).toEqual([
      'legacy/lifecycle, sequence a/1, step s2',
      'POST http://t.test/pay/capture {"payment_id":"P-77"}',
      '→ 200 {"status":"capture_success"}',
    ]);
  });

  it('is the sequence as a whole with its end, where no step is known', () => {
    const row = rowOf(issues, sequenceRecord({ [closes]: 2, [issues]: 1 }, { proves: { s2: [closes] } }));
    expect(exampleLines(row ?? {})[0]).toBe(
      'legacy/lifecycle, sequence a/1, shown as a whole, which ended so',
    );
    expect(row?.example).toMatchObject({ request: expect.stringContaining('/pay/capture') as string });
  });

  it('is the notifications about its payment, where they showed it', () => {
    const row = rowOf(closes, notification, sequenceRecord({ [closes]: 1 }, { proves: { '': [closes] } }));
    expect(exampleLines(row ?? {})).toContain(`notification ${notification.body}`);
  });

  it('is none of a sequence that has a violation, of a claim without evidence, or of a row that did not pass', () => {
    expect(rowOf(closes, sequenceRecord({ [closes]: 1 }, { verdict: 'violated' }))?.example).toBeUndefined();
    expect(rowOf(closes, sequenceRecord({}, { proves: { s2: [closes] } }))).toMatchObject({
      verdict: 'untested',
    });
  });

  it('stands on the page beside each passed row that has one, with where its statement stands', () => {
    const row = rowOf(closes, sequenceRecord({ [closes]: 1 }, { proves: { s2: [closes] } }));
    if (row === undefined) throw new Error('the row is missing');
    const known = all.requirements.some(({ id }) => id === closes);
    expect(known).toBe(true);
    const text = rowDetails(row)?.text ?? '';
    expect(text).toContain('step s2');
    expect(text).toContain(`payproof explain ${closes}`);
    expect(text).toMatch(/States and transitions, lines 75 to 94/);
    expect(rowDetails({ ...row, verdict: 'fail' })).toBeUndefined();
  });
});
