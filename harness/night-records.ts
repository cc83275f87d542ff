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

/** One night in the trend. */
export interface NightFigures {
  readonly run: string;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly requests: number;
  readonly sequences: number;
  /** Of the answers received; null without any. */
  readonly latency_ms: { readonly median: number; readonly p95: number } | null;
  /** Rows that passed. */
  readonly passed: number;
  /** Violations that are not flaky, known deviations included. */
  readonly violations: number;
  readonly exit: number;
}

/** Why the exploration of a nightly run ended, and how far it came. */
export interface NightEnd {
  readonly why: 'time' | 'requests' | 'violation' | 'away' | 'interrupted' | 'nothing to explore';
  /** Why the target went away. */
  readonly cause?: string;
  /** Whether all planned sequences were run. */
  readonly planned: boolean;
  /** Rounds of random sequences that were started. */
  readonly rounds: number;
  /** The last violation was cut off, perhaps before it was confirmed, since it took too long. */
  readonly cut?: true;
}
