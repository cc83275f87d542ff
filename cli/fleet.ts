import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { randomInt } from 'node:crypto';
import type { Command } from 'commander';
import { loadFleet } from '../harness/fleet/fleet-settings.ts';
import { makeFolder } from '../harness/files/make-folder.ts';
import { lockFolder } from '../harness/files/folder-lock.ts';
import { causeOf } from '../harness/preflight/trouble.ts';
import { SettingsError } from '../harness/settings/settings-error.ts';
import type { FleetReport } from '../reports/fleet/fleet-schema.ts';
import { displayDir } from '../reports/write.ts';
import { exitCodes } from './command/exit-codes.ts';
import { fleetProgress } from './fleet/fleet-progress.ts';
import { removeOldRuns } from './fleet/old-runs.ts';
import { runFleet } from './fleet/run-fleet.ts';
import { siteBefore, writeSite } from './fleet/write-site.ts';
import { onInterrupt } from './command/interrupt.ts';
import { duration, liveOption, seedOption, wholeNumber } from './command/options.ts';
import { terminalJson } from './command/terminal.ts';

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
  3    none is known not to be conformant, and at least one could not be judged
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
        ...(options.nightly && { night: { forMs: options.for ?? usualNightMs, keep: options.keep } }),
      },
      onRow: progress.row,
    });
    const kept = options.keep === undefined ? report : removeOldRuns(out, report, options.keep);
    await writeSite(out, kept);
    if (options.json) process.stdout.write(`${terminalJson(kept)}\n`);
    else process.stdout.write(`${progress.summary(kept)}\nsite  ${join(displayDir(out), 'index.html')}\n`);
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
