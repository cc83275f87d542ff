import { startEmbeddedTarget, type ReachedTarget } from '../../harness/embedded.ts';
import { demandConsent } from '../../harness/preflight/live.ts';
import { loadTarget } from '../../harness/settings/settings.ts';
import { allLatitudes, allRequirements } from '../../spec/register.ts';
import type { RunOptions } from '../run/run-config.ts';
import { realTime, steadyNow, type Time } from '../../harness/time.ts';

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
const pausesMs = [500, 1000, 2000, 4000, 8000] as const;
const longestPauseMs = 15_000;

/** A target that was silent for long before the run noticed is given a chance all the same. */
const leastMs = 15_000;

/** Until when a target that went away is waited for, ms since the epoch: `limits.away` from its first unanswered request. */
export function patienceUntil(unansweredSince: number, awayMs: number, now = steadyNow()): number {
  return Math.max(now + Math.min(leastMs, awayMs), unansweredSince + awayMs);
}

/** How long a target is waited for. */
interface Patience {
  /** When the last look begins, ms since the epoch. */
  readonly until: number;
  /** How long a look may take, ms, the last one too: `limits.timeout`. */
  readonly lookMs: number;
  readonly signal: AbortSignal;
  /** Default: real time. */
  readonly time?: Time;
}

/** Waits until a target that went away answers as itself, so that `reach` does not throw. Gives the cause when it does not. */
export async function waitForTarget(
  reach: () => Promise<unknown>,
  { until, lookMs, signal, time = realTime }: Patience,
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
  const over = new AbortController();
  const end = (): void => over.abort();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    for (let nth = 0, isLast = false; !isLast && !signal.aborted; nth += 1) {
      const pauseMs = Math.max(0, Math.min(pausesMs[nth] ?? longestPauseMs, until - time.now()));
      await time.sleep(pauseMs, over.signal);
      if (signal.aborted) break;
      const leftMs = until - time.now();
      isLast = leftMs <= 0;
      // A target that hangs would take several time limits more: the one before the last ends when that begins.
      const late = time.sleep(isLast ? lookMs : leftMs, over.signal).then(() => false);
      if (await Promise.race([tried(), late])) return { isBack: true };
    }
    return { isBack: false, ...(cause !== undefined && { cause }) };
  } finally {
    signal.removeEventListener('abort', end);
    over.abort();
  }
}
