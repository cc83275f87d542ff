import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a command to its end: its exit status, and all that it printed. */
export async function ended(
  command: string,
  words: readonly string[],
  { env, cwd }: { readonly env: NodeJS.ProcessEnv; readonly cwd: string },
): Promise<{ readonly exit: number | null; readonly output: string }> {
  const child = spawn(command, words, { env, cwd });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [exit] = (await once(child, 'close')) as [number | null];
  return { exit, output };
}
