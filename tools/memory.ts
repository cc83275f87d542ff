import { execFileSync } from 'node:child_process';

/** Memory of this process and of another, megabytes. */
export interface Memory {
  readonly rss: number;
  /** Used heap, with buffers outside of it; only live objects where `--expose-gc` was given. */
  readonly heap: number;
  /** Resident memory of the other process; NaN where it is not known. */
  readonly other: number;
}

const megabyte = 1024 * 1024;

/** Measures the memory of this process, after a garbage collection where `--expose-gc` was given, and that of another. */
export function memoryNow(pid: number | undefined): Memory {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss: rss / megabyte, heap: (heapUsed + external) / megabyte, other: residentOf(pid) };
}

function residentOf(pid: number | undefined): number {
  if (pid === undefined) return NaN;
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  } catch {
    // The process has ended, or there is no ps.
    return NaN;
  }
}

/** How much larger the largest of some figures is than the smallest, per cent; 0 without figures. */
export function spread(figures: readonly number[]): number {
  return figures.length === 0 ? 0 : (Math.max(...figures) / Math.min(...figures) - 1) * 100;
}
