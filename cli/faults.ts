import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { SettingsError } from '../harness/settings/settings-error.ts';
import { faults } from '../reference/faults.ts';
import type { Fault } from '../reference/faults/fault.ts';
import { defaultRuns, scopeOf, scopes, type Scope } from '../harness/means/scope.ts';
import { exitCodes } from './command/exit-codes.ts';
import { besideLines, besideSection, besideSummary, drawnFaults } from './faults/beside.ts';
import { accusedText, questionAbout, tryFaults, type Tried } from './faults/try-faults.ts';
import { onInterrupt } from './command/interrupt.ts';
import { collected, seedOption, plannedOrRuns, wholeNumber } from './command/options.ts';
import { packageRoot } from '../harness/files/version.ts';
import { faultNamed } from './serve.ts';
import { markdownTable } from '../reports/words/markdown-table.ts';
import {
  allCaught,
  guardedAsJson,
  guardedPage,
  guardedSummary,
  tryGuardedFaults,
  writeGuardedPage,
} from './faults/guarded-faults.ts';
import { allRequirements } from '../spec/register.ts';
import { listFaults } from './faults/list-faults.ts';
import { stderr, stdout } from './command/terminal.ts';

interface FaultsOptions {
  readonly list?: boolean;
  readonly all?: boolean;
  readonly fault?: readonly string[];
  readonly runs: number;
  readonly seed?: number;
  readonly parallel: number;
  readonly guarded?: number;
  readonly whole?: boolean;
  readonly sample?: number;
  readonly toTheEnd?: boolean;
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
    .option('--list', 'list the faults, and end')
    .option('--fault <id>', 'only this one; repeatable', collected)
    .option('--all', 'all of them, which takes hours')
    .option(
      '--guarded <n>',
      'so many faults instead that show only under a condition, drawn from the seed',
      wholeNumber(1, 10_000),
    )
    .option('--whole', 'run all suites in the order of certify, until anything is accused')
    .option('--sample <n>', 'so many of the faults, drawn from the seed', wholeNumber(1, 10_000))
    .option('--to-the-end', 'let no failure end the run of a fault: all rows fail that ever will')
    .option('--runs <n>', 'random sequences per model; 0: only what is planned', plannedOrRuns, defaultRuns)
    .option(
      '--parallel <n>',
      'faults under way at once, on as many cores as there are',
      wholeNumber(1, 32),
      4,
    )
    .addOption(seedOption())
    .option('--write', `keep the table in ${page} or, with --guarded, in ${guardedPage}; of all faults only`)
    .option('--json', 'print one JSON object on standard output and nothing else there')
    .addHelpText(
      'after',
      `
Each fault gets a server of its own in this process, and the suites of the interface that its requirement belongs to,
until a failure accuses that requirement. A fault counts as

  caught   when a failure that could be repeated accuses any requirement
  blamed   when one of those failures accuses the very requirement that the fault breaks, alone or among the few
           that one reply can't distinguish

Prints a line for each fault as it is done: caught, blamed, the requests sent until the failure was found (found), the
requests of the smallest sequence that shows it (steps), and the requests that it took to make it small (shrink). Then
the musts that a server can be tested for and no fault breaks, and the median of found by interface. With --whole, found says
how many requests a certify run that checks one suite after another sends until it accuses anything.

Below the line of a fault stand the rows that failed beside the one that it breaks: 'with it' where each reply that breaks the row breaks that
one too, 'beside it' where another does not. With --to-the-end no failure ends the run, so that these are all that fail.

With --guarded, faults are drawn from the seed: one of the list, or a wrong number, that shows only while a guard holds, such as 'only with a
second discount'. The id says which: fault@guard, and with two guards fault@guard+guard. Such an id can be given to --fault, here and of
payproof serve. A server with one that was never shown is replaced by another. Prints how many were caught by kind of guard, and the command
that repeats each one that was not. Of the missed ones it prints how many were noticed: an open point was answered in several
ways, and the run has looked into that without accusing anything.

Examples:
  payproof faults --list
  payproof faults --guarded 300 --seed 11
  payproof faults --sample 60 --seed 11 --to-the-end
  payproof faults --write
  payproof faults --fault legacy-full-capture-stays-open --seed 7
  payproof faults --fault legacy-full-capture-stays-open --whole
  payproof faults --fault legacy-full-capture-stays-open@lines-3

Exit status:
  0    every fault was caught and blamed on the requirement that it breaks; with --guarded or --whole, was caught
  1    at least one was not
  2    wrong usage
  130  interrupted; what was done so far is printed`,
    )
    .action(async (options: FaultsOptions) => exit(await runFaults(options)));
}

