import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Automaton, type Word } from '../../engine/identify/automaton.ts';
import { gapsIn } from '../../engine/identify/gaps.ts';
import { completeSuite } from '../../engine/identify/suite.ts';
import { readTable, type Table } from '../../engine/identify/table.ts';
import { extraStateMutants } from './extra-states.ts';
import { isKilled } from './faulty.ts';
import { hsiSuite } from './hsi.ts';
import { singleFaults, type Killed } from './single-faults.ts';
import { seconds, sumOf, tableOf } from '../table.ts';

/** Takes a line of output. */
type Print = (line: string) => void;

const usage = 'npm run automata -- [--k 0|1] [--seed N] [--sequences | --extra 2 --mutants 1000] FILE…';

/** What can be said in one line. */
class Refused extends Error {}

const costOf = (sequences: readonly Word[]) => sumOf(sequences.map((sequence) => sequence.length));
const share = ({ killed, all }: Killed) => `${killed}/${all}`;

function read(file: string): Table {
  const text = attempt(file, () => readFileSync(file, 'utf8'));
  const json = attempt(file, (): unknown => JSON.parse(text));
  return attempt(file, () => readTable(json));
}

function attempt<T>(file: string, made: () => T): T {
  try {
    return made();
  } catch (error) {
    throw new Refused(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function printSequences(table: Table, k: number, seed: number, print: Print): void {
  const { sequences } = completeSuite(table, { k, seed });
  const named = sequences.map((sequence) => sequence.map((input) => table.inputs[input]));
  print(JSON.stringify({ sequences: named }));
}

/** Prints a line for each automaton. Gives false where a suite is not complete, or does not find a fault. */
function printFigures(tables: readonly Table[], k: number, seed: number, print: Print): boolean {
  const width = Math.max(...tables.map(({ name }) => name.length), 'automaton'.length);
  const columns = tableOf(
    `${'automaton'.padEnd(width - 1)} `,
    'states',
    'merged',
    'inputs',
    'requests',
    ' output faults',
    'transfer faults',
    'gaps',
    '  HSI',
    ' k = 1',
    'seconds',
  );
  print(columns.head);
  const sums = {
    requests: 0,
    output: { killed: 0, all: 0 },
    transfer: { killed: 0, all: 0 },
    gaps: 0,
    hsi: 0,
    next: 0,
  };
  for (const table of tables) {
    const began = performance.now();
    const suite = completeSuite(table, { k, seed });
    const ms = performance.now() - began;
    const gaps = gapsIn(table, suite, k).length;
    const { output, transfer } = singleFaults(table, suite.sequences);
    const next = k === 1 ? suite : completeSuite(table, { k: 1 });
    const [requests, hsi, atOne] = [costOf(suite.sequences), costOf(hsiSuite(table)), costOf(next.sequences)];
    const merged = sumOf(new Automaton(table).merged().map((group) => group.length - 1));
    const { name, states, inputs } = table;
    print(
      columns.row(
        name,
        states,
        merged,
        inputs.length,
        requests,
        share(output),
        share(transfer),
        gaps,
        hsi,
        atOne,
        seconds(ms),
      ),
    );
    sums.requests += requests;
    sums.gaps += gaps;
    sums.hsi += hsi;
    sums.next += atOne;
    for (const [sum, one] of [
      [sums.output, output],
      [sums.transfer, transfer],
    ] as const) {
      sum.killed += one.killed;
      sum.all += one.all;
    }
  }
  const { requests, output, transfer, gaps, hsi, next } = sums;
  print(columns.row('all', '', '', '', requests, share(output), share(transfer), gaps, hsi, next, ''));
  if (gaps === 0)
    print(
      `\nno gaps: found is every wrong implementation whose states are all reached by a shortest word to a state of the table and at most ${k} inputs more`,
    );
  return gaps === 0 && output.killed === output.all && transfer.killed === transfer.all;
}

/** Prints how many mutants with extra states the suite of k = 1 kills. Gives false where one survives. */
function printMutants(
  tables: readonly Table[],
  extra: number,
  mutants: number,
  seed: number,
  print: Print,
): boolean {
  const k = 1;
  let survived = 0;
  for (const table of tables) {
    const suite = completeSuite(table, { k });
    const all = extraStateMutants(table, suite.cover, { extra, mutants, k, seed });
    const automaton = new Automaton(table);
    const killed = all.filter((mutant) => isKilled(automaton, mutant, suite.sequences)).length;
    survived += all.length - killed;
    print(`${table.name}: ${killed} of ${all.length} mutants with ${extra} extra states killed, k = ${k}`);
  }
  return survived === 0;
}

function optionsIn(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        k: { type: 'string', default: '0' },
        seed: { type: 'string', default: '1' },
        sequences: { type: 'boolean', default: false },
        extra: { type: 'string', default: '0' },
        mutants: { type: 'string', default: '1000' },
      },
    });
  } catch (error) {
    throw new Refused(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

function run(args: readonly string[], print: Print): boolean {
  const { values, positionals } = optionsIn(args);
  const [k, seed] = [Number(values.k), Number(values.seed)];
  const [extra, mutants] = [Number(values.extra), Number(values.mutants)];
  const isCount = [k, seed, extra, mutants].every((number) => Number.isInteger(number) && number >= 0);
  if (positionals.length === 0 || !isCount || k > 1) throw new Refused(usage);
  if (values.sequences && positionals.length > 1) throw new Refused('--sequences takes one file');
  const tables = positionals.map(read);
  if (values.sequences) {
    for (const table of tables) printSequences(table, k, seed, print);
    return true;
  }
  return extra === 0
    ? printFigures(tables, k, seed, print)
    : printMutants(tables, extra, mutants, seed, print);
}

/**
 * Test suites with a guarantee for automata that are given as tables: what they cost, and which faults they find, by simulation. Gives the
 * exit code: 0; 1 where a suite has gaps or leaves a fault alive; 2 where the arguments or a file are wrong, with one message.
 */
export function automata(args: readonly string[], print: Print, printError: Print): number {
  try {
    return run(args, print) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    printError(error.message);
    return 2;
  }
}
