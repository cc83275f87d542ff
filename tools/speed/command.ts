import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A checkout of the program, installed. */
export interface Checkout {
  readonly name: string;
  readonly folder: string;
}

export interface Ended {
  /** From the start of the process to its end. */
  readonly ms: number;
  /** `Date.now()` when the process was started. */
  readonly startedAt: number;
  readonly exit: number | null;
}

interface HowToRun {
  /** The folder of its plans; a commit without a cache pays no attention to it. */
  readonly cache: string;
  readonly cwd: string;
  /** Interrupts the run once this is true. Default: never. */
  readonly enough?: () => boolean;
}

/** How often it is asked whether a run is enough, ms. */
const interval = 25;

/** Runs the program of a checkout to its end. */
export async function ran(
  { folder }: Checkout,
  args: readonly string[],
  { cache, cwd, enough }: HowToRun,
): Promise<Ended> {
  const startedAt = Date.now();
  const child: ChildProcess = spawn(process.execPath, [join(folder, 'bin', 'payproof.mjs'), ...args], {
    cwd,
    stdio: 'ignore',
    env: { ...process.env, PAYPROOF_CACHE: cache },
  });
  const ended = once(child, 'exit');
  const looking = setInterval(() => {
    if (enough?.() !== true) return;
    clearInterval(looking);
    child.kill('SIGINT');
  }, interval);
  await ended;
  clearInterval(looking);
  return { ms: Date.now() - startedAt, startedAt, exit: child.exitCode };
}
