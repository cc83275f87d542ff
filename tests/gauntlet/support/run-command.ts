import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { watchProcess } from './process-watch.ts';
import { shownByPs } from './processes.ts';

/** What came of one run of the command. */
export interface Ran {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
  readonly peakMegabytes: number;
  readonly seconds: number;
  /** Without what it waited for a processor, since other programs take that. */
  readonly ownSeconds: number;
  /** The arguments and the environment of it and of all that it started, but for what it was given. */
  readonly shown: ReadonlyMap<string, string>;
}

/** Interval of looking at its processes, ms: shorter than any of them lives. */
const lookMs = 200;

const bin = fileURLToPath(new URL('../../../bin/payproof.mjs', import.meta.url));

/** Runs `payproof` as a process of its own, with an empty environment and `cwd` as its home, and measures it. Killed after `mostSeconds`. */
export async function runCommand(
  args: readonly string[],
  {
    cwd,
    environment,
    mostSeconds,
    program = process.execPath,
  }: {
    readonly cwd: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly mostSeconds: number;
    /** The Node that runs it. Default: this one. */
    readonly program?: string;
  },
): Promise<Ran> {
  const startedAt = performance.now();
  const env = { PATH: process.env['PATH'], HOME: cwd, ...environment };
  const child = spawn(program, [bin, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (out += String(chunk)));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (err += String(chunk)));
  const watch = watchProcess(child.pid);
  const shown = new Map<string, string>();
  const looking = setInterval(() => {
    for (const [place, text] of shownByPs(child.pid, env)) shown.set(place, text);
  }, lookMs);
  const kill = setTimeout(() => child.kill('SIGKILL'), mostSeconds * 1000);
  await once(child, 'close');
  watch.stop();
  clearTimeout(kill);
  clearInterval(looking);
  const seconds = (performance.now() - startedAt) / 1000;
  const { peakMegabytes, heldUpSeconds } = watch;
  return {
    exit: child.exitCode,
    out,
    err,
    peakMegabytes,
    seconds,
    ownSeconds: Math.max(0, seconds - heldUpSeconds),
    shown,
  };
}
