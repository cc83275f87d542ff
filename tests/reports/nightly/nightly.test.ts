import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EndRecord } from '../../../harness/records/run-record.ts';
import type { FailureRecord } from '../../../harness/records/failure-record.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { NightBefore, NightTask } from '../../../harness/records/night-records.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { nightBefore, nightly } from '../../../reports/nightly/nightly.ts';
import { headline } from '../../../reports/github/run-summary.ts';
import { verdictHead } from '../../../reports/page/summary/verdict.ts';
import { isAlarm } from '../../../reports/nightly/night-violations.ts';
import { nightlySchema, type Nightly } from '../../../reports/nightly/nightly-schema.ts';
import { nightlyText, shortText } from '../../../reports/nightly/nightly-text.ts';
import { endRecord, failureRecord, register, runRecord, sequenceRecord } from '../certificate/synthetic.ts';

const rule = 'legacy.capture.full-closes';
const other = 'legacy.capture.issues-id';
const mayRule = 'legacy.capture.may-round';
const latitude = 'legacy.refund.payment-state';

interface Made {
  /** Rows that this many checks held of. */
  readonly evidence?: Readonly<Record<string, number>>;
  readonly observed?: Readonly<Record<string, number>>;
  readonly failures?: readonly FailureRecord[];
  readonly deviations?: readonly string[];
  readonly profile?: string;
  readonly nightly?: Partial<NightTask>;
  readonly more?: readonly JournalRecord[];
  readonly end?: EndRecord;
}

function journal(made: Made): readonly JournalRecord[] {
  const { evidence = { [rule]: 3, [other]: 1 }, observed = {}, failures = [], deviations = [] } = made;
  const { profile, more = [], end = endRecord } = made;
  return [
    runRecord({
      knownDeviations: deviations.map((requirement) => ({
        requirement,
        because: 'ticket 1',
        since: '2026-01-01',
      })),
      ...(profile !== undefined && { profile: { [latitude]: profile } }),
      nightly: { run: 'tonight', forMs: 60_000, kept: {}, trend: [], ...made.nightly },
    }),
    sequenceRecord(evidence, { observed: { [latitude]: observed } }),
    ...failures,
    ...more,
    { night: { why: 'time', planned: true, rounds: 2 }, ...end },
  ];
}

function nightOf(made: Made): Nightly {
  const summary = fold(journal(made));
  const night = nightly(certificate(summary, register), summary, register);
  return nightlySchema.parse(night);
}

/** What the next night is compared with, of one that went so. */
const before = (made: Made): NightBefore => nightBefore(certificate(fold(journal(made)), register), 'last');
const failing = (requirement: readonly string[], more: Partial<FailureRecord> = {}) =>
  failureRecord({ requirement, ...more });
const replayed = (name: string, verdict: 'explained' | 'inconclusive') =>
  sequenceRecord({}, { id: `kept/${name}-1`, phase: 'replay', verdict });
const rules = (violations: readonly { readonly requirement: readonly string[] }[]) =>
  violations.flatMap(({ requirement }) => requirement);

describe('the alarm', () => {
  test.each<readonly [string, 0 | 1 | 3 | 130, Made]>([
    ['nothing broken', 0, {}],
    ['a violation each time', 1, { failures: [failing([rule])] }],
    ['one that does not happen each time', 0, { failures: [failing([rule], { flaky: true, failed: 1 })] }],
    [
      'a race that was mostly lost, of which certify accuses',
      0,
      { failures: [failing([rule], { sometimes: true, failed: 8, outOf: 9 })] },
    ],
    ['a known deviation', 0, { failures: [failing([rule])], deviations: [rule] }],
    ['one that breaks another rule as well', 1, { failures: [failing([rule, other])], deviations: [rule] }],
    ['a rule that binds nobody', 0, { failures: [failing([mayRule])] }],
    ['a violation of no rule', 1, { failures: [failing([])] }],
    ['a known deviation that is kept', 1, { deviations: [rule] }],
    ['a known deviation that was not tried', 0, { deviations: ['resource.create.authorized'] }],
    ['one seen now and then', 0, { deviations: [rule], failures: [failing([rule], { flaky: true })] }],
    ['a row without evidence', 0, { evidence: { [rule]: 1 } }],
    ['no row with evidence', 3, { evidence: {} }],
    ['a fault of ours', 3, { more: [{ k: 'trouble', at: 1, kind: 'ours', cause: 'oops' }] }],
    ['a lost answer', 0, { more: [{ k: 'trouble', at: 1, kind: 'target', cause: 'lost' }] }],
    [
      'a violation that could not be confirmed in time',
      3,
      {
        failures: [failing([rule], { flaky: true })],
        end: { ...endRecord, night: { why: 'time', planned: true, rounds: 1, cut: true } },
      },
    ],
    ['an interrupt', 130, { end: { k: 'end', at: 9, interrupted: true } }],
  ])('%s: exit %s', (_what, exit, made) => {
    expect(nightOf(made).exit).toBe(exit);
  });

  test('a target that went away makes the night inconclusive, with the cause', () => {
    const night = nightOf({
      end: { ...endRecord, night: { why: 'away', cause: 'connection refused', planned: false, rounds: 0 } },
    });
    expect(night).toMatchObject({ exit: 3, reasons: ['the target went away: connection refused'] });
  });

  test('is never raised by what does not happen each time', () => {
    expect(isAlarm(failing([rule]), [], register)).toBe(true);
    expect(isAlarm(failing([rule], { flaky: true }), [], register)).toBe(false);
  });

  test('does not exist in a run that is not nightly', () => {
    const summary = fold([runRecord(), endRecord]);
    expect(nightly(certificate(summary, register), summary, register)).toBeUndefined();
  });
});

