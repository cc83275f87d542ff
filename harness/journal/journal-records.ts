import type { TroubleRecord } from './trouble-record.ts';
import type { Signature } from '../../engine/judge/signature.ts';
import type { Breach, Json, Sequence } from '../../engine/model.ts';
import type {
  MachineRecord,
  SuiteRecord,
  ObservedChoiceRecord,
  ResumeRecord,
  RunSettings,
} from '../records/suite-record.ts';
import type { CheckoutRecord } from '../records/checkout-record.ts';
import type { CleanupRecords } from '../records/cleanup-records.ts';
import type { NightTask, NightEnd } from '../records/night-records.ts';
import type { GivenCounts } from '../given/wants.ts';
import type { RunIdentity, ToolRecord } from '../records/run-identity.ts';
import type { Shard, ShardRecord } from '../records/shard-records.ts';
import type { TargetTroubles } from '../preflight/trouble.ts';

/** What a run's journal holds: one JSON object a line, told apart by `k`, in the order in which things happened. */
export type JournalRecord =
  | RunRecord
  | SuiteRecord
  | MachineRecord
  | ExchangeRecord
  | NotificationRecord
  | SequenceRecord
  | FailureRecord
  | TroubleRecord
  | ResumeRecord
  | ShardRecord
  | CleanupRecords
  | EndRecord;

/** First line: what was run against what. */
export interface RunRecord extends RunIdentity {
  readonly k: 'run';
  readonly schema: 1;
  readonly tool: ToolRecord;
  readonly target: TargetTroubles & {
    readonly name: string;
    readonly interfaces: readonly string[];
    readonly capabilities: readonly string[];
    /** Interfaces, capabilities and settings together: what requirement rows name under `needs`. */
    readonly means: readonly string[];
    /** How many the settings give of what a run uses up; absent where that is nothing. */
    readonly given?: GivenCounts;
  };
  readonly seed: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly runs: number;
  readonly only: readonly string[];
  readonly profile: Readonly<Record<string, string>>;
  readonly knownDeviations: readonly {
    readonly requirement: string;
    readonly because: string;
    readonly since: string;
  }[];
  /** How long an expected notification may take, ms; absent where none can be received. */
  readonly deadlineMs?: number;
  /** What else decides which requests are sent; absent in journals of earlier versions. */
  readonly settings?: RunSettings;
  /** Of a nightly run. */
  readonly nightly?: NightTask;
  /** It is a part of a run. Absent: the whole. */
  readonly shard?: Shard;
  /** It was merged of the shards that follow. */
  readonly merged?: Pick<Shard, 'of' | 'shared'>;
}

export type Phase = 'explore' | 'confirm' | 'shrink' | 'replay';

/** One request and its result. */
export interface ExchangeRecord {
  readonly k: 'exchange';
  /** Running number of requests to the target in this run; control calls carry the number of the request before. */
  readonly n: number;
  readonly suite: string;
  readonly sequence: string;
  readonly step: string;
  readonly operation: string;
  readonly kind: string;
  readonly phase: Phase;
  readonly control?: true;
  /** Its key is to be refused. */
  readonly wrongKey?: true;
  /** ms since the run's start, when it was sent. */
  readonly at: number;
  readonly ms: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly reply?: {
    readonly http: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly truncated?: true;
  };
  /** Why there is no reply. */
  readonly lost?: string;
}

/** One notification as it was received, judged or not. */
export interface NotificationRecord {
  readonly k: 'notification';
  readonly at: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The status that the receiver answered; null when it answered nothing. */
  readonly answered: number | null;
  /** The connection that brought it, counted from 1 in each receiver. */
  readonly connection?: number;
  /** The bytes in base64, where they are no UTF-8. */
  readonly base64?: string;
  /** The path that it came to, where that is not the path of the webhook URL. */
  readonly path?: string;
}