async function runFaults(options: FaultsOptions): Promise<number> {
  const { fault: ids, guarded, whole = false, runs, seed = 1, parallel, write, json } = options;
  const { sample, toTheEnd = false, all = false } = options;
  if (options.list) {
    listFaults(json);
    return exitCodes.conformant;
  }
  const isChosen = [ids, guarded, sample].some((one) => one !== undefined);
  if (!isChosen && !all && !write)
    throw new SettingsError(
      `all ${faults.length} faults take hours: choose some with --fault, --sample or --guarded, or ask for --all. --list lists them.`,
    );
  if (all && isChosen)
    throw new SettingsError('--all tries every fault: leave out --fault, --sample and --guarded.');
  if (write && (ids !== undefined || sample !== undefined))
    throw new SettingsError('--write keeps the table of all faults: leave out --fault and --sample.');
  if (sample !== undefined && (ids !== undefined || guarded !== undefined))
    throw new SettingsError(
      '--sample draws from the list of faults: leave out --fault, or --sample, and --guarded.',
    );
  if (guarded !== undefined && ids !== undefined)
    throw new SettingsError('--guarded draws its faults: leave out --fault, or --guarded.');
  if (write && whole)
    throw new SettingsError('--write keeps the table of the suites of one interface: leave out --whole.');
  if (guarded !== undefined && whole)
    throw new SettingsError('--guarded runs the suites of one interface: leave out --whole.');
  const chosen =
    sample !== undefined
      ? drawnFaults(faults, sample, seed)
      : ids === undefined
        ? faults
        : [...new Set(ids)].map(faultNamed);
  const width = Math.max(...chosen.map(({ id }) => id.length));
  // With --json the progress goes to standard error, which holds nothing else.
  const print = (text: string) => (json ? stderr : stdout).text(text);
  const interrupt = onInterrupt();
  const work = {
    questionAbout: (fault: Fault) =>
      questionAbout(fault, { runs, seed, ...(whole && { whole }), ...(toTheEnd && { toTheEnd }) }),
    script: pathToFileURL(join(packageRoot, 'bin', 'fault-thread.mjs')),
    load: async () => (await import('./faults/try-faults.ts')).tryFault,
  };
  const { signal } = interrupt;
  if (guarded !== undefined) {
    const asked = { count: guarded, seed, runs, parallel, signal, print };
    const results = await tryGuardedFaults(asked, work);
    interrupt.release();
    if (json) stdout.json(guardedAsJson(results));
    else stdout.text(guardedSummary(results));
    if (signal.aborted) return exitCodes.interrupted;
    if (write) writeGuardedPage(results);
    return allCaught(results) ? exitCodes.conformant : exitCodes.nonconformant;
  }
  print(headOf(width));
  const tried = await tryFaults(chosen, work, {
    parallel,
    signal,
    onTried: (one) => {
      for (const line of [lineOf(one, width), ...besideLines(one)]) print(line);
    },
  });
  interrupt.release();
  const matrix: Matrix = { seed, runs, tried };
  if (json) stdout.json(matrixAsJson(matrix));
  else {
    if (ids === undefined) print(`Musts without a fault: ${withoutFault().join(', ') || 'none'}`);
    print(summaryOf(matrix));
    for (const line of mediansOf(tried)) print(line);
    print(besideSummary(tried));
  }
  if (signal.aborted) return exitCodes.interrupted;
  if (write) {
    const file = join(packageRoot, page);
    writeFileSync(file, `${faultsPage(matrix)}${besideSection(readFileSync(file, 'utf8'))}`);
  }
  const isDone = ({ result }: Tried): boolean => (whole ? result.caught : result.blamed);
  return tried.every(isDone) ? exitCodes.conformant : exitCodes.nonconformant;
}

const matrixColumns = ['fault', 'requirement', 'caught', 'blamed', 'found', 'steps', 'shrink'] as const;

/** The matrix as a page of the documentation. Formatted, so that a new run changes only the lines whose results differ. */
export function faultsPage(matrix: Matrix): string {
  const unproven = withoutFault();
  return `# The fault matrix

What the suite makes of each seeded fault of the reference implementation. Written by

\`\`\`sh
npm run faults -- --write
\`\`\`

which gives each fault a server of its own and runs the suites of the interface that its requirement belongs to, with
${matrix.runs} random sequences a model under seed ${matrix.seed}, until a failure accuses that requirement.

- **caught**: a failure that could be repeated accuses some requirement.
- **blamed**: one of those failures accuses the very requirement that the fault breaks, alone or among the few that one reply
  can't distinguish.
- **found**: requests sent until the failure was met. What runs at the same time moves it a little from run to run.
- **steps**: requests of the smallest sequence that shows it.
- **shrink**: requests that it took to make it so small.

${summaryOf(matrix)}. ${mediansOf(matrix.tried).join('; ')}.

${unproven.length === 0 ? 'Every must that can be tested has a fault that breaks it.' : `Musts that can be tested and that no fault breaks: ${unproven.map((id) => `\`${id}\``).join(', ')}.`}

${besideSummary(matrix.tried)}. Below the table stands a sample that was tried to the end.

${markdownTable(matrixColumns, new Set(['found', 'steps', 'shrink']), matrix.tried.map(cells))}
`;
}

