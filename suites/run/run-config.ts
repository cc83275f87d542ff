import type { NightTask } from '../../harness/records/night-records.ts';
import type { Shard } from '../../harness/records/shard-records.ts';
import type { Said } from '../../harness/records/run-identity.ts';
import type { Target } from '../../harness/settings/settings.ts';
import type { TargetTroubles } from '../../harness/preflight/trouble.ts';
import type { MachineRun } from '../explore/machine-run.ts';

import type { Signature } from '../../engine/judge/signature.ts';
import type { Sequence } from '../../engine/model.ts';
import type { FolderLock } from '../../harness/files/folder-lock.ts';
import type { FailureRecord, OverlapRecord } from '../../harness/records/failure-record.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';

/** The options of a run; everything has a default. */
export interface RunOptions {
  /** The targets file. Default `targets.yaml`. */
  readonly targets?: string;
  /** The target's name. Default: the file's own. */
  readonly target?: string;
  /** A header that names the sequence and the step of each request. Default: none. */
  readonly traceHeader?: string;
  readonly only: readonly string[];
  readonly seed?: number;
  /** Random sequences per model. */
  readonly runs?: number;
  readonly maxRequests?: number;
  /** Watch the retries in real time where the target's clock can't be moved. */
  readonly realTime?: boolean;
  readonly bail: boolean;
  /** What is not tested, for whatever reason, leaves the run inconclusive. Default false, or as the target's entry says. */
  readonly requireComplete?: boolean;
  /** Somebody is at the terminal, who may be asked for a PIN. Default false. */
  readonly isInteractive?: boolean;
  /** The command's consent to spend real money. Default false. */
  readonly live?: boolean;
  /** Reproductions to run first. Default: none. */
  readonly kept?: readonly Regression[];
  /** Files that were kept and can't be run. Default: none. */
  readonly unrunnable?: RunConfig['unrunnable'];
  /** The part of the run to make. Default: the whole. */
  readonly shard?: Pick<Shard, 'index' | 'of' | 'atOnce' | 'queue'>;
  /** Each shard has a server of its own, though the target is not ours to start. Default: they share it. */
  readonly ownServer?: boolean;
  /** The run's folder. Default `runs/<started>-<target>`. */
  readonly out?: string;
  /** The broken run that goes on. Default: a new one. */
  readonly resume?: Resume;
  /** Prepare the run though the target can't be reached, so that it is reported like any other: its plan says why. Default false. */
  readonly evenUnreachable?: boolean;
  /** Called before the first request to a target that is real money or not ours, with the plan as far as it is known. Default: nothing is. */
  readonly onPlan?: (config: RunConfig) => void;
  /** How long the target is waited for at the first look, ms, where `limits.away` allows more. */
  readonly mostAwayMs?: number;
  /** Called once where the target is not there at the first look: why, and how long it is waited for, ms. Default: nothing is. */
  readonly onAway?: (cause: string, forMs: number) => void;
  /** Completes the plan once its target and folder are known, before anything is written. */
  readonly complete?: (config: RunConfig) => RunConfig;
}

/** A run that was broken off, as far as it is needed to go on in its folder. */
export interface Resume {
  readonly out: string;
  /** ms of the run so far, without the time in which nothing ran. */
  readonly lastAt: number;
  /** How often it will have been resumed. */
  readonly times: number;
  /** Checks that it can go on by this plan, takes its folder and says so in its journal. Throws SettingsError when it can't. */
  begin(config: RunConfig, now: RunRecord): Promise<FolderLock>;
}

/** What a replay needs of a reproduction. */
export interface Replayable {
  readonly suite: string;
  readonly machine: string;
  readonly sequence: Sequence;
  readonly exclusive: boolean;
  readonly interface: string;
  readonly signature: Signature;
  /** The steps that are released together, or behind one of these. Default: none. */
  readonly overlap?: readonly OverlapRecord[];
  /** The sequences that are run at the same time. Default: none. */
  readonly together?: readonly Sequence[];
  /** What was known of the target's choices when it was found. */
  readonly learned?: Readonly<Record<string, string>>;
  /** The answer to an open point under which alone it is a failure. Default: it is one by the documents. */
  readonly assumed?: NonNullable<FailureRecord['assumed']>;
}

/** How the shards of a run divide its work: a function of the settings and the means, so that each shard knows it alone. */
export interface Division {
  /** The shards that have a part of what is divided. */
  readonly dividing: readonly number[];
  /** True: the first shard holds the target alone, and no other may run meanwhile. */
  readonly exclusiveRunsAlone: boolean;
}

/** A reproduction that was kept, so that the same failure is found at once when it comes back. */
export interface Regression extends Replayable {
  /** The name of its file, without folder and extension. */
  readonly name: string;
  /** The rows that it accused. */
  readonly requirement: readonly string[];
}

