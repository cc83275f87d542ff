import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { SettingsError } from '../harness/settings/settings-error.ts';
import { faults } from '../reference/faults.ts';
import type { Fault } from '../reference/faults/fault.ts';
import { defaultRuns } from '../harness/means/scope.ts';
import { exitCodes } from './command/exit-codes.ts';
import { faultsPage } from './faults/page.ts';
import { headOf, lineOf, matrixAsJson, summaryOf, withoutFault, type Matrix } from './faults/table.ts';
import { questionAbout, tryFaults } from './faults/try-faults.ts';
import { onInterrupt } from './command/interrupt.ts';
import { collected, seedOption, runsNumber, wholeNumber } from './command/options.ts';
import { packageRoot } from '../harness/files/package-root.ts';
import { faultNamed } from './serve/fault-named.ts';

interface FaultsOptions {
  readonly fault?: readonly string[];
  readonly runs: number;
  readonly seed?: number;
  readonly parallel: number;
  readonly write?: boolean;
  readonly json?: boolean;
}

/** Where `--write` keeps the whole table. */
const page = 'docs/faults.md';

/** `faults`: the suite against each seeded fault of the reference implementation. */
export function addFaults(program: Command, exit: (code: number) => void): void {
  program
    .command('faults')
    .description('runs the suite against each seeded fault of the embedded implementation')
    .option('--fault <id>', 'only this one; repeatable', collected)
    .option('--runs <n>', 'random sequences per model', runsNumber, defaultRuns)
    .option(
      '--parallel <n>',
      'faults under way at once, on as many cores as there are',
      wholeNumber(1, 32),
      4,
    )
    .addOption(seedOption())
    .option('--write', `keep the table in ${page}; of all faults only`)
    .option('--json', 'print one JSON object on standard output and nothing else there')
    .addHelpText(
      'after',
      `
Each fault gets a server of its own in this process, and the suites of the interface that its requirement belongs to,
until a failure accuses that requirement. A fault counts as

  caught   when a failure that could be repeated accuses any requirement
  blamed   when one of those failures accuses the very requirement that the fault breaks, alone or among the few
           that one reply can't tell apart

Prints a line for each fault as it is done: caught, blamed, the requests sent until the failure was found (found), the
requests of the smallest sequence that shows it (steps), and the requests that it took to make it small (shrink). Then
the musts that a server can be tested for and no fault breaks. The list of faults: payproof serve --faults.

Examples:
  payproof faults
  payproof faults --write
  payproof faults --fault legacy-full-capture-stays-open --seed 7

Exit status:
  0    every fault was caught and blamed on the requirement that it breaks
  1    at least one was not
  2    wrong usage
  130  interrupted; what was done so far is printed`,
    )
    .action(async (options: FaultsOptions) => exit(await runFaults(options)));
}

async function runFaults(options: FaultsOptions): Promise<number> {
  const { fault: ids, runs, seed = 1, parallel, write, json } = options;
  if (write && ids !== undefined)
    throw new SettingsError('--write keeps the table of all faults: leave out --fault.');
  const chosen = ids === undefined ? faults : [...new Set(ids)].map(faultNamed);
  const width = Math.max(...chosen.map(({ id }) => id.length));
  // With --json the progress goes to standard error, which holds nothing else.
  const print = (text: string) => (json ? process.stderr : process.stdout).write(`${text}\n`);
  print(headOf(width));
  const interrupt = onInterrupt();
  const work = {
    questionAbout: (fault: Fault) => questionAbout(fault, { runs, seed }),
    script: pathToFileURL(join(packageRoot, 'bin', 'fault-thread.mjs')),
    load: async () => (await import('./faults/try-fault.ts')).tryFault,
  };
  const { signal } = interrupt;
  const tried = await tryFaults(chosen, work, {
    parallel,
    signal,
    onTried: (one) => print(lineOf(one, width)),
  });
  interrupt.release();
  const matrix: Matrix = { seed, runs, tried };
  if (json) process.stdout.write(`${JSON.stringify(matrixAsJson(matrix))}\n`);
  else {
    if (ids === undefined) print(`Musts without a fault: ${withoutFault().join(', ') || 'none'}`);
    print(summaryOf(matrix));
  }
  if (signal.aborted) return exitCodes.interrupted;
  if (write) writeFileSync(join(packageRoot, page), faultsPage(matrix));
  return tried.every(({ result }) => result.blamed) ? exitCodes.conformant : exitCodes.nonconformant;
}
