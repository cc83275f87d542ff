/** What a nightly run is to do: how long it explores, and what it is compared with. */
export interface NightAsked {
  /** The name of the run's folder. */
  readonly run: string;
  readonly forMs: number;
  /** What is run again first, by name: the rows that it accused when it was kept. */
  readonly kept: Readonly<Record<string, readonly string[]>>;
  readonly before?: NightBefore;
  /** Of nights before, the oldest first. */
  readonly trend: readonly NightFigures[];
}

/** What a run before had come to, as far as the next one is compared with it. */
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
  /** Of the answers that came; null where none did. */
  readonly latency_ms: { readonly median: number; readonly p95: number } | null;
  /** Rows that passed. */
  readonly passed: number;
  /** Violations that happened each time, known deviations included. */
  readonly violations: number;
  readonly exit: number;
}

/** Why the exploration of a nightly run was over, and how far it had come. */
export interface NightOver {
  readonly why: 'time' | 'requests' | 'violation' | 'away' | 'interrupted' | 'nothing to explore';
  /** What kept the target away. */
  readonly cause?: string;
  /** Whether everything that is planned had been run by then. */
  readonly planned: boolean;
  /** Rounds of random sequences that were begun. */
  readonly rounds: number;
  /** What was under way afterwards took too long and was broken off, perhaps before it was confirmed. */
  readonly cut?: true;
}
