import { firstIntervalMs, toleranceMs } from '../../../models/webhooks/intervals.ts';
import { mostRetries } from '../../../models/webhooks/retries.ts';

/** The instants between which something happened, on the target's clock, ms since the epoch. */
export interface Span {
  readonly since: number;
  readonly at: number;
}

/** How late a late answer is at most, and until when it is certainly in time, ms after its send. */
export const lateAnswer = { mostMs: 7500, beforeMs: 9200 } as const;

/** The target's clock while its retries are watched: one that the suite moves, or real time. */
export interface PassageClock {
  /** Steps at most, so that a target that sends for ever is not watched for ever. */
  readonly mostSteps: number;
  /** How finely an interval can be measured in bearable time: a step is at most this part of what has passed since the last send. */
  readonly resolution: number;
  /** A longer step is never needed: when something came is known only to the step. */
  readonly longestStepMs: number;
  /** Once nothing has come for so long, no retry is on its way any more. */
  readonly silenceMs: number;
  /** How late a late answer is: more than half of the answer time, and certainly before its end, by this clock. */
  readonly lateAnswerMs: number;
  /** Whether it runs between moves. */
  readonly isRunning: boolean;
  /** How long an answer of ours is on its way to the target at most, ms, where what it answers was on its way for so long; undefined: it counts as nothing. */
  answerWayMs(wayMs: number): number | undefined;
  /** How long the fastest move of the target's clock took, ms; 0 where it is not moved. */
  readonly moveMs: number;
  /** How far the clock runs on after the last retry: first a moment, for its duplicate, then as far as a forbidden retry may come. */
  readonly tailMs: readonly number[];
  /** The target's instant, as well as it is known. */
  now(): number;
  /** Our instant, of which the bounds on the target's clock can be asked for later. */
  instant(): number;
  /** Between which instants something was sent that arrived at one of ours. Asked again later it may be wider: longer ways were seen since. */
  sent(arrival: number): Span;
  /** To be called for each notification as it arrives. Gives our instant. */
  arrived(): number;
  /** Tells how long a notification was on its way at most, ms: of a first send, or of a retry that certainly fell due in a step. */
  observed(of: 'first' | 'retry', mostMs: number): void;
  /** Whether it is known how long notifications are on their way. */
  readonly isWayKnown: boolean;
  /** Lets so much time pass, 0 only reads the clock, and waits for what fell due. Gives our instant before. Throws Unjudged when it can't. */
  step(ms: number): Promise<number>;
  /** Ends what it keeps going. */
  close(): void;
  /** Waits without moving the clock until something holds, for so many ms of real time at most. */
  wait(holds: () => boolean, mostMs: number): Promise<void>;
}

/** What is known of one notification that is being retried. */
export interface Progress {
  /** When it was last sent, or when the event happened. */
  readonly last: Span;
  readonly retries: number;
}

// A send up to a second early or late is tolerated; the reading before the end of the interval must lie outside of that.
const earlyMs = toleranceMs + 500;
const lateMs = 250;
/** How finely an interval is measured: a step is at most this part of what has passed since the last send. */
export const resolutions = {
  // Tells even intervals from growing ones, and costs some 25 steps a doubling.
  fine: 25,
  // Where each step has to wait for long: distinguishes a schedule of other intervals, and some fifty steps are enough.
  slow: 4,
  // Retries are only to come and to end.
  coarse: 1,
} as const;
// Notifications that were sent one after the other share a step.
const shortestMs = 150;

/** True while a retry may still come. */
function isAwaited({ last, retries }: Progress, now: number, silenceMs: number): boolean {
  return retries < mostRetries && now - last.since < silenceMs;
}

/**
 * How far the clock may move, ms, so that the next send falls within bounds that can be judged: short of 10 s, just
 * past it, then by a part of what has passed. Undefined when no retry is awaited. `watching`: what is watched as closely, though
 * nothing is awaited. `resolution`: default fine.
 */
export function stepLength(
  progress: readonly Progress[],
  now: number,
  silenceMs: number,
  {
    watching = [],
    resolution = resolutions.fine,
  }: {
    readonly watching?: readonly Progress[] | undefined;
    readonly resolution?: number | undefined;
  } = {},
): number | undefined {
  const awaited = progress.filter((one) => isAwaited(one, now, silenceMs));
  const steps = [...awaited, ...watching].map(({ last: { since, at }, retries }) => {
    // Not sent yet: it may come at any moment, and the intervals count from there.
    if (retries < 0) return Math.max(lateMs, (now - since) / resolution);
    const early = since + firstIntervalMs - earlyMs - now;
    if (early > shortestMs) return early;
    const late = at + firstIntervalMs + lateMs - now;
    if (late > shortestMs) return late;
    return Math.max(lateMs, (now - since) / resolution);
  });
  return awaited.length === 0 ? undefined : Math.max(shortestMs, Math.min(...steps));
}
