/** Where a suite begins and ends, and how far it has come. */
export interface SuiteRecord {
  readonly k: 'suite';
  readonly name: string;
  readonly event: 'start' | 'progress' | 'end';
  /** Notifications so far about payments that are not the run's own. */
  readonly others?: number;
  /** How far it has come. */
  readonly note?: string;
  /** Sequences that it has planned, which come beside its random ones. */
  readonly planned?: number;
  /** The round of a nightly run; absent: the first. */
  readonly round?: number;
  /** It was cut off by an interrupt. */
  readonly cut?: true;
  /** It left out random sequences, since its share of `--max-requests` was used up. */
  readonly short?: true;
  /** ms since the run's start. */
  readonly at: number;
}
