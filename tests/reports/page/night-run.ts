import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { NightFigures, NightTask } from '../../../harness/records/night-records.ts';
import { endRecord, failureRecord, runRecord, sequenceRecord } from '../certificate/synthetic.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 2)).toISOString();
const rules = {
  capture: 'legacy.capture.full-closes',
  issues: 'legacy.capture.issues-id',
  create: 'resource.create.authorized',
};

/** A month of nights, in which a server was away twice and broken for a week; one of them is of an earlier version. */
const trend: readonly NightFigures[] = Array.from({ length: 29 }, (_, index): NightFigures => {
  const away = index === 8 || index === 20;
  const broken = index > 11 && index < 19;
  return {
    run: `2026-01-${index + 1}-sandbox`,
    started_at: day(index + 1),
    duration_ms: away ? 400 : 600_000,
    requests: away ? 0 : 9000 + ((index * 731) % 4000),
    sequences: away ? 0 : 1500,
    latency_ms: away ? null : { median: 20 + ((index * 7) % 13), p95: 90 },
    passed: away ? 0 : 171,
    violations: away ? 0 : broken ? index - 9 : 0,
    ...(index === 0 ? {} : { tested: away ? 0 : 170 + (index % 5), reachable: 180 }),
    exit: away ? 3 : broken ? 1 : index === 25 ? 130 : 0,
  };
});

const task: NightTask = {
  run: 'tonight',
  forMs: 600_000,
  kept: {},
  before: {
    run: '2026-01-29-sandbox',
    startedAt: day(29),
    rows: { [rules.issues]: 'pass', [rules.create]: 'pass', [rules.capture]: 'fail' },
    observed: { 'legacy.refund.payment-state': ['unchanged'] },
    failures: [
      { requirement: [rules.create], interface: 'resource', summary: 'the answer was 500', flaky: false },
    ],
  },
  trend,
  seen: [
    { requirement: rules.create, first: day(13), last: day(29), nights: 9, tried: 16, unsteady: 7, held: 0 },
  ],
};

/** The journal of a night with something in each row of what can differ. */
export const nightRun: readonly JournalRecord[] = [
  runRecord({
    startedAt: day(30),
    target: {
      name: 'sandbox',
      interfaces: ['legacy', 'resource'],
      capabilities: [],
      means: ['legacy', 'resource', 'persona.approve'],
    },
    nightly: task,
    knownDeviations: [{ requirement: 'legacy.capture.may-round', because: 'ticket 7', since: '2026-01-02' }],
  }),
  sequenceRecord(
    { [rules.capture]: 3, 'legacy.capture.may-round': 2 },
    { observed: { 'legacy.refund.payment-state': { reopens: 2 } } },
  ),
  failureRecord({
    requirement: [rules.capture],
    summary: 'the payment is open after a capture of the whole',
  }),
  { ...endRecord, night: { why: 'time', planned: true, rounds: 4 } },
];
