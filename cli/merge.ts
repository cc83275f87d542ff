import { resolve } from 'node:path';
import type { Command } from 'commander';
import { refuseInUse } from '../harness/files/folder-lock.ts';
import { readSummary } from '../reports/journal/fold.ts';
import { mergeable } from '../reports/merge/merged-records.ts';
import { readShard, type ReadShard } from '../reports/merge/read-shard.ts';
import { register } from '../reports/register.ts';
import { displayDir, writeReportsOf } from '../reports/write.ts';
import { askedFolder, freshFolder } from '../suites/run/run-folder.ts';
import { exitCodes } from './command/exit-codes.ts';
import { writeMerged } from './run/end-run.ts';
import { withGithubOutput, withGithub, type TellGithub } from './run/tell-github.ts';
import type { GithubCommands } from './command/github-commands.ts';
import { printRun } from './run/print-run.ts';

/** `merge DIR…`: joins the shards of one run. */
export function addMerge(program: Command, exit: (code: number) => void, github: GithubCommands): void {
  withGithub(program.command('merge'))
    .description('joins the shards that certify --shard made into one run, with all its reports')
    .argument('<dir...>', "the shards' folders")
    .option('--out <dir>', "the merged run's folder (default: runs/<started>-<target>)")
    .option('--json', 'print the certificate on standard output and nothing else there')
    .addHelpText(
      'after',
      `
The shards must be of one run: the same target, settings, seed and version. A violation that several of them found is reported once, by its
smallest reproduction. Nothing is sent, and the shards stay as they are.

Examples:
  payproof certify --target sandbox --seed 42 --shard 1/2 --out shards/1
  payproof certify --target sandbox --seed 42 --shard 2/2 --out shards/2
  payproof merge shards/1 shards/2 --out runs/merged

Exit status:
  0  conformant
  1  not conformant
  2  wrong usage: a folder holds no shard, a shard is there twice, they are not of one run, or the folder can't be made
  3  inconclusive: a shard is missing or broke off, too much was left untested, or the folder can't be written any more`,
    )
    .action(async (dirs: readonly string[], options: MergeOptions) =>
      exit(await withGithubOutput(options, github, (tell) => merge(dirs, options, tell))),
    );
}

interface MergeOptions {
  readonly out?: string;
  readonly json?: boolean;
  readonly github?: boolean;
}

async function merge(
  dirs: readonly string[],
  { out, json = false }: MergeOptions,
  tell: TellGithub,
): Promise<number> {
  const asked = out === undefined ? undefined : askedFolder(out);
  const shards: ReadShard[] = [];
  // One after another: what is kept of each is little, and each is read in pieces.
  for (const dir of dirs) {
    refuseInUse(resolve(dir));
    shards.push(await readShard(dir));
  }
  const merged = mergeable(shards);
  const { startedAt, target } = merged.run;
  const dir = asked ?? freshFolder(Date.parse(startedAt), target.name);
  const lock = await writeMerged(dir, merged);
  try {
    const summary = await readSummary(dir);
    const certificate = await writeReportsOf(summary, dir);
    const exit = exitCodes[certificate.verdict];
    tell({ certificate, summary, register, night: undefined, dir: displayDir(dir), exit });
    printRun({ certificate, summary, dir, json });
    return exit;
  } finally {
    lock.release();
  }
}
