import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { junit } from '../../../reports/ci/junit.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { page } from '../../../reports/page/page.ts';
import { runText } from '../../../reports/words/run-text.ts';
import { endRecord, failureRecord, register, runRecord, sequenceRecord } from './synthetic.ts';

function shown(...records: readonly JournalRecord[]) {
  const summary = fold(records);
  const certified = certificate(summary, register);
  const row = (id: string) => certified.requirements.find((one) => one.id === id);
  const texts = [
    runText(certified, summary, register, 'runs/one'),
    page({ certificate: certified, summary, register, dir: 'runs/one', diagrams: [] }),
    junit(certified, summary, register, 'runs/one'),
  ];
  return { row, texts };
}

const passed = { capture: { 'legacy.capture.full-closes': 1 } };
const behind = 'all its evidence was found behind violations of legacy.capture.full-closes';

describe('a row whose evidence was found behind a violation', () => {
  it('passes, and the terminal, the page and JUnit name the violation', () => {
    const { row, texts } = shown(
      runRecord(),
      sequenceRecord({ 'legacy.capture.issues-id': 1 }, { passed, verdict: 'violated' }),
      failureRecord(),
      endRecord,
    );
    expect(row('legacy.capture.issues-id')?.verdict).toBe('pass');
    for (const text of texts) expect(text).toContain(behind);
  });

  it('is like any other where a sequence without a violation proved it too', () => {
    const { texts } = shown(
      runRecord(),
      sequenceRecord({ 'legacy.capture.issues-id': 1 }, { passed, verdict: 'violated' }),
      sequenceRecord({ 'legacy.capture.issues-id': 1 }),
      failureRecord(),
      endRecord,
    );
    for (const text of texts) expect(text).not.toContain('behind violations');
  });
});

describe('a row that no sequence reached', () => {
  it('names the violations at which sequences of its interface ended', () => {
    const ended = { interface: 'legacy', rules: ['legacy.capture.full-closes'] };
    const { row } = shown(
      runRecord(),
      sequenceRecord({}, { ended, verdict: 'violated' }),
      failureRecord(),
      endRecord,
    );
    expect(row('legacy.capture.issues-id')).toMatchObject({
      verdict: 'untested',
      reason: expect.stringContaining(
        'what stands before it: sequences ended at violations of legacy.capture.full-closes (1×)',
      ) as unknown,
    });
  });

  it('names none of another interface', () => {
    const ended = { interface: 'resource', rules: ['resource.create.authorized'] };
    const { row } = shown(runRecord(), sequenceRecord({}, { ended, verdict: 'violated' }), endRecord);
    expect(row('legacy.capture.issues-id')?.reason).not.toContain('what stands before it');
  });
});
