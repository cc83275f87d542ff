import type {
  EndRecord,
  FailureRecord,
  JournalRecord,
  RunRecord,
  SequenceRecord,
} from '../../harness/journal/journal-records.ts';
import type { TroubleRecord } from '../../harness/journal/trouble-record.ts';
import type { ResumeRecord } from '../../harness/records/resume-records.ts';
import type { ShardRecord } from '../../harness/records/shard-records.ts';
import type { MachineRecord } from '../../harness/records/machine-record.ts';
import { coveredTimes } from '../../harness/records/coverage-key.ts';
import type { JournalDamage } from '../../harness/journal/journal-damage.ts';
import { journalIn, journalName } from '../../harness/journal/journal-place.ts';
import { journalBytes, JournalReader, recordsIn } from '../../harness/journal/read-journal.ts';
import { redacted, withoutConsumers } from '../../harness/secrets/redact.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { DigestedBytes } from '../files/digest.ts';
import { accusedRules } from './accused-rules.ts';
import { approvalsIn } from './approvals.ts';
import { NotificationBuffer } from './notification-buffer.ts';
import { coverageRows } from './coverage.ts';
import { ExchangeBuffer } from './exchange-buffer.ts';
import { LatencyCounts } from './latency.ts';
import { transitionsIn } from './transitions.ts';
import { cleanupOfBoth, withCleaned, type Cleanup } from './cleanup.ts';
import type { Failure, Resumed, RunSummary, Trouble } from './summary.ts';
import { ServerErrors } from './server-errors.ts';
import { Tally } from './tally.ts';

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
  readonly #failures: Failure[] = [];
  #exchanges = new ExchangeBuffer();
  #notifications = new NotificationBuffer();
  readonly #machines: MachineRecord[] = [];
  readonly #latency = new LatencyCounts();
  readonly #serverErrors = new ServerErrors();
  readonly #judgedReplays = new Set<string>();
  readonly #totals = { requests: 0, webhooks: 0, webhooksOfOthers: 0, shrinkRequests: 0 };
  readonly #resumed: Resumed[] = [];
  /** Of the processes before the last one. */
  #othersBefore = 0;

  add(record: JournalRecord): void {
    if ('at' in record) this.#lastAt = Math.max(this.#lastAt, record.at);
    switch (record.k) {
      case 'run':
        this.#run ??= record;
        break;
      case 'suite':
        if (record.others !== undefined) this.#totals.webhooksOfOthers = this.#othersBefore + record.others;
        this.#isShort ||= record.short === true;
        if (record.event === 'end' && record.cut !== true) this.#settle(record.name);
        break;
      case 'machine':
        this.#machines.push(record);
        break;
      case 'exchange':
        this.#exchanges.add(record);
        this.#notifications.note(record);
        this.#serverErrors.add(record, this.#exchanges.runningOf(record));
        if (record.control) break;
        this.#totals.requests += 1;
        if (record.reply !== undefined) this.#latency.add(record.ms);
        if (record.phase === 'shrink' || record.phase === 'confirm') this.#totals.shrinkRequests += 1;
        break;
      case 'notification':
        this.#totals.webhooks += 1;
        this.#notifications.add(record);
        break;
      case 'sequence':
        this.#exchanges.settle(record);
        if (record.phase === 'explore') this.#explored(record);
        else if (record.phase === 'replay' && record.verdict !== 'inconclusive')
          this.#judgedReplays.add(keptIn(record));
        break;
      case 'failure':
        this.#failed(record);
        break;
      case 'trouble':
        this.#trouble(record);
        break;
      case 'resume':
        this.#resume(record);
        break;
      case 'shard':
        this.#beginShard(record);
        break;
      case 'cleaned':
        this.#cleanup = withCleaned(this.#cleanup, redacted(record, withoutConsumers));
        break;
      case 'payment':
      case 'cleanup':
        break;
      case 'end':
        this.#end = record;
        break;
    }
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

  #failed(record: FailureRecord): void {
    const exchanges = this.#exchanges.of(record);
    const shown = { record, exchanges, ...this.#notifications.of(exchanges) };
    this.#failures.push({ ...redacted(shown, withoutConsumers), stored: record });
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
    const { evidence, observed, firstObserved, coverage, wrong, inconclusive, sequences, passed } =
      this.#whole();
    const covered = coveredTimes(coverage);
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
      troubles: [...this.#troubles.values(), ...this.#notifications.strays.troubles],
      serverErrors: this.#serverErrors.eachTime(this.#failures.map(({ record }) => record)),
      inconclusive,
      coverage: coverageRows(covered),
      transitions: transitionsIn(covered, this.#machines, coveredTimes(wrong)),
      approvals: approvalsIn(covered),
      ...(latency !== undefined && { latency }),
      judgedReplays: this.#judgedReplays,
      passed,
      ...(cleanup !== undefined && { cleanup }),
      shards: [...this.#shards],
      damage,
    };
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
  const file = journalIn(dir);
  if (file === undefined) throw new SettingsError(`${dir} holds no ${journalName}: it is not a run's folder`);
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
