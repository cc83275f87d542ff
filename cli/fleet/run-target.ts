import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FleetTarget } from '../../harness/fleet/fleet-settings.ts';
import { grantingEnvironment } from '../../harness/settings/granted.ts';
import { packageRoot } from '../../harness/files/version.ts';
import { type Certificate, certificateSchema } from '../../reports/certificate/certificate-schema.ts';
import type { FleetTrouble } from '../../reports/fleet/fleet-schema.ts';
import { certificateName } from '../../reports/manifest/report-files.ts';
import { exitCodes } from '../command/exit-codes.ts';

/** How each target of a fleet is run. */
export interface FleetTask {
  readonly seed: number;
  /** Of a night: how long, ms, and how many nights of a target stay. Absent: `certify`. */
  readonly night?: { readonly forMs: number; readonly keep?: number | undefined };
  readonly live: boolean;
  readonly requireComplete: boolean;
}

/** What a process printed, as far as it is read, characters. A certificate is a megabyte, and is read from its file. */
const mostOutput = 64_000;

/**
 * Certifies one target in a process of its own, so that no target takes another one's memory, threads or end with it. Gives its certificate, or why
 * there is none. An abort interrupts the process, which writes what it has done.
 */
export async function runTarget(
  target: FleetTarget,
  dir: string,
  task: FleetTask,
  signal: AbortSignal,
): Promise<Certificate | FleetTrouble> {
  const { exit, error } = await ended(
    argumentsOf(target, dir, task),
    grantingEnvironment(process.env, target.granted),
    signal,
  );
  const certificate = await certificateIn(dir);
  if (certificate !== undefined) return troubleOf(certificate) ?? certificate;
  if (signal.aborted) return { kind: 'interrupted', message: 'interrupted before its run had begun' };
  const message = error === '' ? `payproof ended with status ${exit ?? 'none'} and said nothing` : error;
  if (exit === exitCodes.usage) return { kind: 'settings', message };
  return { kind: exit === exitCodes.inconclusive ? 'unreachable' : 'failed', message };
}

/** Why a run that has a certificate shows nothing about its target; undefined where it does. */
function troubleOf({ interrupted, verdict, totals, reasons }: Certificate): FleetTrouble | undefined {
  if (interrupted) return { kind: 'interrupted', message: 'its run was interrupted' };
  if (verdict !== 'inconclusive' || totals.sequences > 0) return undefined;
  return { kind: 'unreachable', message: reasons.join('; ') };
}

function argumentsOf(
  target: FleetTarget,
  dir: string,
  { seed, night, live, requireComplete }: FleetTask,
): readonly string[] {
  return [
    ...(night === undefined
      ? ['certify', '--workers', '1']
      : [
          'nightly',
          '--for',
          `${night.forMs}ms`,
          ...(night.keep === undefined ? [] : ['--keep', `${night.keep}`]),
        ]),
    '--targets',
    target.file,
    '--target',
    target.target,
    '--out',
    dir,
    '--quiet',
    '--seed',
    String(target.seed ?? seed),
    ...(target.runs === undefined ? [] : ['--runs', String(target.runs)]),
    ...target.only.flatMap((scope) => ['--only', scope]),
    ...(live && target.live ? ['--live'] : []),
    ...(requireComplete || target.requireComplete ? ['--require-complete'] : []),
  ];
}

/** Runs a process of ours to its end. Gives its status and the last line of its standard error, where errors are printed. */
async function ended(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<{ readonly exit: number | null; readonly error: string }> {
  // A group of its own: Ctrl-C in a terminal reaches all processes of a group, and a second interrupt would cut off the reports.
  const child = spawn(process.execPath, [join(packageRoot, 'bin', 'payproof.mjs'), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    env,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-mostOutput);
  });
  const stop = (): void => void child.kill('SIGINT');
  signal.addEventListener('abort', stop, { once: true });
  try {
    const exit = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done));
    return {
      exit,
      error:
        said
          .trim()
          .split('\n')
          .at(-1)
          ?.replace(/^payproof: /, '') ?? '',
    };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The certificate of a run that is over. */
async function certificateIn(dir: string): Promise<Certificate | undefined> {
  const file = join(dir, certificateName);
  if (!existsSync(file)) return undefined;
  return certificateSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}
