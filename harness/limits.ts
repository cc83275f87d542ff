import pLimit from 'p-limit';
import pThrottle from 'p-throttle';
import type { LimitSettings } from './settings.ts';

/** Runs a task when the target's limits allow it. Rejects with the signal's reason when it is aborted while it waits. */
export type Gate = <T>(task: () => Promise<T>) => Promise<T>;

/** Resolves when the next request may be sent. */
export type Turn = () => Promise<void>;

/** So many turns a second, for all connections of a run together; undefined where the target sets no limit. */
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

/** A gate that keeps a target's limits: so many requests at once, and so many a second where that is set. */
export function openGate(limits: LimitSettings, signal: AbortSignal, turn = openTurns(limits)): Gate {
  const limit = pLimit(limits.concurrency);
  if (turn === undefined) return limit;
  return (task) =>
    limit(async () => {
      await orAborted(turn(), signal);
      return task();
    });
}

/** A turn that nobody waits for any more goes by unused. */
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