function cells(tried: Tried): readonly string[] {
  const { fault, result } = tried;
  const { caught, blamed, requestsToFind, steps, requestsToShrink } = result;
  return [
    fault.id,
    blamed ? fault.requirement : `${fault.requirement}; ${insteadOf(tried)}`,
    caught ? 'yes' : '**no**',
    blamed ? 'yes' : '**no**',
    String(requestsToFind ?? ''),
    String(steps ?? ''),
    String(requestsToShrink ?? ''),
  ];
}

/** The faults that were tried, and how. */
interface Matrix {
  readonly seed: number;
  readonly runs: number;
  readonly tried: readonly Tried[];
}

/** The head over the lines of faults, whose ids are at most so wide. */
export function headOf(width: number): string {
  return `${'fault'.padEnd(width)}  caught  blamed   found  steps  shrink  requirement`;
}

/** The line of one fault. */
export function lineOf(tried: Tried, width: number): string {
  const { fault, result } = tried;
  const { caught, blamed, requestsToFind, steps, requestsToShrink } = result;
  return [
    fault.id.padEnd(width),
    (caught ? 'yes' : 'NO').padEnd(6),
    (blamed ? 'yes' : 'NO').padEnd(6),
    String(requestsToFind ?? '-').padStart(6),
    String(steps ?? '-').padStart(5),
    String(requestsToShrink ?? '-').padStart(6),
    blamed ? fault.requirement : `${fault.requirement}, ${insteadOf(tried)}`,
  ].join('  ');
}

/** What came in place of the accusation that a fault asks for. */
function insteadOf({ result, error }: Tried): string {
  if (error !== undefined) return `failed: ${error}`;
  const nothing = result.accused.length === 0 ? 'nothing' : '';
  return `accused ${[nothing, accusedText(result)].filter((part) => part !== '').join('; ')}`;
}

/** The line that closes the table. */
export function summaryOf({ seed, runs, tried }: Matrix): string {
  const caught = tried.filter(({ result }) => result.caught).length;
  const blamed = tried.filter(({ result }) => result.blamed).length;
  return `${tried.length} faults: ${caught} caught, ${blamed} blamed; ${runs} runs, seed ${seed}`;
}

/** For each interface, the median of the requests until the failure was found. */
function mediansOf(tried: readonly Tried[]): readonly string[] {
  return scopes.flatMap((scope) => {
    const found = tried
      .filter(({ fault }) => interfaceOf.get(fault.requirement) === scope)
      .flatMap(({ result }) => result.requestsToFind ?? [])
      .toSorted((one, other) => one - other);
    const middle = found[Math.floor(found.length / 2)];
    return middle === undefined ? [] : [`${scope}: median found ${middle}, of ${found.length}`];
  });
}

const interfaceOf: ReadonlyMap<string, Scope> = new Map(allRequirements.map((row) => [row.id, scopeOf(row)]));

/** The musts that a server can be tested for and that no seeded fault breaks, by id. */
function withoutFault(): readonly string[] {
  const broken = new Set(faults.map(({ requirement }) => requirement));
  return allRequirements
    .filter(({ id, level, untestable }) => level === 'must' && untestable === undefined && !broken.has(id))
    .map(({ id }) => id)
    .sort();
}

/** The matrix as data, for `--json`. */
function matrixAsJson({ seed, runs, tried }: Matrix): Readonly<Record<string, unknown>> {
  return {
    seed,
    runs,
    faults: tried.map(({ fault, result, error }) => ({
      fault: fault.id,
      requirement: fault.requirement,
      caught: result.caught,
      blamed: result.blamed,
      accused: result.accused,
      beside: result.beside,
      experiments: result.experiments,
      requests_to_find: result.requestsToFind ?? null,
      requests_to_shrink: result.requestsToShrink ?? null,
      steps: result.steps ?? null,
      summary: result.failure?.summary ?? null,
      ...(error !== undefined && { error }),
    })),
    musts_without_fault: withoutFault(),
  };
}
