import { Command } from 'commander';
import { wholeNumber } from '../../../cli/command/options.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { randomProfile } from '../../../reference/erratic.ts';
import { faults } from '../../../reference/faults.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { certifyFault, spreadOver } from '../../../suites/faults/certify-fault.ts';
import { failureLines, judgedRecords } from './judged.ts';

const program = new Command('judge')
  .description(
    'judges the traffic of runs against faulty and against conforming servers: each must accuse what its run has accused, or nobody',
  )
  .option('--faults <n>', 'faults, evenly chosen', wholeNumber(0), 60)
  .option('--fault <id...>', 'these faults instead')
  .option('--profiles <n>', 'conforming servers that answer open points differently', wholeNumber(0), 12)
  .option('--runs <n>', 'random sequences of each model', wholeNumber(1), 40)
  .option('--seed <n>', 'seed of the runs', wholeNumber(0), 1)
  .option('--shown', 'print what is accused')
  .parse();
interface Options {
  readonly faults: number;
  readonly fault?: readonly string[];
  readonly profiles: number;
  readonly runs: number;
  readonly seed: number;
  readonly shown?: true;
}
const { faults: count, fault: named, profiles, runs, seed, shown } = program.opts<Options>();

const hunted =
  named === undefined ? spreadOver(faults, count) : faults.filter(({ id }) => named.includes(id));

let same = 0;
let blamed = 0;
for (const fault of hunted) {
  const records: JournalRecord[] = [];
  const hunt = await certifyFault(fault, { runs, seed, onRecord: (record) => records.push(record) });
  const judged = await judgedRecords(records);
  const accused = new Set(judged.failures.flatMap(({ requirement }) => requirement));
  const isSame = accused.has(fault.requirement);
  if (hunt.blamed) blamed += 1;
  if (hunt.blamed && isSame) same += 1;
  const verdict = isSame ? 'same' : accused.size > 0 ? 'other' : 'nobody';
  process.stdout.write(
    `${verdict.padEnd(6)} ${hunt.blamed ? '' : '(the hunt did not blame it) '}${fault.id}: ${fault.requirement}; ${judged.judged} of ${judged.exchanges} exchanges\n`,
  );
  if (shown === true || !isSame) print(judged.failures.flatMap(failureLines));
}

let accusations = 0;
let exchanges = 0;
let seconds = 0;
for (let number = 1; number <= profiles; number += 1) {
  const records: JournalRecord[] = [];
  await certifyEmbedded({
    seed,
    runs,
    profile: randomProfile(number),
    onRecord: (record) => records.push(record),
  });
  const judged = await judgedRecords(records);
  accusations += judged.failures.length;
  exchanges += judged.judged;
  seconds += judged.seconds;
  const open = [...judged.inconclusive.values()].reduce((sum, times) => sum + times, 0);
  process.stdout.write(
    `profile ${number}: ${judged.failures.length} accusations, ${judged.judged} of ${judged.exchanges} exchanges judged, ${judged.proven.size} rows proven, ${open} of ${judged.sequences} sequences without a verdict\n`,
  );
  print(judged.failures.flatMap(failureLines));
}
process.stdout.write(`${same} of ${blamed} faults: the traffic accuses the same row\n`);
process.stdout.write(
  `${accusations} accusations of conforming servers; ${Math.round(exchanges / seconds)} exchanges a second\n`,
);

function print(lines: readonly string[]): void {
  for (const line of lines.slice(0, 60)) process.stdout.write(`${line.slice(0, 260)}\n`);
}
process.exit(0);
