import { firstIntervalMs, toleranceMs } from '../../../models/webhooks/intervals.ts';
import { mostRetries } from '../../../models/webhooks/retries.ts';
import type { Span } from './passage-clock.ts';

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
  // Where each step has to wait for long: tells a schedule of other intervals, and some fifty steps are enough.
  slow: 4,
  // Retries are only to come and to end.
  coarse: 1,
} as const;
// Notifications that were sent one after the other share a step.
const shortestMs = 150;

/** True while a retry may still come. */
export function isAwaited({ last, retries }: Progress, now: number, silenceMs: number): boolean {
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
