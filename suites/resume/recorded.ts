import { getOrCreate, innerMap } from '../../engine/collections.ts';
import { kindName } from '../../engine/operations.ts';
import { coveredTimes } from '../../harness/records/coverage-key.ts';
import type { Signature } from '../../engine/judge/signature.ts';
import { paymentsNamedIn } from '../../harness/receiver/inbox.ts';
import type { EndRecord, RunRecord } from '../../harness/records/run-record.ts';
import type { ExchangeRecord } from '../../harness/records/exchange-records.ts';
import type { ExperimentRecord } from '../../harness/records/experiment-record.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { type JournalRecord, reduce, type Reducers } from '../../harness/journal/journal-records.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import type { ClaimPart, SuiteRecord } from '../../harness/records/suite-record.ts';
import { readJournal, type JournalReader } from '../../harness/journal/read-journal.ts';
import { journalOf } from '../run/run-folder.ts';
import type { RunConfig } from '../run/run-config.ts';
import { createHash } from 'node:crypto';
import { canonical } from '../../engine/candidates.ts';
import type { Sequence } from '../../engine/model.ts';

/** What a broken run has judged of one sequence. */
export interface RecordedSequence {
  readonly rules: readonly string[];
  readonly observed: SequenceRecord['observed'];
  readonly reached: NonNullable<SequenceRecord['reached']>;
  /** Of a violated one. */
  readonly signatures: readonly Signature[];
  /** Requests of the run when it was judged. */
  readonly requests: number;
}

/** One round of a suite. */
export interface RecordedPart {
  /** Requests of the run when each part of it was begun. */
  readonly sentBefore: Map<ClaimPart, number>;
  ended: boolean;
  /** What it has tried, by machine and `kindName`. */
  readonly tried: Map<string, Set<string>>;
  /** What its sequences have met, of those that have met something. */
  readonly met: Pick<SequenceRecord, 'stages' | 'windows'>[];
  /** By digest, in the order in which they were judged. */
  readonly sequences: Map<string, RecordedSequence[]>;
}

/** Payments at most: as many as an inbox distinguishes. */
const mostPayments = 50_000;

/** What stands in the journal of a run that was broken off, as far as the run needs it to go on. */
export class Recorded {
  run: RunRecord | undefined;
  /** Of the last process that wrote one. */
  end: EndRecord | undefined;
  /** How often it was resumed. */
  resumes = 0;
  /** ms since the run's start, of the last record. */
  lastAt = 0;
  /** The highest number of a request. */
  sent = 0;
  /** Requests to the interfaces. More than `sent` where some were sent in the background, since those are numbered apart. */
  taken = 0;
  /** Those of them that had a wrong key. */
  wrongKeys = 0;
  /** Rounds of random sequences that a night has begun. */
  rounds = 0;
  readonly failures: FailureRecord[] = [];
  readonly experiments: ExperimentRecord[] = [];
  /** Choices of open points that the journal shows already. */
  readonly shown: { readonly latitude: string; readonly choice: string }[] = [];
  /** The kept reproductions that were judged and did not fail, by name. */
  readonly replayed = new Set<string>();
  /** The payments of the run, the newest last. */
  readonly payments = new Set<string>();
  /** What sequences have used, of that which can be used up: payments, and tokens that were to be deleted; as a path or a body names them. */
  readonly spent = new Set<string>();
  readonly #parts = new Map<string, Map<number, RecordedPart>>();
  /** Equal lists are kept once: most sequences prove what others prove too. */
  readonly #same = new Map<string, object>();

  /** A round of a suite; undefined when it was never begun. */
  part(suite: string, round = 0): RecordedPart | undefined {
    return this.#parts.get(suite)?.get(round);
  }

  /** All rounds of all suites. */
  parts(): readonly { readonly suite: string; readonly round: number; readonly part: RecordedPart }[] {
    return [...this.#parts].flatMap(([suite, rounds]) =>
      [...rounds].map(([round, part]) => ({ suite, round, part })),
    );
  }

  /** The failures that a suite has reported. */
  failuresOf(suite: string): readonly FailureRecord[] {
    return this.failures.filter((failure) => failure.suite === suite);
  }