/** Everything that the suites need to know of a run: plain data that never changes, with each default resolved (`configOf`). */
export interface RunConfig extends TargetTroubles {
  /** The chosen target with its keys filled in; an embedded one already has the address at which it was started. */
  readonly target: Target;
  /** The file of targets and the name in it, as the command gave them. Absent: the defaults. */
  readonly chosen?: NonNullable<RunRecord['chosen']>;
  /** What the target's control interface offers. */
  readonly capabilities: readonly string[];
  /** What the target says of itself. */
  readonly said: Said;
  /** The target's clock less ours by the Date of its replies, ms; undefined where it is not known. */
  readonly skewMs: number | undefined;
  /** How far the clock that control shows was ahead of ours then, ms. Absent: it shows none. */
  readonly controlAheadMs?: number;
  /** What the look at the target before the run took of what may be sent. */
  readonly looked: { readonly requests: number; readonly wrongKeys: number };
  /** How long an answer took then, ms; undefined where there was none. */
  readonly answerMs: number | undefined;
  readonly seed: number;
  /** Random sequences per model. */
  readonly runs: number;
  /** As the command asks; the target's limits may allow fewer: see `mostRequests`. */
  readonly maxRequests: number;
  /** True: random sequences and nothing else; what they leave without evidence is not searched for. */
  readonly randomOnly: boolean;
  /** True: the run is asked after every few sequences whether it has found enough. */
  readonly smallBatches: boolean;
  /** True: retries are watched in real time where the target's clock can't be moved. */
  readonly realTime: boolean;
  /** ms since the epoch: no sequence is begun afterwards. */
  readonly until: number;
  /** Which round of the run this is, from 0: each has sequences and names of its own. */
  readonly round: number;
  /** How often the run was resumed before it goes on here: its journal shows what is judged already. */
  readonly resumed: number;
  readonly bail: boolean;
  /** True: what is not tested, for whatever reason, leaves the run inconclusive. */
  readonly requireComplete: boolean;
  /** `legacy`, `resource`, `webhooks`…; empty: all. */
  readonly only: readonly string[];
  /** True: a person is at the terminal, who may be asked for a PIN. */
  readonly isInteractive: boolean;
  /** The run's folder, which has the journal. */
  readonly out: string;
  /** ms since the epoch; the journal's `at` counts from here. */
  readonly startedAt: number;
  /** Reproductions that are run before anything else. */
  readonly kept: readonly Regression[];
  /** Files that were kept as reproductions and can't be run, with the reason: the run says so. */
  readonly unrunnable: readonly { readonly name: string; readonly why: string }[];
  /** The folder that keeps what was planned, for the next run. Absent: nothing is kept. */
  readonly planCache?: string;
  /** What this run object may have where others check claims of the run beside it. Absent: it is the only one. */
  readonly share?: {
    /** Whether it receives notifications. */
    readonly receives: boolean;
    /** How many of them receive notifications. */
    readonly receivers: number;
    /** Requests at once. */
    readonly concurrency: number;
    /** Machines that others explore beside it on servers of their own. Default: none of which it need know. */
    readonly elsewhere?: readonly MachineRun[];
  };
  /** The part of the run that is made. Absent: the whole. */
  readonly shard?: Shard;
  /** How the shards of the run divide it; beside `shard`, once it has its share. */
  readonly division?: Division;
  /** Why the target could not be reached before the run, which then sends nothing. Absent: it was. */
  readonly unreachable?: string;
  /** Of a nightly run. */
  readonly nightly?: NightTask;
}

const defaults = {
  said: {},
  skewMs: undefined,
  looked: { requests: 0, wrongKeys: 0 },
  answerMs: undefined,
  maxRequests: Infinity,
  randomOnly: false,
  smallBatches: false,
  realTime: false,
  until: Infinity,
  round: 0,
  resumed: 0,
  bail: false,
  requireComplete: false,
  only: [],
  isInteractive: false,
  kept: [],
  unrunnable: [],
} as const satisfies Partial<RunConfig>;

/** What a configuration is made of: what has a default may be left out. */
export type ConfigInput = Omit<RunConfig, keyof typeof defaults> & {
  readonly [Name in keyof typeof defaults]?: RunConfig[Name] | undefined;
};

/** The configuration of a run, with the default of each thing that is not given. */
export function configOf(given: ConfigInput): RunConfig {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...defaults, ...(named as Omit<RunConfig, keyof typeof defaults>) };
}

/** Requests to the target's interfaces in a run at most, whatever they are for: the least of what the command asks and the target allows. */
export function mostRequests({ maxRequests, target }: Pick<RunConfig, 'maxRequests' | 'target'>): number {
  return Math.min(maxRequests, target.limits.maxRequests ?? Infinity);
}

/** Of the requests that are allowed, what is kept for looks at the target: without them no violation could be distinguished from a restart. */
const forLooks = { share: 0.1, most: 100 } as const;

/** Requests that looks at the target may take during a run. */
export function mostLooks(config: Pick<RunConfig, 'maxRequests' | 'target' | 'looked'>): number {
  const all = mostRequests(config);
  if (all === Infinity) return Infinity;
  return Math.max(0, Math.min(forLooks.most, Math.floor(forLooks.share * all)) - config.looked.requests);
}

/** Requests of a run that are no looks at the target. */
export function mostJudged(config: Pick<RunConfig, 'maxRequests' | 'target' | 'looked'>): number {
  const all = mostRequests(config);
  return all === Infinity ? Infinity : Math.max(0, all - mostLooks(config) - config.looked.requests);
}

/** The seed of a round. */
export function drawingSeed({ seed, round }: Pick<RunConfig, 'seed' | 'round'>): number {
  // Spread by the golden ratio, so that the rounds of neighbouring seeds share nothing.
  return round === 0 ? seed : (seed ^ Math.imul(round, 0x9e37_79b1)) & 0x7fff_ffff;
}

/** The prefix of the ids of a round's sequences; no process of a run that was resumed has that of another, and no shard. */
export function roundName(
  suite: string,
  { round, resumed, shard }: Pick<RunConfig, 'round' | 'resumed' | 'shard'>,
): string {
  const whole = shard === undefined ? suite : `${suite}/shard-${shard.index}`;
  const name = round === 0 ? whole : `${whole}/round-${round}`;
  return resumed === 0 ? name : `${name}/resumed-${resumed}`;
}

declare module 'vitest' {
  // vitest's `provide`/`inject` are typed by declaration merging.
  interface ProvidedContext {
    payproof: RunConfig | null;
  }
}
