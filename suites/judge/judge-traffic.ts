import { execute } from '../../engine/judge/execute.ts';
import { type Driver, type Execution, type Violation } from '../../engine/judge/execution.ts';
import { KnownFailures } from '../../engine/judge/known-failures.ts';
import { LearnedChoices } from '../../engine/learned.ts';
import type { Observation, Sequence } from '../../engine/model.ts';
import { isJudged, SequenceRunner, type Judged } from '../../engine/sequence-runner.ts';
import type { Exploration } from '../../engine/exploration.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { JournalRecord } from '../../harness/journal/journal-records.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import type { ExchangeRecord } from '../../harness/records/exchange-records.ts';
import { setupOf } from '../../harness/means/means.ts';
import type { Target } from '../../harness/settings/settings.ts';
import type { Traffic } from '../../harness/traffic/traffic.ts';
import type { Call, Notification, Reply, ApiCall } from '../../models/wire.ts';
import { allLatitudes } from '../../spec/register.ts';
import type { Means } from '../../spec/requirement.ts';
import type { AnyMachine } from '../explore/machines.ts';
import { sequenceFailure } from '../explore/failure-record.ts';
import { expectedNotifications, sequenceRecord } from '../explore/sequence-record.ts';
import { observationOf, lostOf } from './recorded-reply.ts';
import {
  recordedMachine,
  withNoneMissing,
  recordedNotifications,
  notifiedThreads,
} from './recorded-machine.ts';
import { maskedFieldsIn, unshownRules } from './recognise/left-out.ts';
import { type LeftOut } from './recognise/checksum-recipe.ts';
import type { Unjudged } from './recognise/recognise.ts';
import { threadsOf } from './tie/tie.ts';
import type { RecordedStep, Conversation, ThreadInterface } from './tie/conversation.ts';
import { judgeRacedThread } from './judge-race.ts';
import type { Conversations } from './tie/conversations.ts';
import { described } from '../../harness/wire/checksum.ts';
import { parsedJson } from '../../harness/wire/message.ts';
import { isObject } from '../../models/checks.ts';
import { isSameFailure } from '../../engine/judge/signature.ts';
import { operationNamed } from '../../engine/operations.ts';

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
    readonly threads?: Conversations;
  },
): Promise<Judgement> {
  const steps = new Map<string, RecordedStep>();
  const ofNotifications = traffic.notifications.flatMap(({ body }) => maskedFieldsIn(body, target));
  let notKnown: ReadonlySet<string> = new Set();
  const byId = new Map(threads.all.map((thread) => [thread.id, thread]));
  const setup = setupOf(target, means, { exclusive: true });
  const machineOf = (to: ThreadInterface): AnyMachine =>
    recordedMachine(
      to,
      setup,
      (id) => steps.get(id),
      (id) => byId.get(id),
      () => notKnown,
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

  // What one request after another shows is reported before what a race shows.
  const inTurn = threads.all.filter(({ race }) => race === undefined);
  for (const thread of [...inTurn, ...threads.all.filter(({ race }) => race !== undefined)]) {
    steps.clear();
    for (const step of thread.steps) steps.set(step.step.id, step);
    notKnown = new Set([
      ...thread.steps.flatMap(({ exchange }) => Object.values(exchange?.notKnown ?? {}).flat()),
      ...ofNotifications,
    ]);
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
          write(shownBy(sequenceRecord(thread.id, suite, machine, phase, execution), unshown)),
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
    readonly thread: Conversation;
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
  // A recording shows it once: no request can be repeated.
  const failure = { execution: short, failed: 1, outOf: 1, requestsToFind: 0, requestsToShrink: 0 };
  const record = sequenceFailure(failure, {
    suite: suiteOf(thread.interface),
    machine: machine.name,
    interface: thread.interface,
    exclusive: false,
    seed: 0,
    model: machine,
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

/** Headers of a request that are kept: all others may be secrets. */
const kept: ReadonlySet<string> = new Set(['content-type']);

/** The journal's record of a recorded exchange, without keys and checksums; undefined: nothing was sent. */
function exchangeRecord(
  { step, call, exchange }: RecordedStep,
  number: number,
  { startedAt, ...of }: { readonly startedAt: number; readonly suite: string; readonly sequence: string },
): ExchangeRecord | undefined {
  if (exchange === undefined) return undefined;
  const { sentAt, receivedAt, method, url, headers, body, reply } = exchange.masked ?? exchange;
  const isControl = call.to === 'control';
  const shown: Record<string, string> = {};
  if (call.to !== 'control' && headers['authorization'] !== undefined)
    shown['authorization'] = `<${call.credential} key>`;
  for (const [name, value] of Object.entries(headers)) if (kept.has(name)) shown[name] = value;
  return {
    k: 'exchange',
    n: number,
    ...of,
    step: step.id,
    operation: step.operation,
    kind: step.kind,
    phase: 'explore',
    ...(isControl && { control: true as const }),
    at: Math.max(0, Math.round(sentAt - startedAt)),
    ms: receivedAt - sentAt,
    request: {
      method,
      url,
      headers: shown,
      ...(body !== undefined && { body: isControl ? body : withoutChecksum(call, body) }),
    },
    ...(reply === undefined
      ? { lost: lostOf(exchange) }
      : { reply: { http: reply.http, headers: reply.headers, body: reply.body } }),
  };
}

/** A checksum in a text that is no JSON, such as a form. */
const checksumInText = /(checksum["']?\s{0,8}[=:]\s{0,8}["']?)[^"'&\s,}]+/gi;

/** The body with a description of its checksum in its place. */
function withoutChecksum({ checksum, body }: ApiCall, text: string): string {
  if (body === undefined) return text.replaceAll(checksumInText, '$1<checksum>');
  if (checksum === undefined) return text;
  // Where values stand for masked ones, the masks are shown.
  const shown = parsedJson(text).body;
  return JSON.stringify({ ...(isObject(shown) ? shown : (body as object)), checksum: described(checksum) });
}

/** Most sequences that are judged for one violation. */
const budget = 100;

/**
 * The execution without the steps that the violation does not rest on: all that is about other payments or tokens, then reads and refusals. No
 * other step may be left out, since it has changed what later replies show; and these only where the rest shows the same violation.
 */
async function shortened(
  machine: AnyMachine,
  execution: AnyExecution,
  judge: (sequence: Sequence, isSought: (violation: Violation) => boolean) => Promise<AnyExecution>,
): Promise<AnyExecution> {
  const { violation, performed } = execution;
  if (violation === undefined) return execution;
  const isSought = (one: Violation): boolean => isSameFailure(one, violation);
  let sequence: Sequence = performed.map(({ step }) => step);
  let short = execution;
  const idle = performed.slice(0, -1).filter(({ step, observation }) => {
    if (operationNamed(machine, step.operation)?.reads === true) return true;
    return 'reply' in observation && machine.refuses?.(observation.reply) === true;
  });
  const candidates = [
    ...othersIn(sequence),
    ...idle.toReversed().map(
      ({ step }) =>
        (id: string) =>
          id === step.id,
    ),
  ];
  for (const isLeftOut of candidates.slice(0, budget)) {
    const without = sequence.filter(({ id }) => !isLeftOut(id));
    if (without.length === sequence.length) continue;
    const judged = await judge(without, isSought);
    if (judged.violation === undefined || !isSought(judged.violation)) continue;
    if (judged.performed.length !== without.length) continue;
    [short, sequence] = [judged, without];
  }
  return short;
}

/** For each payment or token that the last step does not use, the steps that make it or use it. */
function othersIn(sequence: Sequence): readonly ((id: string) => boolean)[] {
  const used = new Set(Object.values(sequence.at(-1)?.uses ?? {}));
  const makers = new Set(sequence.flatMap(({ uses }) => Object.values(uses)));
  return [...makers]
    .filter((maker) => !used.has(maker))
    .toReversed()
    .map((maker) => {
      const about = new Set<string>([maker]);
      for (const { id, uses } of sequence)
        if (Object.values(uses).some((one) => about.has(one))) about.add(id);
      return (id: string) => about.has(id);
    });
}
