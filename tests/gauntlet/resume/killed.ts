import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Certificate, certificateSchema } from '../../../reports/certificate/certificate-schema.ts';
import { packedJournalName } from '../../../harness/journal/journal-bytes.ts';
import { followJournal } from '../../../tools/distance/certify-away.ts';

const bin = fileURLToPath(new URL('../../../bin/payproof.mjs', import.meta.url));

/** How often the journal is looked at, ms: far shorter than a suite. */
const lookMs = 3;

interface Started {
  readonly child: ChildProcess;
  /** What it printed so far. */
  said(): string;
  readonly closed: Promise<unknown>;
}

/** Starts a command in a folder. */
export function startedIn(folder: string, args: readonly string[]): Started {
  const child = spawn(process.execPath, [bin, ...args, '--quiet'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  return { child, said: () => text, closed: once(child, 'close') };
}

/** Runs a command to its end. Gives its exit status and what it printed. */
export async function ended(
  args: readonly string[],
  folder = tmpdir(),
): Promise<{ readonly exit: number | null; readonly said: string }> {
  const { child, said, closed } = startedIn(folder, args);
  await closed;
  return { exit: child.exitCode, said: said() };
}

/** When a run is killed: once its journal has so many bytes, or so many exchanges of a suite. */
export type Moment = { readonly bytes: number } | { readonly suite: string; readonly exchanges: number };

/** Runs a command and ends it with SIGKILL once the journal of its run has come so far. Gives false when it ended before. */
export async function killedAt(args: readonly string[], folder: string, moment: Moment): Promise<boolean> {
  const { child, closed } = startedIn(tmpdir(), args);
  const over = new AbortController();
  let exchanges = 0;
  const following =
    'suite' in moment
      ? followJournal(
          folder,
          { exchange: ({ suite }) => void (exchanges += suite === moment.suite ? 1 : 0) },
          over.signal,
        )
      : undefined;
  const isThere = (): boolean =>
    'suite' in moment ? exchanges >= moment.exchanges : sizeOf(folder) >= moment.bytes;
  while (child.exitCode === null && !isThere()) await sleep(lookMs);
  const killed = child.kill('SIGKILL');
  await closed;
  over.abort();
  await following;
  return killed;
}

/** Bytes of a run's journal; 0 before there is one. */
export function sizeOf(folder: string): number {
  const file = join(folder, packedJournalName);
  return existsSync(file) ? statSync(file).size : 0;
}

/** The certificate of a run. */
export function certificateIn(folder: string): Certificate {
  return certificateSchema.parse(JSON.parse(readFileSync(join(folder, 'certificate.json'), 'utf8')));
}
