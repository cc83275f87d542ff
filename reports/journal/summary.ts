import type { EndRecord, RunRecord } from '../../harness/records/run-record.ts';
import type { ExchangeRecord, NotificationRecord } from '../../harness/records/exchange-records.ts';
import type { ExperimentRecord } from '../../harness/records/experiment-record.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { TroubleRecord } from '../../harness/records/suite-record.ts';
import type { ObservedChoiceRecord } from '../../harness/records/sequence-record.ts';
import type { ShardRecord } from '../../harness/records/shard-records.ts';
import type { JournalDamage } from '../../harness/journal/journal-damage.ts';
import type { ApprovalsByDocument, Cleanup } from './cleanup.ts';
import type { InputCoverage } from './inputs.ts';
import type { StageCoverage } from './stages.ts';
import type { Coverage, Transitions, Latency } from './transitions.ts';
import type { RequestsUnderWay } from './under-way.ts';

import type { PassedBreaches } from './passed-breaches.ts';
import type { Stall } from './stalls.ts';
import type { Proof } from './proofs.ts';
import type { ServerError } from './server-errors.ts';

/** A move of the target's clock by the suite. */
export interface ClockMove {
  /** When it was requested, ms since the run's start. */
  readonly at: number;
  readonly ms: number;
}

/** One distinct trouble and how often it happened. */
export interface Trouble {
  readonly kind: TroubleRecord['kind'];
  readonly cause: string;
  readonly event?: TroubleRecord['event'];
  readonly perSecond?: TroubleRecord['perSecond'];
  readonly times: number;
}

/** A violation with the requests of one run of its final form, as they were sent; empty when the journal kept none. */
export interface Failure {
  /** As reports show it: without what identifies a consumer. */
  readonly record: FailureRecord;
  /** As the journal has it: what a reproduction needs to be replayed. */
  readonly stored: FailureRecord;
  readonly exchanges: readonly ExchangeRecord[];
  /** The notifications about the payments of that run, and the moves of the target's clock since it began. */
  readonly notifications: readonly NotificationRecord[];
  readonly moves: readonly ClockMove[];
}

/** An experiment on an open point, with the smallest sequence of the answer that was looked into. */
export interface Experiment {
  readonly record: ExperimentRecord;
  readonly failure: Failure;
}

/** How the target answered an open point for the first time, and in which sequence. */
export interface FirstObserved extends ObservedChoiceRecord {
  readonly sequence: string;
}

/** A run that was broken off and went on. */
export interface Resumed {
  /** ISO 8601. */
  readonly at: string;
  /** Requests of the run by then, those of sequences included that were begun and not judged. */
  readonly requestsBefore: number;
}

/** Everything that the reports say about a run, from its journal alone. */
export interface RunSummary {
  readonly run: RunRecord;
  /** Absent when the run did not finish: it crashed, or is still running. */
  readonly end?: EndRecord;
  readonly durationMs: number;
  /** A suite left out random sequences, since its share of `--max-requests` was used up. */
  readonly isShort: boolean;
  /** Requirement id → checks that held and could have failed. */
  readonly evidence: ReadonlyMap<string, number>;
  /** Latitude id → choice → times observed. */
  readonly observed: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** `latitude choice` → the first time that it was observed. */
  readonly firstObserved: ReadonlyMap<string, FirstObserved>;
  readonly totals: {
    /** Requests to the target, including those for shrinking, without control calls. */
    readonly requests: number;
    /** Explored sequences; repeats for shrinking are not counted. */
    readonly sequences: number;
    readonly webhooks: number;
    /** How many of them are about payments that are not the run's own; they are not judged. */
    readonly webhooksOfOthers: number;
    readonly shrinkRequests: number;
  };
  /** Each time that the run was resumed. */
  readonly resumed: readonly Resumed[];
  readonly failures: readonly Failure[];
  readonly experiments: readonly Experiment[];
  readonly troubles: readonly Trouble[];
  /** The requests that waited longest for an answer while others were under way; empty of shards, whose clocks may differ. */
  readonly stalls: readonly Stall[];
  /** The kinds of requests that are answered with an error of the target's own each time. */
  readonly serverErrors: readonly ServerError[];
  /** Why sequences ended without a verdict → how many. */
  readonly inconclusive: ReadonlyMap<string, number>;
  readonly coverage: readonly Coverage[];
  /** What was tried of what each operation can be given. */
  readonly inputs: readonly InputCoverage[];
  readonly transitions: Transitions;
  /** Of each machine whose plans have tried to confirm next stages. */
  readonly stages: readonly StageCoverage[];
  readonly approvals: ApprovalsByDocument;
  /** Of the replies; absent where none came. */
  readonly latency?: Latency;
  /** Absent where no request was answered, of shards that were merged, and of traffic that others have sent. */
  readonly underWay?: RequestsUnderWay;
  /** The names of the kept reproductions that were run again and judged. */
  readonly judgedReplays: ReadonlySet<string>;
  readonly passed: Pick<PassedBreaches, 'timesMet' | 'standingBefore' | 'endedBy'>;
  /** Requirement id → one example of its evidence. */
  readonly proofs: ReadonlyMap<string, Proof>;
  /** Of a run that was merged, the shards that are there. */
  readonly shards: readonly ShardRecord[];
  /** Absent where the target was not to be cleaned up. */
  readonly cleanup?: Cleanup;
  /** The journal's own digest; absent where the records come from no file. */
  readonly journal?: { readonly sha256: string; readonly bytes: number };
  /** The lines of a damaged journal that were left out. */
  readonly damage: readonly JournalDamage[];
}