describe('compared with the run before', () => {
  test('a violation is new where no rule of it was broken before, flaky violations aside', () => {
    const last = { before: before({ failures: [failing([rule]), failing([other], { flaky: true })] }) };
    const { violations } = nightOf({ nightly: last, failures: [failing([rule]), failing([other])] });
    expect(rules(violations.again)).toEqual([rule]);
    expect(rules(violations.new)).toEqual([other]);
  });

  const kept = 'legacy-lifecycle-1-full-closes';
  const broken = { before: before({ failures: [failing([rule])] }), kept: { [kept]: [rule] } };
  test.each<readonly [string, 'gone' | 'untried', Made]>([
    ['was run again and held, as all else', 'gone', { more: [replayed(kept, 'explained')] }],
    ['was run again without a verdict', 'untried', { more: [replayed(kept, 'inconclusive')] }],
    ['was not run again', 'untried', {}],
    ['could not be read again', 'untried', { nightly: { kept: {} } }],
    [
      'held, though nothing else was tried',
      'untried',
      { more: [replayed(kept, 'explained')], evidence: { [other]: 1 } },
    ],
  ])('a violation that %s is %s', (_what, state, made) => {
    const { violations } = nightOf({ ...made, nightly: { ...broken, ...made.nightly } });
    expect(rules(violations[state])).toEqual([rule]);
    expect([...violations.gone, ...violations.untried]).toHaveLength(1);
  });

  test('a known deviation is stale only where its reproduction was run again', () => {
    const made = { nightly: broken, deviations: [rule] };
    expect(nightOf(made).known_deviations).toMatchObject([{ state: 'untried' }]);
    const { known_deviations: known } = nightOf({ ...made, more: [replayed(kept, 'explained')] });
    expect(known).toMatchObject([{ state: 'stale' }]);
  });

  test('a row that passed before and has no evidence now is listed, with the reason', () => {
    const { lost_evidence: lost, exit } = nightOf({
      nightly: { before: before({}) },
      evidence: { [rule]: 1 },
    });
    expect(lost).toMatchObject([
      { requirement: other, reason: expect.stringContaining('no check') as string },
    ]);
    expect(exit).toBe(0);
  });

  test.each<
    readonly [string, Readonly<Record<string, number>>, Readonly<Record<string, number>>, readonly string[]]
  >([
    ['has drifted when it is another', { unchanged: 2 }, { reopens: 1 }, ['reopens']],
    [
      'has drifted when another joins it',
      { unchanged: 2 },
      { unchanged: 9, reopens: 1 },
      ['unchanged', 'reopens'],
    ],
    ['has not when it is the same', { unchanged: 2 }, { unchanged: 1 }, []],
    ['has not when a wavering one settles', { unchanged: 2, reopens: 1 }, { reopens: 1 }, []],
    ['has not when it was not met', { unchanged: 2 }, {}, []],
  ])('an answer to an open point %s', (_what, was, observed, now) => {
    const { drifted, exit } = nightOf({ nightly: { before: before({ observed: was }) }, observed });
    expect(drifted.flatMap((one) => one.now)).toEqual(now);
    expect(exit).toBe(0);
  });

  test('an answer that differs from the profile is drift every night', () => {
    const observed = { reopens: 1 };
    const night = nightOf({ observed, profile: 'unchanged', nightly: { before: before({ observed }) } });
    expect(night.drifted).toEqual([{ latitude, beside: 'profile', was: ['unchanged'], now: ['reopens'] }]);
  });

  test('the trend keeps the last month', () => {
    const [figures] = nightOf({}).trend;
    if (figures === undefined) throw new Error('a night without figures');
    const trend = Array.from({ length: 36 }, (_, index) => ({ ...figures, run: `night-${index}` }));
    const { trend: next } = nightOf({ nightly: { trend } });
    expect(next).toHaveLength(30);
    expect(next.map(({ run }) => run)).toEqual([...trend.slice(7).map(({ run }) => run), 'tonight']);
  });
});

