import { describe, expect, test } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { NotificationRecord } from '../../../harness/records/exchange-records.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { timelines } from '../../../reports/timeline/timelines.ts';
import { firstTimeline } from '../../../reports/timeline/letters.ts';
import {
  exchangeRecord,
  failureRecord,
  failingRun,
  runRecord,
  sequenceRecord,
  signature,
} from '../certificate/synthetic.ts';

const body = (status: string, more: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ status, payment_id: 'P-77', ...more });

const notification = (at: number, text: string, answered: number | null = 200): NotificationRecord => ({
  k: 'notification',
  at,
  body: text,
  headers: {},
  answered,
});

const advance = (at: number, ms: number) =>
  exchangeRecord({
    at,
    sequence: '',
    step: '',
    control: true,
    request: {
      method: 'POST',
      url: 'http://t.test/control/clock/advance',
      headers: {},
      body: `{"ms":${ms}}`,
    },
    reply: { http: 200, headers: {}, body: '{}' },
  });

const owed = [
  {
    step: 's1',
    event: 'authorize_success P-77',
    fields: { status: 'authorize_success', payment_id: 'P-77' },
    times: 1,
  },
  {
    step: 's2',
    event: 'capture_success P-77 C-1',
    fields: { status: 'capture_success', payment_id: 'P-77', capture_id: 'C-1' },
    times: 1,
  },
  {
    step: 's2',
    event: 'close_success P-77',
    fields: { status: 'close_success', payment_id: 'P-77' },
    times: 1,
  },
];

/** A violation about notifications whose confirming run saw these records beside its two requests. */
function failure(seen: readonly JournalRecord[], more: Parameters<typeof failureRecord>[0] = {}) {
  const captured = { http: 200, headers: {}, body: '{"payment_id":"P-77","capture_id":"C-1"}' };
  const summary = fold([
    runRecord({ deadlineMs: 2000 }),
    exchangeRecord({ at: 100, ms: 4 }),
    exchangeRecord({ at: 120, ms: 5, step: 's2', operation: 'capture', kind: 'full', reply: captured }),
    ...seen,
    sequenceRecord({}, { id: 'c/1', phase: 'confirm', verdict: 'violated' }),
    failureRecord({ signature: signature('notifications'), owed, ...more }),
  ]);
  const [found] = summary.failures;
  if (found === undefined) throw new Error('no failure was folded');
  return { found, text: () => firstTimeline(found, summary).slice(1) };
}

describe('a timeline of sends that are not accepted', () => {
  const breach = (send: number) => ({
    rule: 'legacy.deliveries.first-three-intervals',
    expected: 'three intervals of 10 s',
    received: 'intervals',
    expect: [{ send, afterMs: 10_000 }],
  });
  const told = body('authorize_success');

  test('draws the one that did not come where it was due', () => {
    const { text } = failure([notification(110, told, 500), notification(10_110, told, 500)], {
      owed: [],
      breaches: [breach(3)],
    });
    expect(text().filter((line) => line.includes('×'))).toEqual([
      expect.stringContaining('+20 s  × authorize_success, send 3 expected after 10 s: missing'),
    ]);
  });

  test('draws where one was due that came at another time', () => {
    const { text } = failure([notification(110, told, 500), notification(30_110, told, 500)], {
      owed: [],
      breaches: [breach(2)],
    });
    const [due, came] = text().filter((line) => line.includes('send 2'));
    expect(due).toContain('+10 s  × authorize_success, send 2 expected after 10 s');
    expect(due).not.toContain('missing');
    expect(came).toContain('↓ authorize_success, send 2 after 30 s');
  });
});

