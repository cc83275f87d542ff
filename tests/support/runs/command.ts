import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The command as a file for Node. */
export const bin = fileURLToPath(new URL('../../../bin/payproof.mjs', import.meta.url));

export interface Finished {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Command {
  readonly child: ChildProcess;
  /** Resolves when its output matches; rejects when it ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  readonly finished: Promise<Finished>;
}

/** Starts `payproof` as a process of its own, without the environment's keys, and without a browser unless this process may use one. */
export function command(
  args: readonly string[],
  cwd?: string,
  environment: Readonly<Record<string, string>> = {},
): Command {
  const child = spawn(process.execPath, [bin, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: {
      PATH: process.env['PATH'],
      PAYPROOF_CHROMIUM: process.env['PAYPROOF_CHROMIUM'] ?? 'none',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  // Decoded by the stream, since a chunk may end within a character.
  child.stdout.setEncoding('utf8').on('data', (chunk) => (out += String(chunk)));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (err += String(chunk)));
  const finished = once(child, 'close').then(() => ({ exit: child.exitCode, out, err }));
  return {
    child,
    finished,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(out + err);
          if (found !== null) resolve(found);
        };
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
        child.once('close', () =>
          reject(new Error(`it ended without printing ${String(pattern)}: ${out}${err}`)),
        );
        look();
      }),
  };
}
