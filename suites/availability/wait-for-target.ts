import { setTimeout as sleep } from 'node:timers/promises';
import { preflight } from '../../harness/preflight.ts';
import type { Target } from '../../harness/settings.ts';

/** A restarted server is back within a minute. The pauses grow, since it may be busy starting. */
const pausesMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000] as const;

/** Waits until a target that went away answers again, for a minute at most and not beyond `until`, ms since the epoch. Gives the cause when it does not. */
export async function waitForTarget(
  target: Target,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<{ readonly isBack: true } | { readonly isBack: false; readonly cause: string }> {
  let cause = 'it was not tried again';
  for (const pauseMs of pausesMs) {
    const leftMs = until - Date.now();
    if (leftMs <= 0 || signal.aborted) break;
    await sleep(Math.min(pauseMs, leftMs), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    try {
      await preflight(target);
      return { isBack: true };
    } catch (error) {
      cause = error instanceof Error ? error.message : String(error);
    }
  }
  return { isBack: false, cause };
}
