import { afterEach, expect, test } from 'vitest';
import { keptClaim } from '../../../suites/replay/kept.ts';
import { machineNamed } from '../../../suites/explore/machines.ts';
import type { Regression } from '../../../suites/run/run-config.ts';
import { openRun } from '../../../suites/run/open-run.ts';
import { isOver, noJournal, type Session } from '../../../suites/run/session.ts';
import { fullCaptureOf } from '../../support/runs/stored.ts';
import { openWebhookSession, type Opened } from './webhook-session.ts';

let opened: Opened | undefined;
afterEach(() => opened?.close());

const rule = 'legacy.capture.full-closes';
const violation = {
  at: 'reply',
  operation: 'status',
  abstract: '',
  breaches: [{ rule, expected: '', received: '' }],
} as const;

/** A payment that is captured in full and read. */
function fullCapture(session: Session): Regression {
  const machine = machineNamed('legacy', session.setup(false));
  const sequence = fullCaptureOf(machine);
  return {
    name: 'full-closes',
    requirement: [rule],
    suite: 'legacy/lifecycle',
    machine: 'legacy',
    interface: 'legacy',
    exclusive: false,
    signature: { at: 'reply', operations: ['status'], rules: [rule] },
    sequence,
  };
}

/** Runs the kept reproduction against a reference with these faults. */
async function checked(
  faults: readonly string[],
  change: (kept: Regression) => Partial<Regression> = () => ({}),
  only: readonly string[] = [],
) {
  opened = await openWebhookSession(faults);
  const { session, records } = opened;
  const plain = fullCapture(session);
  const kept = [{ ...plain, ...change(plain) }];
  const failures = await keptClaim.check({ ...session, config: { ...session.config, only, kept } });
  return {
    session,
    records,
    failures,
    isKnown: session.run.memory.known.under('beside others').has(violation),
  };
}

const stays = ['legacy-full-capture-stays-open'];

test('a kept reproduction that fails accuses its rule with its frequency, and no later claim reports it again', async () => {
  const { failures, records, isKnown } = await checked(stays);
  expect(failures).toMatchObject([
    {
      requirement: [rule],
      steps: 3,
      requestsToFind: 3,
      flaky: false,
      failed: 3,
      outOf: 3,
      reproduction: 'kept-full-closes',
    },
  ]);
  expect(records.filter(({ k }) => k === 'failure')).toEqual(failures);
  expect(isKnown).toBe(true);
});

test('a kept reproduction that passes leads to no accusation, and is no evidence', async () => {
  const { failures, records, isKnown } = await checked([]);
  expect(failures).toEqual([]);
  expect(isKnown).toBe(false);
  const sequences = records.flatMap((record) => (record.k === 'sequence' ? [record] : []));
  expect(sequences).toMatchObject([{ phase: 'replay', verdict: 'explained', evidence: {} }]);
});

test('a kept reproduction that can not be run is journaled as a trouble with its reason', async () => {
  const { failures, records } = await checked([], () => ({ machine: 'no-such' }));
  expect(failures).toEqual([]);
  expect(records.filter(({ k }) => k === 'trouble')).toMatchObject([
    {
      kind: 'settings',
      cause: expect.stringContaining('full-closes can\'t be run: There is no machine "no-such"') as string,
    },
  ]);
});

test('a kept file that can not be run is journaled once as a trouble with its name, and the others are run', async () => {
  opened = await openWebhookSession(stays);
  const { session, records } = opened;
  const unrunnable = [{ name: 'torn', why: 'torn.json is no reproduction' }];
  const config = { ...session.config, kept: [fullCapture(session)], unrunnable };
  for (const expected of [1, 0]) expect(await keptClaim.check({ ...session, config })).toHaveLength(expected);
  expect(records.filter(({ k }) => k === 'trouble')).toMatchObject([
    { kind: 'settings', cause: "the regression torn can't be run: torn.json is no reproduction" },
  ]);
});

test('a kept reproduction that could not be judged is journaled as a trouble, not as fixed', async () => {
  const { failures, records } = await checked([], ({ sequence }) => ({ sequence: sequence.slice(1) }));
  expect(failures).toEqual([]);
  const cause = expect.stringContaining('full-closes was not judged') as string;
  expect(records.filter(({ k }) => k === 'trouble')).toMatchObject([{ kind: 'target', cause }]);
});

test('a kept reproduction of a known deviation is run once in a night, and as often as any for a certificate', async () => {
  opened = await openWebhookSession(stays);
  const { session } = opened;
  const known = [{ requirement: rule, because: 'ticket 1', since: '2026-01-01' }];
  const target = { ...session.config.target, knownDeviations: known };
  const config = { ...session.config, target, kept: [fullCapture(session)] };
  const nightly = { run: 'night', forMs: 1000, kept: {}, trend: [] };
  expect(await keptClaim.check({ ...session, config })).toMatchObject([
    { failed: 3, outOf: 3, flaky: false },
  ]);
  const night = { ...config, nightly };
  const run = openRun(night, noJournal());
  expect(await keptClaim.check({ ...session, run, config: night })).toMatchObject([
    { failed: 1, outOf: 1, flaky: false },
  ]);
});

test('a notification that is missing when the run is interrupted leads to no accusation', async () => {
  opened = await openWebhookSession(['webhook-no-capture-success']);
  const { session, records } = opened;
  const signature = {
    at: 'notifications',
    operations: ['notifications'],
    rules: ['legacy.events.capture-success'],
  } as const;
  const kept = { ...fullCapture(session), signature };
  const ending = setTimeout(() => session.interrupt(), 300);
  const failures = await keptClaim.check({ ...session, config: { ...session.config, kept: [kept] } });
  clearTimeout(ending);
  expect(isOver(session)).toBe(true);
  expect(failures).toEqual([]);
  expect(records.filter(({ k }) => k === 'sequence')).toMatchObject([{ verdict: 'inconclusive' }]);
});

test('a kept reproduction of an interface that --only does not name is not run', async () => {
  const { session } = await checked(stays, undefined, ['resource']);
  expect(session.connection.requests).toBe(0);
});
