/** What decides which requests a run sends, beside the target's interfaces and means. A resumed run must have the same. By name, as the settings and the command have it. */
export type RunSettings = Readonly<Record<string, string | number | boolean>>;

/** The run goes on here, in another process: it was killed or interrupted before. */
export interface ResumeRecord {
  readonly k: 'resume';
  /** ms since the run's start, without the time in which nothing ran. */
  readonly at: number;
  /** ISO 8601. */
  readonly resumedAt: string;
  /** Suites that were under way: what belongs to no sequence of their own is repeated, and what was shown by it does not count. */
  readonly repeats: readonly string[];
}
