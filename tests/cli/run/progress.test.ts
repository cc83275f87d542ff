import { EventEmitter } from 'node:events';
import xterm from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { liveLine, plainLines, clock } from '../../../cli/progress/show-progress.ts';
import { ReplyRate, stateOf, type RunState } from '../../../cli/progress/run-state.ts';
import { reduce, type JournalRecord } from '../../../harness/journal/journal-records.ts';
import { Progress, type SuiteWork } from '../../../reports/journal/progress.ts';

import { register } from '../../../reports/register.ts';
const state: RunState = {
  violations: 2,
  share: 0.46,
  elapsedMs: 12_000,
  leftMs: 14_000,
  requestsPerSecond: 812,
  waiting: [],
  proven: 300,
  testable: 393,
  sequences: 512,
  away: undefined,
  suites: [
    { name: 'legacy/time', isPlanning: false },
    { name: 'webhooks/retries', note: '3 of 9 retries', isPlanning: false },
    { name: 'resource/payments', isPlanning: false },
  ],
  stage: 'suites',
};
const long = {
  requirement: ['legacy.capture.full-closes'],
  summary: `the payment 佐藤大輔 is still open ${'after a full capture '.repeat(9)}`,
  flaky: false,
};

/** A terminal as a person sees it, and the stream that writes to it. */
function screen(columns: number, rows = 24) {
  const seen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const written = new Set<Promise<void>>();
  const stream = Object.assign(new EventEmitter(), {
    columns,
    write: (text: string) => {
      written.add(new Promise((resolve) => seen.write(text.replaceAll('\n', '\r\n'), resolve)));
      return true;
    },
  });
  return {
    terminal: stream as unknown as NodeJS.WriteStream,
    async resize(to: number) {
      await Promise.all(written);
      seen.resize(to, rows);
      stream.columns = to;
      stream.emit('resize');
    },
    async lines() {
      await Promise.all(written);
      const { active } = seen.buffer;
      const all = Array.from({ length: active.length }, (_, row) => {
        const line = active.getLine(row);
        return { text: line?.translateToString(true) ?? '', isWrapped: line?.isWrapped ?? false };
      });
      return all.filter(({ text }) => text !== '');
    },
  };
}

describe('the live line', () => {
  test.each([80, 40, 132])(
    'and the violations above it take a row each where the terminal has %i columns',
    async (columns) => {
      const { terminal, lines } = screen(columns);
      const display = liveLine(terminal);
      display.show(state);
      display.violation(long);
      display.violation(long);
      display.show(state);
      const shown = await lines();
      expect(shown.filter(({ isWrapped }) => isWrapped)).toEqual([]);
      expect(shown.map(({ text }) => text.split(/[ :]/)[0])).toEqual(['✗', '✗', '2']);
    },
  );

  test('says violations first, then how far the run is, its time, what is left and the rate', async () => {
    const { terminal, lines } = screen(100);
    liveLine(terminal).show(state);
    const [line] = await lines();
    expect(line?.text).toMatch(
      /^2 violations {2}█{7}░{9} 46 % {2}0:12 {2}about 0:14 left {2}812\/s {2}legacy\/time, /,
    );
  });

  test.each([
    [80, 40],
    [80, 20],
    [40, 120],
  ])('leaves nothing behind when the window goes from %i to %i columns', async (from, to) => {
    const { terminal, lines, resize } = screen(from);
    const display = liveLine(terminal);
    display.violation({ ...long, summary: 'short', requirement: ['a'] });
    display.show(state);
    await resize(to);
    display.show(state);
    expect((await lines()).map(({ text }) => text.slice(0, 4))).toEqual(['✗ a:', '2 vi']);
  });

  test('is gone when the run has ended, and the violations stay', async () => {
    const { terminal, lines } = screen(80);
    const display = liveLine(terminal);
    display.show(state);
    display.violation(long);
    display.end();
    expect(await lines()).toHaveLength(1);
    expect(terminal.listenerCount('resize')).toBe(0);
  });
});

