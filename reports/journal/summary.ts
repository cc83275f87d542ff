import type {
  EndRecord,
  ExchangeRecord,
  FailureRecord,
  NotificationRecord,
  RunRecord,
  ObservedChoiceRecord,
  TroubleRecord,
} from '../../harness/journal-records.ts';
import type { ApprovalsByDocument } from './approvals.ts';
import type { Coverage } from './coverage.ts';
import type { ClockMove } from './notification-buffer.ts';
import type { Latency } from './latency.ts';
import type { Transitions } from './transitions.ts';

/** One distinct trouble and how often it was met. */
export interface Trouble {
  readonly kind: TroubleRecord['kind'];
  readonly cause: string;
  readonly times: number;
}

/** A violation with the requests of one run of its final form, as they were sent; none when the journal kept none. */
export interface Failure {
  readonly record: FailureRecord;
  readonly exchanges: readonly ExchangeRecord[];
  /** What came about the payments of that run, and the moves of the target's clock since it began. */
  readonly notifications: readonly NotificationRecord[];
  readonly moves: readonly ClockMove[];
}

/** How the target answered an open point, and in which sequence. */
export interface FirstShown extends ObservedChoiceRecord {
  readonly sequence: string;
}

/** Everything that the reports say of a run, drawn from its journal and nothing else. */
export interface RunSummary {
  readonly run: RunRecord;
  /** Absent when the run never came to its end: a crash, or a run that still goes on. */
  readonly end?: EndRecord;
  readonly durationMs: number;
  /** Requirement id → checks that held and could have failed. */
  readonly evidence: ReadonlyMap<string, number>;
  /** Latitude id → choice → times observed. */
  readonly observed: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** `latitude choice` → how it showed the first time. */
  readonly shown: ReadonlyMap<string, FirstShown>;
  readonly totals: {
    /** Requests to the target, those for shrinking included, control calls not. */
    readonly requests: number;
    /** Explored sequences; repeats for shrinking are not counted. */
    readonly sequences: number;
    readonly webhooks: number;
    /** Of those, the ones about payments that are not the run's own, which nobody judges. */
    readonly webhooksOfOthers: number;
    readonly shrinkRequests: number;
  };
  readonly failures: readonly Failure[];
  readonly troubles: readonly Trouble[];
  /** Why sequences ended without a verdict → how many. */
  readonly inconclusive: ReadonlyMap<string, number>;
  readonly coverage: readonly Coverage[];
  readonly transitions: Transitions;
  readonly approvals: ApprovalsByDocument;
  /** Of the answers that came; absent where none did. */
  readonly latency?: Latency;
  /** What was kept, run again and judged, by name. */
  readonly judgedReplays: ReadonlySet<string>;
}
