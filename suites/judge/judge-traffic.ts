import { execute, type Driver, type Execution, type Violation } from '../../engine/judge/execute.ts';
import { KnownFailures } from '../../engine/judge/known-failures.ts';
import { LearnedChoices } from '../../engine/learned.ts';
import type { Observation, Sequence } from '../../engine/model.ts';
import { isJudged, SequenceRunner, type Judged } from '../../engine/sequence-runner.ts';
import type { Exploration } from '../../engine/exploration.ts';
import type { FailureRecord, JournalRecord, SequenceRecord } from '../../harness/journal/journal-records.ts';
import { setupOf } from '../../harness/means/means.ts';
import type { Target } from '../../harness/settings/settings.ts';
import type { Traffic } from '../../harness/traffic/traffic.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { allLatitudes } from '../../spec/register.ts';
import type { Means } from '../../spec/requirement.ts';
import type { AnyMachine } from '../explore/machines.ts';
import { failureRecord } from '../explore/failure-record.ts';
import { expectedNotifications } from '../explore/expected-notifications.ts';
import { sequenceRecord } from '../explore/sequence-record.ts';
import { observationOf } from './recorded-reply.ts';
import { recordedMachine, withNoneMissing } from './recorded-machine.ts';
import { recordedNotifications, notifiedThreads } from './recorded-notifications.ts';
import { exchangeRecord } from './exchange-record.ts';
import { unshownRules, type LeftOut } from './recognise/left-out.ts';
import type { Unjudged } from './recognise/recognise.ts';
import { threadsOf } from './tie/tie.ts';
import { shortened } from './shortened.ts';
import type { RecordedStep, Thread, ThreadInterface } from './tie/thread.ts';
import { judgeRacedThread } from './judge-race.ts';
import type { Threads } from './tie/threads.ts';

type AnyExecution = Execution<unknown, Call, Reply, Notification>;

/** What came of judging recorded traffic. */
export interface Judgement {
  readonly failures: readonly FailureRecord[];
  /** Exchanges with the interfaces that were judged. */
  readonly judged: number;
  readonly sequences: number;
  /** How many exchanges were not judged, by the reason. */
  readonly unjudged: ReadonlyMap<Unjudged, number>;
  /** What the recorder has left out of all of them. */
  readonly leftOut: LeftOut;
}

/** The suite that a thread counts for. */
export const suiteOf = (to: ThreadInterface): string => `judge/${to}`;

const answeredPerCase = allLatitudes.filter((row) => row.perCase === true).map(({ id }) => id);

/**
 * Judges traffic that others have recorded, as a run judges its own: the requests about the same payments and tokens are a sequence each. Sends
 * nothing. `write` gets the records of a journal.
 */
export async function judgeTraffic(
  traffic: Traffic,
  target: Target,
  {
    means,
    write,
    threads = threadsOf(traffic, target),
  }: {
    readonly means: ReadonlySet<Means>;
    write(record: JournalRecord): void;
    /** Its threads. Default: they are made. */
    readonly threads?: Threads;
  },
): Promise<Judgement> {
  const steps = new Map<string, RecordedStep>();
  const byId = new Map(threads.all.map((thread) => [thread.id, thread]));
  const setup = setupOf(target, means, { exclusive: true });
  const machineOf = (to: ThreadInterface): AnyMachine =>
    recordedMachine(
      to,
      setup,
      (id) => steps.get(id),
      (id) => byId.get(id),
    );
  const machines = { legacy: machineOf('legacy'), resource: machineOf('resource') };
  const lenient = withNoneMissing(machines.legacy);
  const notifications = recordedNotifications(traffic);
  const howNotified = notifiedThreads(traffic, threads, target.notificationDeadlineMs);
  const unshown = unshownRules(threads.leftOut);
  const known = new KnownFailures();
  const choices = new LearnedChoices(answeredPerCase);
  const failures: FailureRecord[] = [];
  let judged = 0;

  // What one request after another shows is told before what a race shows.
  const inTurn = threads.all.filter(({ race }) => race === undefined);
  for (const thread of [...inTurn, ...threads.all.filter(({ race }) => race !== undefined)]) {
    steps.clear();
    for (const step of thread.steps) steps.set(step.step.id, step);
    const notified = howNotified(thread);
    const machine = notified === 'none missing' ? lenient : machines[thread.interface];
    const driver = driverOf(thread.id, steps);
    const suite = suiteOf(thread.interface);
    const context = { startedAt: traffic.startsAt, suite, sequence: thread.id };
    for (const step of thread.steps) {
      const record = exchangeRecord(step, judged, context);
      if (record === undefined) continue;
      if (record.control !== true) judged += 1;
      write(record);
    }
    if (thread.race !== undefined) {
      const raced = await judgeRacedThread(thread, machine, driver, suite);
      write(raced.sequence);
      const failure = raced.failure(`judge-${thread.interface}-${failures.length + 1}`);
      const accused = new Set(failures.flatMap(({ requirement }) => requirement));
      if (failure === undefined || failure.requirement.every((rule) => accused.has(rule))) continue;
      failures.push({ ...failure, recorded: true });
      write({ ...failure, recorded: true });
      continue;
    }
    const runner = new SequenceRunner(
      {
        ...quiet,
        machine,
        driver: () => driver,
        known,
        requests: () => judged,
        ...(notified !== 'not' && { notifications: notifications(threads.undisturbedUntil(thread)) }),
        onSequence: (_id, phase, execution) =>
          write(shownBy(sequenceRecord(thread.id, suite, machine.name, phase, execution), unshown)),
      },
      { known, isDone: () => false },
    );
    const sequence: Sequence = thread.steps.map(({ step }) => step);
    const learned = choices.current;
    const [begun] = await runner.begin([sequence], { phase: 'explore', learned });
    if (begun === undefined) continue;
    choices.note(begun.observed);
    for (const found of (await begun.verdict).filter(isJudged)) {
      const failure = await failureOf(found, { known, machine, driver, thread, serial: failures.length + 1 });
      if (failure === undefined) continue;
      failures.push(failure);
      write(failure);
    }
  }
  return {
    failures,
    judged,
    sequences: threads.all.length,
    unjudged: threads.unjudged,
    leftOut: threads.leftOut,
  };
}