describe('a timeline', () => {
  test('lists requests, notifications, and what was expected by when and is missing', () => {
    const seen = [notification(108, body('authorize_success')), notification(130, body('capture_success'))];
    expect(failure(seen).text()).toEqual([
      '    0 ms  ↑ 1 authorize approved → 200 authorize_success',
      '   +8 ms  ↓ authorize_success → 200',
      '  +20 ms  ↑ 2 capture full → 200 capture_success',
      '  +30 ms  ↓ capture_success → 200',
      '    +2 s  × close_success expected within 2 s of capture: missing',
    ]);
  });

  test('assigns a notification to the latest request that made it due', () => {
    const twice = [
      {
        step: 's1',
        event: 'close_success P-77',
        fields: { status: 'close_success', payment_id: 'P-77' },
        times: 1,
      },
      {
        step: 's2',
        event: 'close_success P-77',
        fields: { status: 'close_success', payment_id: 'P-77' },
        times: 1,
      },
    ];
    const { text } = failure([notification(140, body('close_success'))], { owed: twice });
    expect(text().at(-1)).toContain('expected within 2 s of authorize: missing');
  });

  test('numbers the attempts to send one notification, with our answers and the intervals on the clock of the target', () => {
    const sent = body('authorize_success');
    const { text } = failure([
      notification(108, sent, 500),
      advance(200, 10_000),
      notification(208, sent, null),
      advance(300, 600_000),
      notification(308, sent, 200),
      notification(309, sent, 200),
    ]);
    expect(text().filter((line) => line.includes('↓'))).toEqual([
      expect.stringContaining('authorize_success → 500'),
      expect.stringContaining('authorize_success, send 2 after 10 s → no answer'),
      expect.stringContaining('authorize_success, send 3 after 10 min → 200'),
      expect.stringContaining('authorize_success, again after 1 ms → 200'),
    ]);
  });

  test('has the moves of the clock that the suite made, those that nothing separates as one', () => {
    const sent = body('authorize_success');
    const { text } = failure([
      notification(108, sent, 500),
      advance(200, 3_600_000),
      advance(201, 3_600_000),
      notification(208, sent, 200),
      advance(300, 5000),
    ]);
    expect(text().filter((line) => line.includes('the suite moves') || line.includes('send 2'))).toEqual([
      expect.stringContaining('↑ the suite moves the clock by 2 h'),
      expect.stringContaining('send 2 after 2 h'),
      expect.stringContaining('↑ the suite moves the clock by 5 s'),
    ]);
  });

  test('marks a notification that is not expected', () => {
    expect(
      failure([notification(130, body('update_success'))])
        .text()
        .join(),
    ).toContain('update_success, not expected → 200');
  });

  test('leaves out notifications about other payments, and earlier ones', () => {
    const { found } = failure([
      notification(130, '{"payment_id":"P-other"}'),
      notification(9, body('early')),
    ]);
    expect(found.notifications).toEqual([]);
  });

  test('escapes and cuts hostile texts, and has at most 20 events', () => {
    const hostile = body('\u202e\u001b[31m</script>' + 'x'.repeat(60)).replaceAll('\\u001b', '\u001b');
    const { found, text } = failure(Array.from({ length: 40 }, (_, nth) => notification(130 + nth, hostile)));
    expect(timelines(found)[0]?.events).toHaveLength(20);
    expect(timelines(found)[0]?.leftOut).toBe(25);
    for (const char of ['\u001b', '\u202e']) expect(text().join('\n')).not.toContain(char);
    for (const line of text()) expect(line.length).toBeLessThan(200);
  });

  test('is not drawn for a violation that a reply shows', () => {
    const told = fold(failingRun()).failures.map((one) => firstTimeline(one, { run: runRecord() }));
    expect(told).toEqual([[]]);
  });

  test('is drawn from the run of the transcript, though a later run had other ids', () => {
    const run = (sequence: string, at: number, id: string) => [
      exchangeRecord({
        sequence,
        at,
        reply: {
          http: 200,
          headers: {},
          body: `{"payment_id":"${id}","status":"authorize_success","test":true}`,
        },
      }),
      sequenceRecord({}, { id: sequence, phase: 'confirm', verdict: 'violated' }),
    ];
    const [first] = failureRecord().transcript;
    const told = failureRecord({
      signature: signature('notifications'),
      transcript: first === undefined ? [] : [first],
    });
    const summary = fold([runRecord(), ...run('c/1', 10, 'P-77'), ...run('c/2', 20, 'P-78'), told]);
    const drawn = summary.failures.flatMap((one) => timelines(one));
    expect(drawn.map(({ payment }) => payment)).toEqual(['P-77']);
  });
});
