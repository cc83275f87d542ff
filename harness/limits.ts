import pLimit from 'p-limit';
import pThrottle from 'p-throttle';
import type { LimitSettings } from './settings.ts';

/** Runs a task when the target's limits allow it. Rejects with the signal's reason when aborted while waiting. */
export type Gate = <T>(task: () => Promise<T>) => Promise<T>;

/** Resolves when the next request may be sent. */
export type Turn = () => Promise<void>;

/** The rate limit in requests a second, for all connections of a run together; undefined when the target has none. */
export function openTurns({ requestsPerSecond }: LimitSettings): Turn | undefined {
  if (requestsPerSecond === undefined) return undefined;
  // Whole requests per window: half a request a second is one every two seconds.
  const perWindow = Math.max(1, Math.floor(requestsPerSecond));
  const throttle = pThrottle({
    limit: perWindow,
    interval: (1000 * perWindow) / requestsPerSecond,
    strict: true,
  });
  return throttle(() => Promise.resolve());
}

/** A gate that keeps a target's limits: requests at once, and requests a second where set. */
export function openGate(limits: LimitSettings, signal: AbortSignal, turn = openTurns(limits)): Gate {
  const limit = pLimit(limits.concurrency);
  if (turn === undefined) return limit;
  return (task) =>
    limit(async () => {
      await orAborted(turn(), signal);
      return task();
    });
}

/** Waits for a turn. Rejects at once on abort; the turn then goes unused. */
async function orAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let listener = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    listener = () => reject(signal.reason as Error);
    signal.addEventListener('abort', listener, { once: true });
  });
  try {
    await Promise.race([turn, aborted]);
  } finally {
    signal.removeEventListener('abort', listener);
  }
}
