import { startEmbeddedTarget, type ReachedTarget } from '../../harness/embedded.ts';
import { demandConsent } from '../../harness/preflight/live.ts';
import { loadTarget } from '../../harness/settings/settings.ts';
import { allLatitudes, allRequirements } from '../../spec/register.ts';
import type { RunOptions } from '../run/run-config.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Loads the chosen target and, when it is the embedded one, starts it. Throws SettingsError on wrong settings, and where the target is real
 * money and a consent to spend it is missing; a command that only reads needs none.
 */
export async function reachTarget(
  options: Pick<RunOptions, 'targets' | 'target' | 'traceHeader' | 'seed' | 'resume' | 'live'>,
  { readsOnly = false }: { readonly readsOnly?: boolean } = {},
): Promise<ReachedTarget> {
  const known = { requirements: allRequirements, latitudes: allLatitudes };
  const loaded = loadTarget({ file: options.targets, name: options.target, known });
  const { traceHeader } = options;
  const target = traceHeader ? { ...loaded, way: { ...loaded.way, traceHeader } } : loaded;
  if (!readsOnly) demandConsent(target, options.live ?? false);
  if (target.kind === 'embedded') {
    const { seed, resume } = options;
    return startEmbeddedTarget(target, { seed, resumed: resume?.times });
  }
  return { target, close: () => Promise.resolve() };
}

/** A restarted server is back within a minute. The pauses grow, since it may be busy starting; the last is repeated. */
const pausesMs = [500, 1000, 2000, 4000, 8000, 15_000] as const;
const longestPauseMs = 30_000;

/** A target that was silent for long before the run noticed is given a chance all the same. */
const leastMs = 15_000;

/** Until when a target that went away is waited for, ms since the epoch: `limits.away` from its first unanswered request. */
export function patienceUntil(unansweredSince: number, awayMs: number, now = Date.now()): number {
  return Math.max(now + Math.min(leastMs, awayMs), unansweredSince + awayMs);
}

/** Waits until a target that went away answers as itself, so that `reach` does not throw, not beyond `until`, ms since the epoch. Gives the cause when it does not. */
export async function waitForTarget(
  reach: () => Promise<unknown>,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<{ readonly isBack: true } | { readonly isBack: false; readonly cause?: string }> {
  let cause: string | undefined;
  const tried = async (): Promise<boolean> => {
    try {
      await reach();
      return true;
    } catch (error) {
      cause = error instanceof Error ? error.message : String(error);
      return false;
    }
  };
  for (let nth = 0; ; nth += 1) {
    const pauseMs = pausesMs[nth] ?? longestPauseMs;
    const leftMs = until - Date.now();
    if (leftMs <= 0 || signal.aborted) break;
    await sleep(Math.min(pauseMs, leftMs), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    // A target that hangs would take several time limits more.
    const over = new AbortController();
    const late = sleep(Math.max(1, until - Date.now()), false, { signal: over.signal }).catch(() => false);
    const isBack = await Promise.race([tried(), late]);
    over.abort();
    if (isBack) return { isBack: true };
  }
  return { isBack: false, ...(cause !== undefined && { cause }) };
}
