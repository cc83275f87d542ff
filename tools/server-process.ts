import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { packageRoot } from '../harness/files/version.ts';

export interface ServerProcess {
  /** A targets file with the entry that the server printed, `local`. */
  readonly targetsFile: string;
  /** Its process id. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

const bin = join(packageRoot, 'bin/payproof.mjs');

/**
 * Starts `payproof serve` as a process of its own, with further options of that verb, and writes the targets entry that it prints.
 * Throws an Error when it ends before it listens.
 */
export async function startServer(dir: string, options: readonly string[] = []): Promise<ServerProcess> {
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', '--control', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  const entry = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('# Listening on')) resolve(printed);
    });
  });
  const targetsFile = join(dir, 'targets.yaml');
  writeFileSync(targetsFile, entry);
  return {
    targetsFile,
    pid: child.pid,
    stop: async () => {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Takes the checkout out of a targets file, so that no browser goes through it. */
export function withoutCheckout(file: string): void {
  const settings = parse(readFileSync(file, 'utf8')) as { targets: Record<string, Record<string, unknown>> };
  for (const target of Object.values(settings.targets)) delete target['checkout'];
  writeFileSync(file, stringify(settings));
}
