import { expect, test } from 'vitest';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { runText } from '../../../reports/words/run-text.ts';
import { verdictLine } from '../../../reports/words/plain.ts';
import { endRecord, register, runRecord } from '../certificate/synthetic.ts';

const summary = fold([runRecord(), endRecord]);
const certified = certificate(summary, register);

test.each([
  [['a'], 'a'],
  [['a', 'b'], 'a; b'],
  [['a', 'b', 'c'], 'a; b; 1 more reason'],
  [['a', 'b', 'c', 'd'], 'a; b; 2 more reasons'],
])('a verdict names two reasons and counts more: %j', (reasons, shown) => {
  expect(verdictLine({ ...certified, verdict: 'inconclusive', reasons })).toBe(
    `sandbox is inconclusive: ${shown}`,
  );
});

test('reasons that the last line only counts stand above it, each in a line', () => {
  const text = runText({ ...certified, reasons: ['a', 'b', 'c'] }, summary, register, 'runs/x');
  expect(text).toContain('\nreason: a\nreason: b\nreason: c\n');
});

test('that nothing was tested is said once', () => {
  const line = verdictLine({ ...certified, reasons: ['no requirement was tested'] });
  expect(line).toBe('sandbox is inconclusive: no requirement was tested');
});