  readonly #reducers: Reducers = {
    run: (record) => void (this.run ??= record),
    suite: (record) => this.#suite(record),
    exchange: (record) => {
      this.sent = Math.max(this.sent, record.n);
      if (record.control !== true) this.taken += 1;
      if (record.wrongKey === true) this.wrongKeys += 1;
      for (const id of paymentsNamedIn(record.reply?.body ?? '')) addBounded(this.payments, id);
      for (const id of spentBy(record)) addBounded(this.spent, id);
    },
    sequence: (record) => this.#sequence(record),
    failure: (record) => void this.failures.push(record),
    experiment: (record) => void this.experiments.push(record),
    resume: () => {
      this.resumes += 1;
      this.end = undefined;
    },
    end: (record) => void (this.end = record),
    cleanup: ({ n }) => {
      // It is one of those that a run may send.
      this.sent = Math.max(this.sent, n);
      this.taken += 1;
    },
  };

  add(record: JournalRecord): void {
    if ('at' in record) this.lastAt = Math.max(this.lastAt, record.at);
    reduce(this.#reducers, record);
  }

  #part(suite: string, round = 0): RecordedPart {
    return getOrCreate(innerMap(this.#parts, suite), round, () => ({
      sentBefore: new Map(),
      tried: new Map(),
      met: [],
      ended: false,
      sequences: new Map(),
    }));
  }

  #suite({ name, round, event, cut, ...record }: SuiteRecord): void {
    const of: ClaimPart = record.part ?? 'whole';
    const part = this.#part(name, round);
    if (event === 'progress') return;
    if (!part.sentBefore.has(of)) part.sentBefore.set(of, this.sent);
    // A claim that has run in the background begins once more in its own turn.
    if (event === 'end' && cut !== true && (of === 'whole' || of === 'rest')) part.ended = true;
    this.rounds = Math.max(this.rounds, round ?? 0);
  }

  #sequence({ digest, phase, suite, round, ...record }: SequenceRecord): void {
    if (digest === undefined) return;
    if (phase === 'replay' && record.verdict === 'explained') this.replayed.add(digest);
    if (phase !== 'explore') return;
    const { evidence, observed, coverage, reached = [], signatures = [], shown = [] } = record;
    const { tried, met } = this.#part(suite, round);
    const { stages, windows } = record;
    if (stages !== undefined || windows !== undefined)
      met.push({ ...(stages && { stages }), ...(windows && { windows }) });
    for (const { machine, ...covered } of coveredTimes(Object.entries(coverage)))
      getOrCreate(tried, machine, () => new Set<string>()).add(kindName(covered));
    this.shown.push(...shown.map(({ latitude, choice }) => ({ latitude, choice })));
    getOrCreate(this.#part(suite, round).sequences, digest, () => []).push({
      rules: this.#once(Object.keys(evidence)),
      observed: this.#once(observed),
      reached,
      signatures,
      requests: this.sent,
    });
  }

  #once<T extends object>(value: T): T {
    return getOrCreate(this.#same, JSON.stringify(value), () => value) as T;
  }
}

/** Adds an id, and drops the oldest of too many. */
function addBounded(ids: Set<string>, id: string): void {
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > mostPayments && oldest !== undefined) ids.delete(oldest);
}

/** The payment that a request of a sequence is about, or the token that it deletes. */
function spentBy({ sequence, operation, request }: ExchangeRecord): readonly string[] {
  // What is asked between sequences uses nothing up.
  if (sequence === '') return [];
  const [, kind, id] = /^.*\/(tokens|payments)\/([^/?]+)/.exec(request.url) ?? [];
  const named = id !== undefined && (kind === 'payments' || operation === 'delete') ? [id] : [];
  return [...named, ...paymentsNamedIn(request.body ?? '')];
}

/** The journal of a run, read back. */
export async function readRecorded(
  config: Pick<RunConfig, 'out'>,
  reader?: JournalReader,
): Promise<Recorded> {
  const recorded = new Recorded();
  for await (const record of readJournal(journalOf(config), reader)) recorded.add(record);
  return recorded;
}

/** Characters: two of a million different sequences have the same one with a chance of one in ten million. */
const length = 11;

/** A short text that distinguishes a sequence from all others of a run. */
export function digestOf(sequence: Sequence): string {
  return createHash('sha256').update(canonical(sequence)).digest('base64url').slice(0, length);
}
