import { count } from '../../engine/collections.ts';
import type { EndRecord, RunRecord, ResumeRecord } from '../../harness/records/run-record.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { type JournalRecord, reduce, type Reducers } from '../../harness/journal/journal-records.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import type { TroubleRecord, MachineRecord } from '../../harness/records/suite-record.ts';
import type { ShardRecord } from '../../harness/records/shard-records.ts';
import { coveredTimes } from '../../harness/records/coverage-key.ts';
import { journalBytes, journalOfOthers, packedJournalName } from '../../harness/journal/journal-bytes.ts';
import type { JournalDamage } from '../../harness/journal/journal-damage.ts';
import { JournalReader, recordsIn } from '../../harness/journal/read-journal.ts';
import { judgedFile } from '../../harness/records/run-settings.ts';
import { redacted, withoutConsumers } from '../../harness/secrets/redact.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { DigestedBytes } from '../files/digest.ts';
import { approvalsIn, cleanupOfBoth, withCleaned, type Cleanup } from './cleanup.ts';
import { NotificationBuffer, ExchangeBuffer } from './exchange-buffer.ts';
import { addMade, inputsIn, type MadeWindows } from './inputs.ts';
import { coverageRows, refuseManyStates, transitionsIn, LatencyCounts } from './transitions.ts';
import { addShown, mergeShown, stagesIn, type ShownStages } from './stages.ts';
import { Stalls } from './stalls.ts';
import { UnderWay, type RequestsUnderWay } from './under-way.ts';
import type { Experiment, Failure, Resumed, RunSummary, Trouble, FirstObserved } from './summary.ts';
import { ServerErrors } from './server-errors.ts';
import { PassedBreaches } from './passed-breaches.ts';
import { Proofs } from './proofs.ts';

/** Folds a journal's records, in order, into the summary that the reports are made of. */
export class Fold {
  #run: RunRecord | undefined;
  #end: EndRecord | undefined;
  #cleanup: Cleanup | undefined;
  /** Of the shards before. */
  #cleanupBefore: Cleanup | undefined;
  readonly #shards: ShardRecord[] = [];
  #lastAt = 0;
  #isShort = false;
  readonly #tally = new Tally();
  /** By suite, what counts only with the whole suite: a resumed run repeats a suite that was under way. */
  readonly #pending = new Map<string, Tally>();
  readonly #troubles = new Map<string, Trouble>();
  /** Answers that did not come, or could not be judged, by why. */
  readonly #lost = new Map<string, number>();
  readonly #failures: Failure[] = [];
  readonly #experiments: Experiment[] = [];
  #exchanges = new ExchangeBuffer();
  #notifications = new NotificationBuffer();
  readonly #machines: MachineRecord[] = [];
  readonly #latency = new LatencyCounts();
  readonly #underWay = new UnderWay();
  readonly #stalls = new Stalls();
  readonly #serverErrors = new ServerErrors();
  readonly #proofs = new Proofs();
  readonly #judgedReplays = new Set<string>();
  readonly #totals = { requests: 0, webhooks: 0, webhooksOfOthers: 0, shrinkRequests: 0 };
  readonly #resumed: Resumed[] = [];
  /** Of the processes before the last one. */
  #othersBefore = 0;