const someFailures = fc.array(
  fc.record({
    requirement: fc.uniqueArray(fc.constantFrom(rule, other, mayRule), { minLength: 1 }),
    flaky: fc.boolean(),
  }),
  { maxLength: 4 },
);
const someNight = fc.record({
  failures: someFailures,
  deviations: fc.uniqueArray(fc.constantFrom(rule, other)),
  evidence: fc.dictionary(fc.constantFrom(rule, other, mayRule), fc.integer({ min: 1, max: 3 })),
});

test('in any two nights the alarms are exactly the unknown violations, and each violation is in one list', () => {
  fc.assert(
    fc.property(someNight, someNight, (last, now) => {
      const made = (night: typeof last): Made => ({
        ...night,
        failures: night.failures.map(({ requirement, flaky }) => failing(requirement, { flaky })),
      });
      const night = nightOf({ ...made(now), nightly: { before: before(made(last)) } });
      const { violations } = night;
      const steady = now.failures.filter(({ flaky }) => !flaky);
      expect(violations.new.length + violations.again.length).toBe(steady.length);
      expect(violations.flaky).toHaveLength(now.failures.length - steady.length);
      const accused = new Set<string>(now.failures.flatMap(({ requirement }) => requirement));
      expect(rules([...violations.gone, ...violations.untried]).filter((id) => accused.has(id))).toEqual([]);
      const listed = new Set<string>([...now.deviations, mayRule]);
      const isAlarming = steady.some(({ requirement }) => !requirement.every((id) => listed.has(id)));
      const stale = night.known_deviations.filter(({ state }) => state === 'stale');
      expect(night.verdict === 'alarm').toBe(isAlarming || stale.length > 0);
      for (const { requirement } of stale) {
        expect(accused.has(requirement)).toBe(false);
        expect(Object.keys(now.evidence)).toContain(requirement);
      }
    }),
    { numRuns: 200 },
  );
});

test('the text has the alarms, known deviations, the trend and last the verdict; text of the target is harmless', () => {
  const hostile = failing([other], { flaky: true, summary: '\u001b[2Jgone' });
  const made: Made = {
    failures: [failing([rule]), hostile],
    deviations: ['resource.create.authorized'],
    nightly: { before: before({}) },
  };
  const summary = fold(journal(made));
  const certified = certificate(summary, register);
  const text = nightlyText(nightOf(made), certified, summary, register, 'runs/x');
  expect(text).toContain('certificate  runs/x/certificate.json: not conformant');
  expect(text).toContain(`✗ ${rule}`);
  expect(text).toContain(
    'known deviation: resource.create.authorized, since 2026-01-01: ticket 1 (not tried)',
  );
  expect(text).toContain('compared with last');
  expect(text).not.toContain('\u001b');
  expect(text.split('\n').at(-1)).toBe('sandbox: alarm: 1 new violation');
});

describe('a night that was too short', () => {
  const both = {
    name: 'sandbox',
    interfaces: ['legacy', 'resource'],
    capabilities: [],
    means: ['legacy', 'persona.approve', 'resource', 'tokens'],
  };
  const short = (planned: boolean, evidence: Readonly<Record<string, number>>) => {
    const [first, ...rest] = journal({
      evidence,
      end: { ...endRecord, night: { why: 'time', planned, rounds: 0 } },
    });
    if (first?.k !== 'run') throw new Error('a journal begins with its run');
    const summary = fold([{ ...first, target: both }, ...rest]);
    const certified = certificate(summary, register);
    const night = nightly(certified, summary, register);
    if (night === undefined) throw new Error('it is no night');
    const lines = nightlyText(night, certified, summary, register, 'runs/tonight').split('\n');
    expect(certified.night?.short).toBe(shortText(night));
    const head = verdictHead(certified, new Map()).text;
    expect(head.includes('class="conformant">no alarm')).toBe(shortText(night) === undefined);
    return { night, first: lines[0] ?? '', last: lines.at(-1), headline: headline(certified, night) };
  };

  test.each<[planned: boolean, evidence: Readonly<Record<string, number>>, untried: string[], says: RegExp]>([
    [false, { [rule]: 1 }, ['resource'], /^nothing of resource was tried in this night: give it more time/],
    [true, { [rule]: 1 }, ['resource'], /^nothing of resource was tried in this night: no check of it ran/],
    [
      false,
      { [rule]: 1, 'resource.create.authorized': 1 },
      [],
      /^this night ended before all that is planned was run/,
    ],
  ])('planned: %s, with %o: says so first, last, and without a tick', (planned, evidence, untried, says) => {
    const { night, first, last, headline: told } = short(planned, evidence);
    expect(night).toMatchObject({ verdict: 'quiet', exit: 0, untried });
    expect(first).toMatch(says);
    expect(last).toContain(first);
    expect(told.level).toBe('warning');
    expect(told.message).toContain(first);
  });

  test('is none that tried all that was planned', () => {
    const { first, headline: told } = short(true, { [rule]: 1, 'resource.create.authorized': 1 });
    expect(first).not.toMatch(/tried in this night|planned/);
    expect(told.level).toBe('notice');
  });
});
