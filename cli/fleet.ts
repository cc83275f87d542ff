import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { randomInt } from 'node:crypto';
import type { Command } from 'commander';
import {
  loadFleet,
  type Fleet,
  type FleetTarget,
  valuesOfVariables,
} from '../harness/fleet/fleet-settings.ts';
import { redacted, redactor, type Redact } from '../harness/secrets/redact.ts';
import { makeFolder } from '../harness/files/make-folder.ts';
import { lockFolder } from '../harness/files/folder-lock.ts';
import { causeOf, asUnwritable } from '../harness/preflight/trouble.ts';
import { SettingsError } from '../harness/settings/settings-error.ts';
import { type FleetReport, fleetSchema, type FleetRow } from '../reports/fleet/fleet-schema.ts';
import { displayDir } from '../reports/write.ts';
import { exitCodes } from './command/exit-codes.ts';
import { fleetProgress, summaryOf } from './fleet/fleet-progress.ts';
import { onInterrupt } from './command/interrupt.ts';
import { completeOption, duration, liveOption, seedOption, wholeNumber } from './command/options.ts';
import { existsSync, rmSync, readFileSync } from 'node:fs';
import { reasonToKeepRun } from './nightly/prune.ts';
import { copyFile, mkdir } from 'node:fs/promises';
import { fleetSite } from '../reports/fleet/fleet-site.ts';
import { jsonText, writeAtomically } from '../reports/files/write-atomically.ts';
import { badgeDataName, badgeName } from '../reports/manifest/report-files.ts';
import { version } from '../harness/files/version.ts';
import { fleetRow, type Turn } from '../reports/fleet/fleet-table.ts';
import { type FleetTask, runTarget } from './fleet/run-target.ts';
import { stdout } from './command/terminal.ts';

const dayMs = 86_400_000;
const seeds = 0x7fff_ffff;

/** `fleet`: certifies many targets and writes a site of what came of it. */
export function addFleet(program: Command, exit: (code: number) => void): void {
  program
    .command('fleet')
    .description(
      'certifies the targets that a file lists, and writes a static site with a table of all of them',
    )
    .argument('<file>', 'the fleet file, such as fleet.yaml')
    .option(
      '--workers <n>',
      'targets side by side, each in a process of its own (default: the cores, at most 4)',
      wholeNumber(1, 64),
    )
    .option('--nightly', 'run a night of each target instead of certify')
    .option(
      '--for <duration>',
      'of a night: how long for each target, such as 10m (the default)',
      duration(1000, dayMs),
    )
    .option(
      '--keep <n>',
      'runs of each target that stay; older ones are removed (default: all stay)',
      wholeNumber(1),
    )
    .addOption(seedOption())
    .addOption(completeOption())
    .addOption(liveOption())
    .option('--out <dir>', "the site's folder; a site in it gets one time more", 'fleet')
    .option('--json', 'print fleet.json on standard output and nothing else there')
    .option('--quiet', 'no progress')
    .addHelpText(
      'after',
      `
The file lists targets of targets files:

  name: Deferred payments
  targets:
    - target: sandbox              # in targets.yaml beside this file
      name: Vendor A
    - include: vendors.yaml        # all targets of another file

Each target is one row of the site: requirements that passed, are broken or were not tested, by section, with links into the page of its run, and
its verdicts of earlier times. A target that can't be judged now keeps its last row, with its date. Interrupted, the site has what was done.

Examples:
  payproof fleet fleet.yaml
  payproof fleet fleet.yaml --workers 4 --out /var/www/conformance --keep 10
  payproof fleet fleet.yaml --nightly --for 20m

Exit status:
  0    every target is conformant
  1    at least one is not conformant
  2    wrong usage, the fleet file is wrong, or the folder can't be made
  3    none is known not to be conformant, and at least one could not be judged, or was to be complete and is not
  130  interrupted; the site has what was done so far`,
    )
    .action(async (file: string, options: FleetOptions) => exit(await fleetOf(file, options)));
}

