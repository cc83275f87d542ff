import pLimit from 'p-limit';
import pThrottle from 'p-throttle';
import type { LimitSettings } from './settings.ts';

/** Runs a task when the target's limits allow it. Rejects with the signal's reason when it is aborted while it waits. */
export type Gate = <T>(task: () => Promise<T>) => Promise<T>;

/** A gate that keeps a target's limits: so many requests at once, and so many a second where that is set. */
export function openGate({ concurrency, requestsPerSecond }: LimitSettings, signal: AbortSignal): Gate {
  const limit = pLimit(concurrency);
  if (requestsPerSecond === undefined) return limit;
  // Whole requests per window: half a request a second is one every two seconds.
  const perWindow = Math.max(1, Math.floor(requestsPerSecond));
  const turn = pThrottle({
    limit: perWindow,
    interval: (1000 * perWindow) / requestsPerSecond,
    strict: true,
    signal,
  })(() => Promise.resolve());
  return (task) =>
    limit(async () => {
      await turn();
      return task();
    });
}