describe('lines without a terminal', () => {
  const at = Date.UTC(2026, 0, 31, 9);
  const logged = () => {
    let now = at;
    let text = '';
    const display = plainLines({ write: (more: string) => ((text += more), true) }, () => now);
    return { display, pass: (ms: number) => (now += ms), text: () => text };
  };

  test('carry their time, and show a violation in full when it is found', () => {
    const { display, pass, text } = logged();
    pass(1400);
    display.violation({ ...long, flaky: true });
    expect(text()).toBe(
      `2026-01-31T09:00:01Z ✗ legacy.capture.full-closes (not each time, so it does not accuse the target): ${long.summary}\n`,
    );
  });

  test('show the state every five seconds', () => {
    const { display, pass, text } = logged();
    for (let time = 0; time < 12; time += 1) {
      pass(500);
      display.show(state);
    }
    expect(text()).toBe(
      '2026-01-31T09:00:05Z 2 violations, 46 %, 0:12 elapsed, about 0:14 left, 812 requests/s, 512 sequences, 300 of 393 requirements, legacy/time, webhooks/retries (3 of 9 retries), resource/payments\n',
    );
  });
});

describe('how far a run is', () => {
  const progressOf = (sequences: number): Progress =>
    Object.assign(new Progress(register), {
      sequences,
      work: new Map([['a', { planned: 40, sequences, requests: sequences * 5, ended: false }]]),
      requests: 500,
    });
  const suite = (random: number) => ({ suites: new Map([['a', { random, isPlanned: true }]]) });
  const now = { elapsedMs: 10_000, rate: 50 };

  test.each([
    ['by the sequences that are planned and drawn', suite(80), 0.1 + 0.85 * 0.5, 9048],
    [
      'by the requests that are allowed, where they end first',
      { ...suite(960), requests: 1000 },
      0.1 + 0.85 * 0.5,
      9048,
    ],
    ['by time, in a night', { ...suite(80), forMs: 40_000 }, 0.95 * 0.25, 30_000],
    ['as all but the reports at most', suite(1), 0.95, 526],
  ])('is known %s', (_name, length, share, leftMs) => {
    const known = stateOf(progressOf(60), length, now);
    expect(known.share).toBeCloseTo(share);
    expect(Math.round(known.leftMs ?? 0)).toBe(leftMs);
  });

  test('takes a suite that has not begun to be like the others, and one that has by its own requests a sequence', () => {
    const explored = (of: Record<string, SuiteWork>) =>
      stateOf(
        Object.assign(new Progress(register), { work: new Map(Object.entries(of)) }),
        { suites: new Map(['a', 'b'].map((name) => [name, { random: 10, isPlanned: true }])) },
        now,
      ).share;
    const a = { planned: 30, sequences: 20, requests: 100, ended: false };
    const of = (plans: number, sent: number) => 0.1 * (plans / 2) + 0.85 * sent;
    expect(explored({ a })).toBeCloseTo(of(1, 100 / (200 + 200)));
    expect(explored({ a, b: { sequences: 0, requests: 0, ended: false } })).toBeCloseTo(of(1, 100 / 400));
    expect(explored({ a, b: { planned: 0, sequences: 5, requests: 100, ended: false } })).toBeCloseTo(
      of(2, 200 / 400),
    );
    expect(explored({ a: { ...a, ended: true } })).toBeCloseTo(of(1, 100 / (100 + 200)));
  });

  test('grows while plans are made, before the first request', () => {
    const two = { suites: new Map(['a', 'b'].map((name) => [name, { random: 10, isPlanned: true }])) };
    const progress = new Progress(register);
    reduce(progress.reducers, { k: 'suite', name: 'a', event: 'start', at: 0 });
    const begun = stateOf(progress, two, now);
    expect(begun).toMatchObject({ share: 0, suites: [{ name: 'a', isPlanning: true }] });
    reduce(progress.reducers, { k: 'suite', name: 'a', event: 'progress', planned: 30, at: 1 });
    expect(stateOf(progress, two, now)).toMatchObject({
      share: 0.05,
      suites: [{ name: 'a', isPlanning: false }],
    });
  });

  test('never becomes less, whatever turns out to be left', () => {
    const counts = fc.record({
      planned: fc.nat(100),
      sequences: fc.nat(100),
      requests: fc.nat(1000),
      ended: fc.boolean(),
    });
    const looks = fc.array(fc.dictionary(fc.constantFrom('a', 'b'), counts), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(looks, (all) => {
        const two = { suites: new Map(['a', 'b'].map((name) => [name, { random: 10, isPlanned: true }])) };
        let least = 0;
        for (const work of all) {
          const progress = Object.assign(new Progress(register), { work: new Map(Object.entries(work)) });
          const { share } = stateOf(progress, two, { ...now, least });
          expect(share).toBeGreaterThanOrEqual(least);
          expect(share).toBeLessThanOrEqual(1);
          least = share;
        }
      }),
    );
  });

  test('leaves a part for the reports, whose time is not forecast', () => {
    expect(stateOf(progressOf(1), suite(80), { ...now, stage: 'reports' })).toMatchObject({
      share: 0.95,
      leftMs: undefined,
    });
  });

  test('is not shown as a time while it is a guess', () => {
    expect(stateOf(progressOf(1), suite(80), now).leftMs).toBeUndefined();
  });
});