interface FleetOptions {
  readonly workers?: number;
  readonly nightly?: boolean;
  readonly for?: number;
  readonly keep?: number;
  readonly seed?: number;
  readonly live?: boolean;
  readonly requireComplete?: boolean;
  readonly out: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const usualNightMs = 600_000;

async function fleetOf(file: string, options: FleetOptions): Promise<number> {
  const fleet = loadFleet(file);
  const out = resolve(options.out);
  const before = siteBefore(out);
  const lock = lockedFolder(out);
  const interrupt = onInterrupt();
  const progress = fleetProgress(fleet.targets.length, options.quiet ?? false);
  try {
    const report = await runFleet(fleet, {
      out,
      before,
      workers: options.workers ?? Math.min(availableParallelism(), 4),
      startedAt: new Date(),
      signal: interrupt.signal,
      task: {
        seed: options.seed ?? randomInt(seeds),
        live: options.live ?? false,
        requireComplete: options.requireComplete ?? false,
        ...(options.nightly && { night: { forMs: options.for ?? usualNightMs, keep: options.keep } }),
      },
      onRow: progress.row,
    });
    const kept = options.keep === undefined ? report : removeOldRuns(out, report, options.keep);
    await writeSite(out, kept);
    if (options.json) stdout.json(kept);
    else stdout.says(summaryOf, [kept, join(displayDir(out), 'index.html')]);
    return exitOf(kept);
  } finally {
    lock.release();
    interrupt.release();
  }
}

function lockedFolder(out: string): { release(): void } {
  try {
    makeFolder(out);
  } catch (error) {
    throw new SettingsError(
      `No site can be written to ${out}: ${causeOf(error)}. Give --out a folder that can be written.`,
    );
  }
  return lockFolder(out);
}

/** Of this time: a verdict of an earlier one is shown, and judges nothing. */
function exitOf({ interrupted, targets }: FleetReport): number {
  if (interrupted) return exitCodes.interrupted;
  const verdicts = targets.map(({ run, trouble }) => (trouble === undefined ? run?.verdict : 'inconclusive'));
  if (verdicts.includes('nonconformant')) return exitCodes.nonconformant;
  return verdicts.every((verdict) => verdict === 'conformant')
    ? exitCodes.conformant
    : exitCodes.inconclusive;
}

/**
 * Removes the oldest runs of each target until `keep` are left, and their links. A folder is removed only where the site's own data names it and it holds
 * nothing but files of a run.
 */
function removeOldRuns(out: string, fleet: FleetReport, keep: number): FleetReport {
  return {
    ...fleet,
    targets: fleet.targets.map((target) => {
      const runs = target.history.filter(({ dir }) => dir !== undefined);
      const old = new Set(runs.slice(0, Math.max(0, runs.length - keep)));
      const history = target.history.map((past) => {
        if (!old.has(past) || past.dir === undefined || past.dir === target.run?.dir) return past;
        return isRemoved(out, target.id, past.dir) ? { ...past, dir: undefined } : past;
      });
      return { ...target, history };
    }),
  };
}

/** Whether the folder of a run is gone now. The data may have been changed by hand: only a folder of this target is touched. */
function isRemoved(out: string, id: string, dir: string): boolean {
  if (!new RegExp(`^targets/${id}/[0-9TZ-]+$`).test(dir)) return false;
  const folder = join(out, dir);
  if (!existsSync(folder)) return true;
  if (reasonToKeepRun(folder) !== undefined) return false;
  rmSync(folder, { recursive: true });
  return true;
}

const dataName = 'fleet.json';
const pageName = 'index.html';

/** What the site in a folder knows already; undefined where there is none. Throws SettingsError where its data can't be read. */
function siteBefore(out: string): FleetReport | undefined {
  const file = join(out, dataName);
  if (!existsSync(file)) return undefined;
  try {
    return fleetSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new SettingsError(
      `${file} is no data of a fleet's site, or of a newer payproof. Give --out another folder, or remove the file: the history begins anew then.`,
    );
  }
}

/** Writes the site: the page, its data, and a badge for each target. Throws Unwritable when the folder can't be written. */
async function writeSite(out: string, fleet: FleetReport): Promise<void> {
  try {
    for (const { id, run } of fleet.targets) if (run !== undefined) await copyBadges(out, id, run.dir);
    await writeAtomically(join(out, pageName), fleetSite(fleet));
    // Last, since it is what the next time reads.
    await writeAtomically(join(out, dataName), jsonText(fleet));
  } catch (error) {
    throw asUnwritable(out, error);
  }
}

/** Puts the badge of a target's newest run where its address stays the same. */
async function copyBadges(out: string, id: string, dir: string): Promise<void> {
  const place = join(out, 'badges', id);
  for (const name of [badgeName, badgeDataName]) {
    const from = join(out, dir, name);
    if (!existsSync(from)) continue;
    await mkdir(place, { recursive: true });
    await copyFile(from, join(place, name));
  }
}

interface FleetRunOptions {
  /** The site's folder. */
  readonly out: string;
  /** Targets that are certified side by side. */
  readonly workers: number;
  readonly task: FleetTask;
  readonly startedAt: Date;
  readonly signal: AbortSignal;
  /** What is known of the targets from earlier times. */
  readonly before: FleetReport | undefined;
  /** A target's turn is over, the `done`th of all. */
  readonly onRow: (row: FleetRow, done: number) => void;
}

/** Certifies every target of a fleet, so many at once. Never throws for a single target: what is wrong with one is said in its row. */
async function runFleet(fleet: Fleet, options: FleetRunOptions): Promise<FleetReport> {
  const { workers, startedAt, before, onRow, signal } = options;
  const at = startedAt.toISOString();
  const rows = new Map<string, FleetRow>();
  // Shared by the workers: each takes the next target that is not taken.
  const waiting = fleet.targets.values();
  const redact = redactor(valuesOfVariables(fleet, process.env));
  const work = async (): Promise<void> => {
    for (const target of waiting) {
      const known = before?.targets.find(({ id }) => id === target.id);
      const turn = redactedTurn(await turnOf(target, options), redact);
      const row = fleetRow({ ...target, at }, turn, known);
      rows.set(target.id, row);
      onRow(row, rows.size);
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, fleet.targets.length) }, work));
  return {
    schema: 1,
    name: fleet.name,
    tool: { name: 'payproof', version },
    started_at: at,
    ended_at: new Date().toISOString(),
    interrupted: signal.aborted,
    targets: fleet.targets.flatMap(({ id }) => rows.get(id) ?? []),
  };
}

/** Why there is no run, without what variables of the targets files hold: a message about wrong settings quotes them. */
function redactedTurn(turn: Turn, redact: Redact): Turn {
  return 'trouble' in turn ? { trouble: redacted(turn.trouble, redact) } : turn;
}

async function turnOf(target: FleetTarget, options: FleetRunOptions): Promise<Turn> {
  const { out, startedAt, task, signal } = options;
  if (signal.aborted)
    return { trouble: { kind: 'interrupted', message: 'the fleet was interrupted before its turn' } };
  const stamp = startedAt.toISOString().replaceAll(':', '-').replace(/\..*/, '');
  const dir = ['targets', target.id, stamp].join('/');
  try {
    const result = await runTarget(target, join(out, dir), task, signal);
    return 'kind' in result ? { trouble: result } : { certificate: result, dir };
  } catch (error) {
    return { trouble: { kind: 'failed', message: causeOf(error) } };
  }
}
