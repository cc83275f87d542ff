import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './sources.ts';

export interface Finished {
  readonly exit: number | null;
  /** Standard output and standard error as they came. */
  readonly output: string;
}

/** Runs `payproof` in a folder to its end, without the environment's own keys. */
export async function payproof(dir: string, args: readonly string[]): Promise<Finished> {
  const child = start(dir, args);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'close');
  return { exit: child.exitCode, output };
}

/** Starts `payproof serve` in a folder, by default that of this clone; resolves with its port once its address was printed. */
export async function serving(
  dir: string,
  args: readonly string[],
  program?: string,
  node?: string,
): Promise<{ readonly port: string; readonly entry: string; stop(): Promise<void> }> {
  const child = start(dir, args, program, node);
  let output = '';
  const port = await new Promise<string>((resolve, reject) => {
    const read = (chunk: unknown) => {
      output += String(chunk);
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => reject(new Error(`serve ended before it listened: ${output}`)));
  });
  return {
    port,
    entry: output,
    stop: async () => {
      const closed = once(child, 'close');
      child.kill('SIGINT');
      await closed;
    },
  };
}

function start(
  dir: string,
  args: readonly string[],
  program = join(root, 'bin/payproof.mjs'),
  node = process.execPath,
): ChildProcess {
  return spawn(node, [program, ...args], {
    cwd: dir,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
