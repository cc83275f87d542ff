import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { collected, wholeNumber } from '../../cli/command/options.ts';
import { packageRoot } from '../../harness/files/version.ts';
import { measureBail } from './bail.ts';
import { measureBroken } from './broken.ts';
import type { Checkout } from './command.ts';
import { measureMatrix } from './matrix.ts';
import { compareWorkers, measureCertify } from './paired.ts';
import { measureStart } from './start.ts';

const parts = ['start', 'certify', 'bail', 'workers', 'broken', 'matrix'] as const;

interface Options {
  readonly before?: string;
  readonly rounds: number;
  readonly fault?: readonly string[];
  readonly faults: number;
  readonly prefix: string;
  readonly runs: number;
  readonly kept?: string;
}

const program = new Command('speed')
  .description(
    'times the program from its start to its verdict, beside an earlier commit in the same minutes',
  )
  .argument('[parts...]', `some of ${parts.join(', ')}; default: all`)
  .option(
    '--before <dir>',
    'a checkout of the commit to compare with, installed; without it nothing is compared',
  )
  .option('--rounds <n>', 'repetitions of each measurement', wholeNumber(1), 3)
  .option('--faults <n>', 'faulty servers of `bail`, `broken` and `matrix`', wholeNumber(1), 40)
  .option('--fault <id>', 'of `broken` and `matrix`: only this one; repeatable', collected)
  .option('--prefix <text>', 'of `broken` and `matrix`: only faults whose id begins so', '')
  .option('--runs <n>', 'of `matrix`: random sequences per model', wholeNumber(0), 4)
  .option(
    '--kept <file>',
    'of `matrix`: keeps what was measured, and goes on behind it; of `broken`: takes the slowest of these',
  )
  .parse();
const {
  before: folder,
  rounds,
  fault: named = [],
  faults: most,
  prefix,
  runs,
  kept,
} = program.opts<Options>();
const wanted = { named, most, prefix };
const chosen = program.args.length === 0 ? parts : program.args;
const unknown = chosen.find((name) => !parts.some((part) => part === name));
if (unknown !== undefined)
  program.error(`there is no part "${unknown}": ${parts.join(', ')}`, { exitCode: 2 });

const now: Checkout = { name: 'now', folder: packageRoot };
const before: Checkout | undefined =
  folder === undefined ? undefined : { name: 'before', folder: resolve(folder) };
const dir = mkdtempSync(join(tmpdir(), 'payproof-speed-'));
try {
  if (chosen.includes('start')) await measureStart(now, dir, rounds);
  if (chosen.includes('certify')) await measureCertify(before ?? now, now, dir, rounds);
  if (chosen.includes('bail')) await measureBail(before, now, { dir, most });
  if (chosen.includes('matrix')) await measureMatrix({ wanted, runs, kept });
  if (chosen.includes('broken')) await measureBroken(now, { dir, wanted, kept });
  if (chosen.includes('workers')) await compareWorkers(now, dir);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
