import type { Command } from 'commander';
import pLimit from 'p-limit';
import { suggestion } from '../harness/nearest.ts';
import { SettingsError } from '../harness/settings-error.ts';
import { faults } from '../reference/faults.ts';
import type { Fault } from '../reference/faults/fault.ts';
import type { FaultResult } from '../suites/certify-fault.ts';
import { exitCodes } from './exit-codes.ts';
import { collected, seedOption, wholeNumber } from './options.ts';

interface FaultsOptions {
  readonly fault?: readonly string[];
  readonly runs: number;
  readonly seed?: number;
  readonly parallel: number;
  readonly json?: boolean;
}

/** `faults`: the suite against each seeded fault of the reference implementation. */
export function addFaults(program: Command, exit: (code: number) => void): void {
  program
    .command('faults')
    .description('runs the suite against each seeded fault and prints which were caught and blamed')
    .option('--fault <id>', 'only this one; repeatable', collected)
    .option('--runs <n>', 'random sequences per model', wholeNumber(1), 96)
    .option('--parallel <n>', 'faults under way at once', wholeNumber(1, 16), 2)
    .addOption(seedOption())
    .option('--json', 'print one JSON object on standard output and nothing else there')
    .addHelpText(
      'after',
      `
Examples:
  payproof faults
  payproof faults --fault ${faults[0]?.id ?? 'ID'} --seed 7

Exit status:
  0  every fault was caught and blamed on the requirement that it breaks
  1  at least one was not
  2  wrong usage`,
    )
    .action(async (options: FaultsOptions) => exit(await runFaults(options)));
}

async function runFaults({ fault: ids, runs, seed = 1, parallel, json }: FaultsOptions): Promise<number> {
  const chosen = ids === undefined ? faults : ids.map(faultNamed);
  // Imported only now: the other verbs need no machines.
  const { certifyFault } = await import('../suites/certify-fault.ts');
  const limit = pLimit(parallel);
  const width = Math.max(...chosen.map(({ id }) => id.length));
  if (!json)
    process.stdout.write(`${'fault'.padEnd(width)}  caught  blamed   found  steps  shrink  requirement\n`);
  const results = await Promise.all(
    chosen.map((fault) =>
      limit(async () => {
        const result = await certifyFault(fault, { runs, seed });
        if (!json) process.stdout.write(`${line(fault, result, width)}\n`);
        return { fault: fault.id, requirement: fault.requirement, ...result };
      }),
    ),
  );
  const missed = results.filter(({ blamed }) => !blamed);
  const total = `${results.length - missed.length} of ${results.length} faults caught and blamed`;
  process.stdout.write(json ? `${JSON.stringify({ faults: results })}\n` : `${total}\n`);
  return missed.length === 0 ? exitCodes.conformant : exitCodes.nonconformant;
}

function line(
  fault: Fault,
  { caught, blamed, requestsToFind, steps, requestsToShrink, accused }: FaultResult,
  width: number,
): string {
  const columns = [
    fault.id.padEnd(width),
    (caught ? 'yes' : 'NO').padEnd(6),
    (blamed ? 'yes' : 'NO').padEnd(6),
    String(requestsToFind ?? '-').padStart(6),
    String(steps ?? '-').padStart(5),
    String(requestsToShrink ?? '-').padStart(6),
    blamed ? fault.requirement : `${fault.requirement}, accused ${accused.join(', ') || 'nothing'}`,
  ];
  return columns.join('  ');
}

function faultNamed(id: string): Fault {
  const fault = faults.find((one) => one.id === id);
  if (fault !== undefined) return fault;
  throw new SettingsError(
    `There is no fault "${id}". ${suggestion(
      id,
      faults.map((one) => one.id),
    )}`.trim(),
  );
}
