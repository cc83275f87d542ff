/** The instants between which something happened, on the target's clock, ms since the epoch. */
export interface Span {
  readonly since: number;
  readonly at: number;
}

/** The target's clock while its retries are watched: one that the suite moves, or real time. */
export interface PassageClock {
  /** Steps at most, so that a target that sends for ever is not watched for ever. */
  readonly mostSteps: number;
  /** A longer step is never needed: when something came is known only to the step. */
  readonly longestStepMs: number;
  /** Once nothing has come for so long, no retry is on its way any more. */
  readonly silenceMs: number;
  /** How late a late answer is: more than half of the answer time, and certainly before its end, by this clock. */
  readonly lateAnswerMs: number;
  /** How far the clock runs on after the last retry: first a moment, for its duplicate, then as far as a forbidden retry may come. */
  readonly tailMs: readonly number[];
  /** The target's instant. */
  now(): number;
  /** To be called for each notification. */
  received(): void;
  /** Lets so much time pass, 0 only reads the clock, and waits for the notifications that fell due. Throws Unjudged when it can't. */
  step(ms: number): Promise<Span>;
}