  readonly #reducers: Reducers = {
    run: (record) => void (this.#run ??= record),
    suite: ({ name, event, cut, others, short }) => {
      if (others !== undefined) this.#totals.webhooksOfOthers = this.#othersBefore + others;
      this.#isShort ||= short === true;
      if (event === 'end' && cut !== true) this.#settle(name);
    },
    machine: (record) => void this.#machines.push(record),
    exchange: (record) => {
      this.#exchanges.add(record);
      this.#notifications.note(record);
      this.#serverErrors.add(record, this.#exchanges.runningOf(record));
      if (record.control) return;
      this.#totals.requests += 1;
      this.#underWay.add(record);
      this.#stalls.add(record);
      if (record.reply !== undefined) this.#latency.add(record.ms);
      if (record.lost !== undefined && record.ours !== true) count(this.#lost, [record.lost]);
      if (record.phase === 'shrink' || record.phase === 'confirm') this.#totals.shrinkRequests += 1;
    },
    notification: (record) => {
      this.#totals.webhooks += 1;
      this.#notifications.add(record);
    },
    sequence: (record) => {
      const exchanges = record.phase === 'explore' ? this.#exchanges.ofSequence(record.id) : [];
      this.#exchanges.settle(record);
      if (record.phase === 'explore') {
        this.#proofs.add(record, exchanges, () => this.#notifications.of(exchanges).notifications);
        this.#explored(record);
      }
      if (record.phase === 'replay' && record.verdict !== 'inconclusive')
        this.#judgedReplays.add(keptIn(record));
    },
    failure: (record) => void this.#failures.push(this.#shown(record)),
    experiment: (record) => {
      const failure = this.#shown(record.failure);
      this.#experiments.push({ record: { ...record, failure: failure.record }, failure });
    },
    trouble: (record) => this.#trouble(record),
    resume: (record) => this.#resume(record),
    shard: (record) => this.#beginShard(record),
    cleaned: (record) =>
      void (this.#cleanup = withCleaned(this.#cleanup, redacted(record, withoutConsumers))),
    end: (record) => void (this.#end = record),
  };

  add(record: JournalRecord): void {
    if ('at' in record) this.#lastAt = Math.max(this.#lastAt, record.at);
    reduce(this.#reducers, record);
  }

  /** What was not judged as a whole is repeated from here on, so it does not count. */
  #resume({ resumedAt, repeats }: ResumeRecord): void {
    this.#end = undefined;
    this.#othersBefore = this.#totals.webhooksOfOthers;
    this.#resumed.push({ at: resumedAt, requestsBefore: this.#totals.requests });
    for (const suite of repeats) this.#pending.delete(suite);
    this.#exchanges.forgetRunning();
  }

  /** What another shard has sent says nothing of this one: ids of servers may even be the same. */
  #beginShard(record: ShardRecord): void {
    for (const suite of this.#pending.keys()) this.#settle(suite);
    this.#exchanges = new ExchangeBuffer();
    this.#notifications = new NotificationBuffer(this.#notifications.strays);
    this.#othersBefore = this.#totals.webhooksOfOthers;
    this.#cleanupBefore = cleanupOfBoth(this.#cleanupBefore, this.#cleanup);
    this.#cleanup = undefined;
    this.#shards.push(record);
  }

  #settle(suite: string): void {
    const pending = this.#pending.get(suite);
    if (pending !== undefined) this.#tally.merge(pending);
    this.#pending.delete(suite);
  }

  #shown(record: FailureRecord): Failure {
    const exchanges = this.#exchanges.of(record);
    const shown = { record, exchanges, ...this.#notifications.of(exchanges) };
    return { ...redacted(shown, withoutConsumers), stored: record };
  }

  #explored(record: SequenceRecord): void {
    if (record.digest !== undefined) return this.#tally.add(record);
    const pending = this.#pending.get(record.suite) ?? new Tally();
    this.#pending.set(record.suite, pending);
    pending.add(record);
  }

  #trouble(record: TroubleRecord): void {
    const { k: _, at: _at, cause: noted, ...what } = record;
    const cause = withoutConsumers(noted);
    const key = `${what.kind} ${cause}`;
    const times = (this.#troubles.get(key)?.times ?? 0) + 1;
    this.#troubles.set(key, { ...what, cause, times });
  }

  /** The summary of the records so far, of a journal with this damage. Throws an Error when no `run` record was among them. */
  summary(damage: readonly JournalDamage[] = []): RunSummary {
    if (this.#run === undefined) throw new Error(withoutRun(damage));
    const latency = this.#latency.latency();
    const underWay = this.#underWayHere();
    const whole = this.#whole();
    const { evidence, observed, firstObserved, inconclusive, sequences, passed } = whole;
    const covered = coveredTimes(whole.coverage);
    refuseManyStates(covered, this.#machines);
    const transitions = transitionsIn(covered, this.#machines, coveredTimes(whole.wrong));
    const cleanup = cleanupOfBoth(this.#cleanupBefore, this.#cleanup);
    return {
      run: this.#run,
      ...(this.#end === undefined ? {} : { end: this.#end }),
      durationMs: Math.round(this.#end?.at ?? this.#lastAt),
      isShort: this.#isShort,
      evidence,
      observed,
      firstObserved,
      totals: { ...this.#totals, sequences },
      resumed: [...this.#resumed],
      failures: this.#accusing(evidence),
      experiments: [...this.#experiments],
      troubles: [
        ...this.#troubles.values(),
        ...lostOften(this.#lost),
        ...this.#notifications.strays.troubles,
      ],
      stalls: this.#shards.length > 0 ? [] : this.#stalls.all,
      serverErrors: this.#serverErrors.eachTime(this.#failures.map(({ record }) => record)),
      inconclusive,
      coverage: coverageRows(covered),
      inputs: inputsIn(covered, this.#machines, whole.windows),
      transitions,
      stages: stagesIn(whole.stages, transitions.untried),
      approvals: approvalsIn(covered),
      ...(latency !== undefined && { latency }),
      ...(underWay !== undefined && { underWay }),
      judgedReplays: this.#judgedReplays,
      passed,
      proofs: this.#proofs.all(),
      ...(cleanup !== undefined && { cleanup }),
      shards: [...this.#shards],
      damage,
    };
  }

  /** Of shards, whose clocks may differ, and of traffic that others have sent nothing is said. */
  #underWayHere(): RequestsUnderWay | undefined {
    const isJudged = this.#run?.settings?.[judgedFile] !== undefined;
    return this.#shards.length > 0 || isJudged ? undefined : this.#underWay.underWay();
  }

  /** The failures, each with the rules that it accuses in view of all. */
  #accusing(evidence: ReadonlyMap<string, number>): readonly Failure[] {
    const all = this.#failures.map(({ record }) => record);
    return this.#failures.map((failure) => ({
      ...failure,
      record: { ...failure.record, requirement: accusedRules(failure.record, all, evidence) },
    }));
  }

  #whole(): Tally {
    const whole = new Tally();
    for (const tally of [this.#tally, ...this.#pending.values()]) whole.merge(tally);
    return whole;
  }
}

/** The summary of these records. Throws an Error when no `run` record is among them. */
export function fold(records: Iterable<JournalRecord>): RunSummary {
  const folded = new Fold();
  for (const record of records) folded.add(record);
  return folded.summary();
}

/** The summary of the run in a folder. Throws a SettingsError when the folder holds no journal of a run. */
export async function readSummary(dir: string): Promise<RunSummary> {
  const file = journalOfOthers(dir);
  if (file === undefined)
    throw new SettingsError(`${dir} holds no ${packedJournalName}: it is not a run's folder`);
  return summaryOf(journalBytes(file), file);
}

/** The summary of a journal with its digest, from its bytes, which are read once. Throws a SettingsError when they are no journal of a run. */
export async function summaryOf(chunks: AsyncIterable<Buffer>, file: string): Promise<RunSummary> {
  const folded = new Fold();
  const reader = new JournalReader();
  const digested = new DigestedBytes();
  try {
    for await (const record of recordsIn(digested.pass(chunks), reader)) folded.add(record);
    return { ...folded.summary(reader.damage), journal: digested.found() };
  } catch (cause) {
    throw new SettingsError(`${file} can't be read as a journal: ${(cause as Error).message}`);
  }
}

/** A journal without its first record is of no run that could be named. */
function withoutRun(damage: readonly JournalDamage[]): string {
  const found = damage.some(({ what }) => what === 'unreadable')
    ? 'its first lines are damaged'
    : 'it is empty or cut';
  return `it has no run record, which says what was run against what: ${found}`;
}

/** The name of a kept reproduction; the sequences that replay it are called `suite/name-1`, `suite/name-2`. */
function keptIn({ id }: SequenceRecord): string {
  return id.slice(id.lastIndexOf('/') + 1).replace(/-\d+$/, '');
}

/**
 * The rules that a failure accuses, once all failures of the run are known. A wrong field may break one of several rules. Where a steady
 * failure shows that field to break fewer of them, those are accused; otherwise those that nothing in the run has shown to hold, if there are any.
 */
export function accusedRules(
  failure: FailureRecord,
  all: readonly FailureRecord[],
  evidence: Pick<ReadonlyMap<string, number>, 'get'>,
): readonly string[] {
  const cleared = new Set<string>();
  const rulesByField = byField(failure);
  for (const [field, rules] of rulesByField) {
    if (rules.size < 2) continue;
    const precise = all
      .filter(({ flaky }) => !flaky)
      .map((other) => byField(other).get(field) ?? new Set<string>())
      .filter(
        (fewer) => fewer.size > 0 && fewer.size < rules.size && [...fewer].every((one) => rules.has(one)),
      );
    const shown = new Set(precise.flatMap((fewer) => [...fewer]));
    const unproven = new Set([...rules].filter((rule) => (evidence.get(rule) ?? 0) === 0));
    const accused = shown.size > 0 ? shown : unproven.size > 0 ? unproven : rules;
    for (const rule of rules) if (!accused.has(rule)) cleared.add(rule);
  }
  // A rule that another field breaks as well stays.
  const elsewhere = new Set(
    failure.breaches.filter(({ about }) => about === undefined).map(({ rule }) => rule),
  );
  for (const rules of rulesByField.values())
    if (rules.size === 1) for (const rule of rules) elsewhere.add(rule);
  return failure.requirement.filter((rule) => !cleared.has(rule) || elsewhere.has(rule));
}

function byField({ breaches }: FailureRecord): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, Set<string>>();
  for (const { about, rule } of breaches) {
    if (about === undefined) continue;
    const rules = fields.get(about) ?? new Set<string>();
    fields.set(about, rules.add(rule));
  }
  return fields;
}

/** What sequences have shown, added up. */
class Tally {
  readonly evidence = new Map<string, number>();
  readonly observed = new Map<string, Map<string, number>>();
  readonly firstObserved = new Map<string, FirstObserved>();
  readonly coverage = new Map<string, number>();
  readonly windows: MadeWindows = new Map();
  readonly stages: ShownStages = new Map();
  /** Of the coverage, the steps whose answer is not permitted there. */
  readonly wrong = new Map<string, number>();
  readonly inconclusive = new Map<string, number>();
  readonly passed = new PassedBreaches();
  sequences = 0;

  /** Adds an explored sequence. Only exploration gives evidence: a sequence repeated to shrink a failure proves nothing new. */
  add(record: SequenceRecord): void {
    this.sequences += 1;
    this.passed.note(record);
    if (record.verdict === 'inconclusive') add(this.inconclusive, record.why ?? 'no reason recorded', 1);
    for (const [id, checks] of Object.entries(record.evidence)) add(this.evidence, id, checks);
    for (const [key, times] of Object.entries(record.coverage)) add(this.coverage, key, times);
    addMade(this.windows, record);
    addShown(this.stages, record);
    if (record.ended?.step !== undefined) add(this.wrong, record.ended.step, 1);
    for (const [id, choices] of Object.entries(record.observed)) this.#observe(id, Object.entries(choices));
    for (const observed of record.shown ?? []) {
      const key = `${observed.latitude} ${observed.choice}`;
      if (!this.firstObserved.has(key))
        this.firstObserved.set(key, { ...redacted(observed, withoutConsumers), sequence: record.id });
    }
  }

  /** Adds all of another tally. */
  merge(other: Tally): void {
    this.sequences += other.sequences;
    this.passed.merge(other.passed);
    for (const [why, times] of other.inconclusive) add(this.inconclusive, why, times);
    for (const [id, checks] of other.evidence) add(this.evidence, id, checks);
    for (const [key, times] of other.coverage) add(this.coverage, key, times);
    for (const [key, names] of other.windows)
      this.windows.set(key, new Set([...(this.windows.get(key) ?? []), ...names]));
    mergeShown(this.stages, other.stages);
    for (const [key, times] of other.wrong) add(this.wrong, key, times);
    for (const [id, choices] of other.observed) this.#observe(id, choices);
    for (const [key, observed] of other.firstObserved)
      if (!this.firstObserved.has(key)) this.firstObserved.set(key, observed);
  }

  #observe(id: string, choices: Iterable<readonly [string, number]>): void {
    const known = this.observed.get(id) ?? new Map<string, number>();
    for (const [choice, times] of choices) add(known, choice, times);
    this.observed.set(id, known);
  }
}

function add(map: Map<string, number>, key: string, times: number): void {
  map.set(key, (map.get(key) ?? 0) + times);
}

/** Of the same loss, so many say more than an unsteady network does. */
const oftenLost = 20;

/** What many answers had in common that were not judged, but for our own doing: without it nothing would say why a run has found so little. */
function lostOften(lost: ReadonlyMap<string, number>): readonly Trouble[] {
  return [...lost]
    .filter(([, times]) => times >= oftenLost)
    .map(([what, times]) => ({ kind: 'network', cause: `an answer was not judged: ${what}`, times }));
}
