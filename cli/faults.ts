import type { Command } from 'commander';
import pLimit from 'p-limit';
import { faults } from '../reference/faults.ts';
import type { Fault } from '../reference/faults/fault.ts';
import type { FaultResult } from '../suites/certify-fault.ts';
import { exitCodes } from './exit-codes.ts';
import { faultNamed } from './fault-named.ts';
import { onInterrupt } from './interrupt.ts';
import { collected, seedOption, wholeNumber } from './options.ts';

interface FaultsOptions {
  readonly fault?: readonly string[];
  readonly runs: number;
  readonly seed?: number;
  readonly parallel: number;
  readonly json?: boolean;
}

interface Tried {
  readonly fault: Fault;
  readonly result: FaultResult;
  /** Why it could not be tried to its end: a fault of our own. */
  readonly error?: string;
}

/** `faults`: the suite against each seeded fault of the reference implementation. */
export function addFaults(program: Command, exit: (code: number) => void): void {
  program
    .command('faults')
    .description('runs the suite against each seeded fault of the embedded implementation')
    .option('--fault <id>', 'only this one; repeatable', collected)
    .option('--runs <n>', 'random sequences per model', wholeNumber(1), 96)
    .option('--parallel <n>', 'faults under way at once', wholeNumber(1, 16), 2)
    .addOption(seedOption())
    .option('--json', 'print one JSON object on standard output and nothing else there')
    .addHelpText(
      'after',
      `
Prints a line for each fault as it is done: whether anything was accused (caught), whether the requirement that
the fault breaks was among it (blamed), the requests sent until then (found), the requests of the smallest
sequence that shows it (steps), and the requests that it took to make it small (shrink). The list of faults:
payproof serve --faults.

Examples:
  payproof faults
  payproof faults --fault ${faults[0]?.id ?? 'ID'} --seed 7

Exit status:
  0    every fault was caught and blamed on the requirement that it breaks
  1    at least one was not
  2    wrong usage
  130  interrupted; what was done so far is printed`,
    )
    .action(async (options: FaultsOptions) => exit(await runFaults(options)));
}

async function runFaults({ fault: ids, runs, seed = 1, parallel, json }: FaultsOptions): Promise<number> {
  const chosen = ids === undefined ? faults : [...new Set(ids)].map(faultNamed);
  const width = Math.max(...chosen.map(({ id }) => id.length));
  // With --json the lines still show how far it is, where they disturb nobody.
  const show = (text: string) => (json ? process.stderr : process.stdout).write(`${text}\n`);
  show(`${'fault'.padEnd(width)}  caught  blamed   found  steps  shrink  requirement`);
  const interrupt = onInterrupt();
  const tried: Tried[] = [];
  const limit = pLimit(parallel);
  const all = chosen.map((fault) =>
    limit(async () => {
      if (interrupt.signal.aborted) return;
      const one = await tryFault(fault, { runs, seed });
      if (interrupt.signal.aborted) return;
      tried.push(one);
      show(line(one, width));
    }),
  );
  await Promise.race([Promise.all(all), interrupted(interrupt.signal)]);
  interrupt.release();
  const blamed = tried.filter(({ result }) => result.blamed);
  if (json) process.stdout.write(`${JSON.stringify({ seed, runs, faults: tried.map(shown) })}\n`);
  else show(`${blamed.length} of ${tried.length} faults caught and blamed; seed ${seed}`);
  if (interrupt.signal.aborted) return exitCodes.interrupted;
  return blamed.length === chosen.length ? exitCodes.conformant : exitCodes.nonconformant;
}

/** One fault that can't be tried must not end the others. */
async function tryFault(fault: Fault, how: { readonly runs: number; readonly seed: number }): Promise<Tried> {
  // Imported only now: the other verbs need no machines.
  const { certifyFault } = await import('../suites/certify-fault.ts');
  try {
    return { fault, result: await certifyFault(fault, how) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { fault, result: { caught: false, blamed: false, accused: [] }, error: message };
  }
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function line({ fault, result, error }: Tried, width: number): string {
  const { caught, blamed, requestsToFind, steps, requestsToShrink, accused } = result;
  const instead = error === undefined ? `accused ${accused.join(', ') || 'nothing'}` : `failed: ${error}`;
  return [
    fault.id.padEnd(width),
    (caught ? 'yes' : 'NO').padEnd(6),
    (blamed ? 'yes' : 'NO').padEnd(6),
    String(requestsToFind ?? '-').padStart(6),
    String(steps ?? '-').padStart(5),
    String(requestsToShrink ?? '-').padStart(6),
    blamed ? fault.requirement : `${fault.requirement}, ${instead}`,
  ].join('  ');
}

function shown({ fault, result, error }: Tried): Readonly<Record<string, unknown>> {
  return {
    fault: fault.id,
    requirement: fault.requirement,
    caught: result.caught,
    blamed: result.blamed,
    accused: result.accused,
    requests_to_find: result.requestsToFind ?? null,
    requests_to_shrink: result.requestsToShrink ?? null,
    steps: result.steps ?? null,
    summary: result.failure?.summary ?? null,
    ...(error !== undefined && { error }),
  };
}
