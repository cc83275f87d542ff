import { Command } from 'commander';
import { wholeNumber } from '../../cli/command/options.ts';
import { allClaims } from '../../suites/claims/all-claims.ts';
import { earnedInAbsence, statedAbsences } from './absence.ts';
import { judgedElsewhere } from './judged-elsewhere.ts';
import { record } from './record.ts';
import { mustRows, verdictOn, type RowVerdict } from './row-verdicts.ts';
import { Tally } from './tally.ts';
import { tryChanges } from './try-changes.ts';

const program = new Command('reply-mutations')
  .description(
    'changes one thing at a time of what a right server has answered, and prints the rows that no change turns red',
  )
  .option('--seed <n>', 'seed of the recorded run', wholeNumber(0, 0x7fff_ffff), 1)
  .option('--runs <n>', 'random sequences of each suite, beside the planned ones', wholeNumber(1), 20)
  .option('--tries <n>', 'answers of one outcome that are changed for one row', wholeNumber(1), 5)
  .option('--everywhere', 'at every operation and outcome that proves a row, not only until it is red once')
  .option('--all', 'print of every row what turned it red')
  .parse();
const { seed, runs, tries, everywhere, all } = program.opts<{
  seed: number;
  runs: number;
  tries: number;
  everywhere?: true;
  all?: true;
}>();

const recorded = await record(allClaims, { seed, runs, planned: true });
const tally = new Tally(mustRows, { mostTries: tries, everywhere: everywhere === true });
tryChanges(recorded, tally);

const verdicts = mustRows.map((row) => [row, verdictOn(row, tally.rows.get(row))] as const);
const answers = recorded.reduce((sum, { execution }) => sum + execution.performed.length, 0);
console.log(`${answers} answers of ${recorded.length} sequences, ${tally.changes} changes`);
console.log(
  `${mustRows.length} must rows: ${countOf('mutation')} red by a change of an answer, ${countOf('fault')} only by a fault, ` +
    `${countOf('nothing')} by nothing, ${countOf('not met')} not met`,
);
const isFine = ({ is, ...verdict }: RowVerdict) =>
  is === 'mutation' || (is === 'fault' && 'faults' in verdict && verdict.faults.length > 0);
for (const [row, verdict] of verdicts)
  if (all || !isFine(verdict)) console.log(`${row}  ${inWords(verdict)}`);
if (everywhere)
  for (const [row, { masked, vacuous }] of tally.rows) {
    if (vacuous.size > 0) console.log(`${row}  proven, and not to be broken, at ${[...vacuous].join('; ')}`);
    if (masked.size > 0 && all)
      console.log(`${row}  always beside a heavier rule at ${[...masked].join('; ')}`);
  }
const earned = earnedInAbsence(recorded);
const absences = earned.filter(({ row }) => !Object.hasOwn(statedAbsences, row));
const unstated = Object.keys(statedAbsences).filter((row) => earned.every((one) => one.row !== row));
for (const row of unstated) console.log(`${row}  is proven by no absence: statedAbsences is stale`);
console.log(
  `${new Set(absences.map(({ row }) => row)).size} rows are proven although what they speak of is not there, beside ` +
    `${Object.keys(statedAbsences).length} that state an absence`,
);
for (const { row, where, without } of absences)
  console.log(`${row}  is proven at ${where}, without ${without.join(', ')}`);
const stale = Object.keys(judgedElsewhere).filter((row) => tally.rows.has(row));
for (const row of stale) console.log(`${row}  is proven by a recorded answer: judged-elsewhere.ts is stale`);
process.exitCode =
  absences.length > 0 ||
  unstated.length > 0 ||
  stale.length > 0 ||
  verdicts.some(([, verdict]) => !isFine(verdict))
    ? 1
    : 0;

function countOf(kind: RowVerdict['is']): number {
  return verdicts.filter(([, { is }]) => is === kind).length;
}

function inWords(verdict: RowVerdict): string {
  switch (verdict.is) {
    case 'mutation':
      return `${verdict.what}, at ${verdict.where}`;
    case 'fault':
      return `${verdict.why}: ${verdict.faults.join(', ') || 'no fault'}`;
    case 'nothing':
      return `nothing turns it red, proven at ${verdict.where.join('; ')}`;
    case 'not met':
      return 'no recorded answer proves it';
  }
}
