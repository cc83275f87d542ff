import { beforeAll, describe, expect, test } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { style } from '../../../reports/page/look/style.ts';
import { nightsFigure } from '../../../reports/page/night/nights-figure.ts';
import { ornaments } from '../../support/ornaments.ts';
import {
  endRecord,
  exchangeRecord,
  failureRecord,
  register,
  runRecord,
  sequenceRecord,
  signature,
} from '../certificate/synthetic.ts';
import { nightRun } from './night-run.ts';
import { type FontMeasures, outside, overlapping, picturesOf } from './pictures.ts';
import { conformantRun, faultyRun, pageOfRun } from './whole-runs.ts';

/** The fonts that the style sheet names, and what Linux gives for `monospace`: as their files say, in parts of the size. */
const fonts: readonly FontMeasures[] = [
  { name: 'DejaVu Sans Mono and Menlo', width: 0.602, above: 0.928, below: 0.236 },
  { name: 'Liberation Mono and Courier New', width: 0.6, above: 0.833, below: 0.3 },
  { name: 'Noto Sans Mono', width: 0.6, above: 1.069, below: 0.293 },
  { name: 'the widest and tallest of all', width: 0.62, above: 1.07, below: 0.3 },
];

/** Nights of a slow and busy target, in the style of the page. */
function busyNights(): string {
  const night = fold(nightRun).run.nightly?.trend[0];
  if (night === undefined) throw new Error('it is no night');
  const latency = { median: 12_345.6, p95: 20_000 };
  const busy = { ...night, requests: 1_234_567, violations: 98_765, latency_ms: latency };
  return `<style>${style}</style>${nightsFigure(Array.from({ length: 30 }, () => busy)).text}`;
}

/** A run whose timeline has a request, a notification, and one that is missing. */
const missingRun: readonly JournalRecord[] = [
  runRecord({ deadlineMs: 2000 }),
  exchangeRecord({ at: 100, ms: 4 }),
  exchangeRecord({ at: 120, ms: 5, step: 's2', operation: 'capture', kind: 'full' }),
  { k: 'notification', at: 130, body: '{"status":"pay","payment_id":"P-77"}', headers: {}, answered: 200 },
  sequenceRecord({}, { id: 'c/1', phase: 'confirm', verdict: 'violated' }),
  failureRecord({
    signature: signature('notifications'),
    owed: [
      {
        step: 's2',
        event: 'pay P-77 C-1',
        fields: { status: 'pay', payment_id: 'P-77', capture_id: 'C-1' },
        times: 2,
      },
    ],
  }),
  endRecord,
];

describe.each([
  ['a night', () => pageOfRun(nightRun, register), 2],
  ['nights of a slow and busy target', busyNights, 1],
  ['a missing notification', () => pageOfRun(missingRun, register), 1],
  ['a conformant run', () => pageOfRun(conformantRun), 3],
  ['a faulty run', () => pageOfRun(faultyRun()), 4],
] as const)('the pictures of %s', (_title, drawn, count) => {
  let html = '';
  beforeAll(async () => {
    html = await drawn();
  });

  test('need no font that has ticks and crosses', () => {
    expect(html.match(ornaments)).toBeNull();
  });

  test.each(fonts)('have all of their words inside, and none on another, in $name', (font) => {
    const pictures = picturesOf(html, font);
    expect(pictures.length).toBe(count);
    expect(pictures.flatMap(({ parts }) => parts).length).toBeGreaterThan(5);
    expect(pictures.map((one) => [one.name, outside(one), overlapping(one)])).toEqual(
      pictures.map(({ name }) => [name, [], []]),
    );
  });
});
