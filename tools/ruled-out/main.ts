import { Command } from 'commander';
import { machineNamed, machineNames, type AnyMachine } from '../../suites/explore/machines.ts';
import { judgedWindows } from '../../engine/walk/ruled-out.ts';
import type { Constraint, JudgedWindow, JudgedWindows } from '../../engine/walk/window-verdicts.ts';
import { getOrCreate } from '../../engine/collections.ts';
import { startEmbedded } from '../../harness/embedded.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { loadTarget } from '../../harness/settings/settings.ts';
import { allLatitudes, allRequirements } from '../../spec/register.ts';
import { inUnwrittenRun, unwrittenConfig } from '../../suites/run/unwritten-run.ts';
import { sumOf, tableOf } from '../table.ts';

const { all } = new Command()
  .description(
    'which windows of two and of three changes are not feasible, by what rules them out, without a target',
  )
  .option('--all', 'list each window')
  .parse()
  .opts<{ readonly all?: true }>();

const lengths = ['two', 'three'] as const;
type Length = (typeof lengths)[number];
type Names = Record<Length, string[]>;

/** The windows that the same is said of, by what is said; those of one verdict stand together. */
type Rows = Map<JudgedWindow['verdict'], Map<string, Names>>;

const mostExamples = 2;
const words: Readonly<Record<JudgedWindow['verdict'], string>> = {
  feasible: 'feasible',
  infeasible: 'infeasible, by constraint',
  uncounted: 'accepted by the model, but not counted as feasible',
  'not known': 'not known',
};
const uncountedTexts = {
  rare: 'no walk that looks for feasible windows comes to it',
  'left out': 'tried as an expected refusal, or may use something up',
  'not offered': 'no test sends it there',
} as const;

const table = tableOf('    two', '  three', ' by');
const sections = new Map(
  [...allRequirements, ...allLatitudes].map(({ id, document, section }) => [id, `${document}, ${section}`]),
);

const server = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), { seed: 1 });
const config = unwrittenConfig(server.target, await preflight(server.target), { seed: 1 });
try {
  await inUnwrittenRun(config, 'ruled out', async (session) => {
    for (const name of machineNames) {
      const machine = machineNamed(name, session.setup(false));
      if (machine === undefined) throw new Error(`there is no machine "${name}"`);
      print(machine, judgedWindows(machine));
    }
  });
} finally {
  await server.close();
}

function print({ name }: AnyMachine, judged: JudgedWindows): void {
  console.log(`\n${name}: ${judged.two.length} combinations of two, ${judged.three.length} of three`);
  console.log(table.head);
  for (const [verdict, rows] of rowsOf(judged)) {
    const total = (length: Length): number => sumOf([...rows.values()].map((names) => names[length].length));
    console.log(table.row(total('two'), total('three'), words[verdict].toUpperCase()));
    if (verdict === 'feasible') continue;
    const sorted = [...rows].toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one));
    for (const [by, names] of sorted) printRow(by, names);
  }
}

function printRow(by: string, names: Names): void {
  console.log(table.row(names.two.length, names.three.length, by));
  const windows = lengths.flatMap((length) => (all ? names[length] : names[length].slice(0, mostExamples)));
  for (const window of windows) console.log(table.row('', '', `    ${window}`));
}

function sizeOf({ two, three }: Names): number {
  return two.length + three.length;
}

function rowsOf(judged: JudgedWindows): Rows {
  const rows: Rows = new Map();
  for (const length of lengths)
    for (const window of judged[length]) {
      const of = getOrCreate(rows, window.verdict, () => new Map<string, Names>());
      getOrCreate(of, saidOf(window), () => ({ two: [], three: [] }))[length].push(window.name);
    }
  return rows;
}

function saidOf(window: JudgedWindow): string {
  switch (window.verdict) {
    case 'infeasible':
      return window.constraints.map(constraintText).join('; ');
    case 'uncounted':
      return window.because.map((one) => uncountedTexts[one]).join('; ');
    case 'not known':
      return 'nothing was met that rules it out';
    case 'feasible':
      return '';
  }
}

function constraintText(constraint: Constraint): string {
  switch (constraint.by) {
    case 'rule':
      return `${constraint.rule} (${sections.get(constraint.rule)})`;
    case 'open point':
      return `presumed: ${constraint.latitude} (open point; ${sections.get(constraint.latitude)})`;
    case 'unspecified':
      return 'presumed to be refused, under no open point of its own';
    case 'creation':
      return 'the last change makes an entity of its own';
    case 'role':
      return `there is no ${constraint.role} to use`;
    case 'data':
      return `the request of ${constraint.operation} can not be made of what is left`;
    case 'entity':
      return 'nothing is tried with what the first change leaves';
    case 'beginning':
      return 'its first two changes never follow one another';
  }
}
