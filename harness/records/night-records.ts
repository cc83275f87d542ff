/** The task of a nightly run: how long it explores, and what it is compared with. */
export interface NightTask {
  /** The name of the run's folder. */
  readonly run: string;
  readonly forMs: number;
  /** The kept reproductions that are run first, by name, with the rows that each accused. */
  readonly kept: Readonly<Record<string, readonly string[]>>;
  readonly before?: NightBefore;
  /** Earlier nights, the oldest first. */
  readonly trend: readonly NightFigures[];
  /** What all earlier nights in the history have seen; absent in those of earlier versions. */
  readonly seen?: readonly Sighting[];
}

/** How often nights have seen violations of one requirement. Instants are those at which the nights began. */
export interface Sighting {
  /** Empty: violations that name none. */
  readonly requirement: string;
  readonly first: string;
  readonly last: string;
  /** In which it was seen. */
  readonly nights: number;
  /** From the first to the last that has seen it: those in which it was tested. */
  readonly tried: number;
  /** Of these: in which it did not happen each time. */
  readonly unsteady: number;
  /** Since the last that has seen it: in which its requirement was tested and held. */
  readonly held: number;
}

/** The result of an earlier run, as far as the next one is compared with it. */
export interface NightBefore {
  readonly run: string;
  readonly startedAt: string;
  /** The rows that had evidence, or were accused. */
  readonly rows: Readonly<Record<string, 'pass' | 'fail' | 'warn'>>;
  /** Latitude id → choices, the most frequent first. */
  readonly observed: Readonly<Record<string, readonly string[]>>;
  readonly failures: readonly {
    readonly requirement: readonly string[];
    readonly interface: string;
    readonly summary: string;
    readonly flaky: boolean;
  }[];
}

/** One night in the trend. Null: the version that noted it did not note this. */
export interface NightFigures {
  readonly run: string;
  readonly started_at: string;
  readonly duration_ms: number | null;
  readonly requests: number | null;
  readonly sequences: number | null;
  /** Of the answers received; null without any. */
  readonly latency_ms: { readonly median: number; readonly p95: number } | null;
  /** Rows that passed. */
  readonly passed: number | null;
  /** Violations that are not flaky, known deviations included. */
  readonly violations: number | null;
  /** Rows with evidence, and those that the target's settings and capabilities reach; absent in those of earlier versions. */
  readonly tested?: number | null | undefined;
  readonly reachable?: number | null | undefined;
  readonly exit: number | null;
}

/** Why the exploration of a nightly run ended, and how far it came. */
export interface NightEnd {
  readonly why:
    'time' | 'requests' | 'violation' | 'away' | 'unreachable' | 'interrupted' | 'nothing to explore';
  /** Why the target went away, or was never reached. */
  readonly cause?: string;
  /** Whether all planned sequences were run. */
  readonly planned: boolean;
  /** Rounds of random sequences that were started. */
  readonly rounds: number;
  /** The last violation was cut off, perhaps before it was confirmed, since it took too long. */
  readonly cut?: true;
}
