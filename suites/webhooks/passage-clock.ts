/** The instants between which something happened, on the target's clock, ms since the epoch. */
export interface Span {
  readonly since: number;
  readonly at: number;
}

/** The target's clock while its retries are watched: one that the suite moves, or real time. */
export interface PassageClock {
  /** Steps at most, so that a target that never ends is not watched for ever. */
  readonly mostSteps: number;
  /** No step need be longer: what comes in one is known to have come within it, and no better. */
  readonly longestStepMs: number;
  /** Once nothing has come for so long, no retry is on its way any more. */
  readonly silenceMs: number;
  /**
   * How far the clock runs on after the last retry: a moment, so that its copy is told from another retry, then as far as one may come
   * that there should not be.
   */
  readonly tailMs: readonly number[];
  /** The target's instant. */
  now(): number;
  /** To be called at each arrival. */
  arrived(): void;
  /** Lets so much time pass, 0 only looks, until what fell due meanwhile has arrived. Throws Unjudged when it can't. */
  step(ms: number): Promise<Span>;
}