/** The record without evidence for what was left out. */
function shownBy(record: SequenceRecord, unshown: ReadonlySet<string>): SequenceRecord {
  if (unshown.size === 0) return record;
  const shown = Object.entries(record.evidence).filter(([rule]) => !unshown.has(rule));
  return { ...record, evidence: Object.fromEntries(shown) };
}

/** The options of an exploration that explores nothing. */
const quiet: Omit<
  Exploration<unknown, Call, Reply, Notification>,
  'machine' | 'driver' | 'known' | 'requests' | 'onSequence'
> = {
  seed: 0,
  runs: 0,
  concurrency: 1,
  batch: 1,
  shrinkBudget: 0,
  bail: false,
  stop: () => false,
  onFailure: () => undefined,
};

/** Gives to each step what was recorded for it. */
function driverOf(thread: string, steps: ReadonlyMap<string, RecordedStep>): Driver<Call, Reply> {
  return {
    nonce: thread,
    send(_call, { id }) {
      const { call, exchange } = steps.get(id) ?? {};
      return Promise.resolve(exchange === undefined ? presumed(call) : observationOf(exchange));
    },
  };
}

/** What was presumed was never sent: it replies with what is presumed. */
function presumed(call: Call | undefined): Observation<Reply> {
  return {
    reply: { http: 200, contentType: '', body: call?.body, text: '', sentAt: 0, receivedAt: 0 },
  };
}

/** The record of a violation, unless one as precise was reported before. */
async function failureOf(
  { execution }: Judged<unknown, Call, Reply, Notification>,
  context: {
    readonly known: KnownFailures;
    readonly machine: AnyMachine;
    readonly driver: Driver<Call, Reply>;
    readonly thread: Thread;
    readonly serial: number;
  },
): Promise<FailureRecord | undefined> {
  const { known, machine, driver, thread, serial } = context;
  const violation = execution.violation && known.rest(execution.violation);
  if (violation === undefined) return undefined;
  const whole: AnyExecution = { ...execution, violation };
  const short =
    violation.at === 'reply'
      ? await shortened(machine, whole, (sequence, sought) => again(machine, driver, sequence, sought))
      : whole;
  known.add(violation, true);
  // A recording shows it once and for good: there is nobody to ask again.
  const failure = { execution: short, failed: 1, outOf: 1, requestsToFind: 0, requestsToShrink: 0 };
  const record = failureRecord(failure, {
    suite: suiteOf(thread.interface),
    machine: machine.name,
    interface: thread.interface,
    exclusive: false,
    seed: 0,
    serial: `judge-${thread.interface}-${serial}`,
    ...(violation.at === 'notifications' && { expected: expectedNotifications(machine, short) }),
  });
  return { ...record, recorded: true };
}

/** The same replies, judged without some of the steps. */
function again(
  machine: AnyMachine,
  driver: Driver<Call, Reply>,
  sequence: Sequence,
  isSought: (violation: Violation) => boolean,
): Promise<AnyExecution> {
  return execute(machine, sequence, driver, {
    notifications: false,
    passes: (violation) => (isSought(violation) ? violation : undefined),
  });
}