test('a control call that does not answer is named, with how long it is waited for, until it does', async () => {
  const progress = new Progress(register);
  progress.startedAt = 1_000_000;
  const name = 'legacy/time';
  const waiting = { method: 'POST', path: '/clock/advance', since: 8000 };
  reduce(progress.reducers, { k: 'suite', name, event: 'progress', waiting, at: 11_000 });
  const known = () =>
    stateOf(progress, { suites: new Map() }, { elapsedMs: 20_000, rate: 0, now: 1_020_000 }).waiting;
  expect(known()).toEqual([{ method: 'POST', path: '/clock/advance', ms: 12_000 }]);
  const { terminal, lines } = screen(120);
  liveLine(terminal).show({ ...state, waiting: known() });
  const [line] = await lines();
  expect(line?.text).toContain('812/s  waiting for POST /clock/advance, 0:12  legacy/time');
  reduce(progress.reducers, { k: 'exchange', suite: name, control: true } as JournalRecord);
  expect(known()).toEqual([]);
});

describe('a target that does not answer', () => {
  const progress = new Progress(register);
  progress.startedAt = 1_000_000;
  const known = () =>
    stateOf(progress, { suites: new Map() }, { elapsedMs: 20_000, rate: 0, now: 1_020_000 }).away;
  const away = () => reduce(progress.reducers, { k: 'away', at: 8100, since: 8000, until: 68_000 });

  test('is shown in the one line, with how long it is waited for', async () => {
    away();
    expect(known()).toEqual({ forMs: 12_000, mostMs: 60_000 });
    const { terminal, lines } = screen(120);
    liveLine(terminal).show({ ...state, away: known() });
    const shown = await lines();
    expect(shown.map(({ text }) => text)).toEqual([
      expect.stringContaining('target away for 0:12, giving up at 1:00'),
    ]);
  });

  test.each(['away', 'gone', 'restarted'] as const)(
    'is not shown as away once it is known what became of it: %s',
    (event) => {
      away();
      reduce(progress.reducers, { k: 'trouble', at: 9000, kind: 'target', cause: 'c', event });
      expect(known()).toBeUndefined();
    },
  );
});

test.each([
  ['begin', 'starting'],
  ['read back', 'reading back what was judged before'],
  ['reports', 'writing the reports'],
] as const)('where no suite is under way the line says what is done: %s', async (stage, text) => {
  const { terminal, lines } = screen(120);
  liveLine(terminal).show({ ...state, stage });
  const [line] = await lines();
  expect(line?.text.endsWith(text)).toBe(true);
});

test('less than a second that is left is shown as one', async () => {
  const { terminal, lines } = screen(120);
  liveLine(terminal).show({ ...state, leftMs: 20 });
  const [line] = await lines();
  expect(line?.text).toContain('about 0:01 left');
});

describe('the rate', () => {
  test('is that of the last ten seconds, so that one reply in four seconds is not shown as none', () => {
    const rate = new ReplyRate(0);
    const shown = Array.from({ length: 100 }, (_, look) => rate.note(500 * (look + 1), Math.floor(look / 8)));
    expect(Math.min(...shown.slice(20))).toBeGreaterThanOrEqual(0.2);
    expect(Math.max(...shown.slice(20))).toBeLessThanOrEqual(0.31);
  });

  test('is not negative where the count begins again', () => {
    const rate = new ReplyRate(0);
    rate.note(500, 700);
    expect([rate.note(10_400, 0), rate.note(11_400, 3)]).toEqual([0, 3]);
  });

  test.each([
    [0.24, '0.2/s'],
    [9.97, '10/s'],
    [811.7, '812/s'],
  ])('of %d is shown as %s', async (requestsPerSecond, text) => {
    const { terminal, lines } = screen(100);
    liveLine(terminal).show({ ...state, requestsPerSecond });
    const [line] = await lines();
    expect(line?.text).toContain(`  ${text}  `);
  });
});

test.each([
  [0, '0:00'],
  [59_400, '0:59'],
  [754_000, '12:34'],
  [3_723_000, '1:02:03'],
])('a clock shows %i ms as %s', (ms, text) => {
  expect(clock(ms)).toBe(text);
});
