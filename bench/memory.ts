import { execFileSync } from 'node:child_process';

/** What this process and another take, megabytes. */
export interface Memory {
  readonly rss: number;
  /** What is in use of the heap, buffers outside of it included; of live objects alone where `--expose-gc` was given. */
  readonly heap: number;
  /** Resident memory of the other process; NaN where it can't be told. */
  readonly other: number;
}

const megabyte = 1024 * 1024;

/** Looks at the memory of this process, after a garbage collection where one can be asked for, and at that of another. */
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
    // It has ended, or there is no ps here.
    return NaN;
  }
}

/** By how much the largest of some figures is above the smallest, in per cent; 0 of none. */
export function spread(figures: readonly number[]): number {
  return figures.length === 0 ? 0 : (Math.max(...figures) / Math.min(...figures) - 1) * 100;
}