/** The verdict on one executed sequence. */
export interface SequenceRecord {
  readonly k: 'sequence';
  readonly id: string;
  readonly suite: string;
  readonly phase: Phase;
  /** The sequence comes from a plan; absent: from a random walk, or from another sequence. */
  readonly planned?: true;
  /** By this a resumed run knows the sequence. Absent: what it shows counts only with its whole suite, as a race, a procedure, or one that was cut off. */
  readonly digest?: string;
  /** The round of a nightly run; absent: the first. */
  readonly round?: number;
  readonly requests: number;
  readonly steps: number;
  readonly skipped: number;
  readonly verdict: 'explained' | 'violated' | 'inconclusive';
  readonly why?: string;
  /** What a violated one has broken, as far as it was not reported before. */
  readonly signatures?: readonly Signature[];
  /** Transitions that none before it has made: abstract state, operation, outcome. */
  readonly reached?: readonly (readonly [string, string, string])[];
  /** Requirement id → checks that held and could have failed. */
  readonly evidence: Readonly<Record<string, number>>;
  /** Latitude id → choice → times observed. */
  readonly observed: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Choices of open points that were observed here for the first time in the run. */
  readonly shown?: readonly ObservedChoiceRecord[];
  /** `machine | abstract state | operation kind | outcome` → times. */
  readonly coverage: Readonly<Record<string, number>>;
  /** The steps that were released together: `capture full ‖ close plain`. */
  readonly overlap?: string;
  /** The violation at which it ended: the rules, and the interface. Absent: it came to its end. */
  readonly ended?: {
    readonly interface: string;
    readonly rules: readonly string[];
    /** What its last step tried, as in `coverage`, where the answer is none that is permitted there. Absent: a field of it is wrong, or a notification. */
    readonly step?: string;
  };
  /** Operation → rule → replies that broke it and behind which judging went on. Absent: none. */
  readonly passed?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** One violation, shrunk. `reproduction` is the file's base name without extension. */
export interface FailureRecord {
  readonly k: 'failure';
  readonly requirement: readonly string[];
  readonly interface: string;
  readonly suite: string;
  readonly machine: string;
  readonly summary: string;
  readonly signature: Signature;
  /** How the failing reply departs from the nearest permitted one, or the notifications from what was due. */
  readonly breaches: readonly Breach[];
  /** How it departs from each of the other permitted ones, of which one would do as well. Absent: there is no other. */
  readonly alsoPermitted?: readonly (readonly Breach[])[];
  /** The shrunk sequence; the violation is at its last step, or in the notifications that followed. */
  readonly sequence: Sequence;
  readonly transcript: readonly TranscriptLine[];
  readonly steps: number;
  readonly requestsToFind: number;
  readonly requestsToShrink: number;
  /** Not seen each time, or `unconfirmed`: it accuses nobody. */
  readonly flaky: boolean;
  /** Why it was seen only once: nothing was left to run it on again. Absent: it was run again. */
  readonly unconfirmed?: string;
  /** Its last step is a read that was right so long after its wrong answer, ms. Absent: nothing shows that. */
  readonly rightAfterMs?: number;
  /** How often the final sequence failed, out of `outOf` runs. */
  readonly failed: number;
  readonly outOf: number;
  readonly exclusive: boolean;
  readonly seed: number;
  /** The choices of the target known when it was found: intents were resolved by them. */
  readonly learned?: Readonly<Record<string, string>>;
  /** The events that were owed whatever the open points, in the order of their steps; absent where no notification is judged. */
  readonly owed?: readonly ExpectedNotificationRecord[];
  /** The payments that are accused, where there were others beside them. */
  readonly about?: readonly string[];
  /** The steps that were released together, with their times since the first was sent, ms; absent where all came one after another. */
  readonly overlap?: readonly OverlapRecord[];
  /** Others have sent the requests, which were recorded: it can't be replayed. */
  readonly recorded?: true;
  /** The nearest sequence that passed, as it ran while this one was made small. */
  readonly neighbour?: readonly TranscriptLine[];
  /** How consumers went through a checkout; absent where no browser was used. */
  readonly checkout?: CheckoutRecord;
  readonly reproduction: string;
}

/** A step that overlapped with others; without times where its answer was lost. */
export interface OverlapRecord {
  readonly step: string;
  readonly from?: number;
  readonly to?: number;
}

/** A notification expected after a step. */
export interface ExpectedNotificationRecord {
  readonly step: string;
  /** The event in words and ids: `capture_success pay_1 cap_1`. */
  readonly event: string;
  /** How many are expected after the step. */
  readonly times: number;
}

/** One line of a failing sequence as a person reads it, with what is needed to write it as curl. */
export interface TranscriptLine {
  readonly step: string;
  readonly operation: string;
  readonly kind: string;
  readonly uses: Readonly<Record<string, string>>;
  readonly control: boolean;
  readonly expected: string;
  readonly received: string;
  /** The call as the model resolved it (models/wire.ts, Call), free of keys and secrets. */
  readonly call: Json;
  /** The reply's parsed body (bounded), so that later calls' ids can be traced to the step that gave them. */
  readonly reply: Json;
}

export interface EndRecord {
  readonly k: 'end';
  readonly at: number;
  readonly interrupted: boolean;
  /** Of a nightly run. */
  readonly night?: NightEnd;
}
