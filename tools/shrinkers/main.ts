import { Command } from 'commander';
import { collected, wholeNumber } from '../../cli/command/options.ts';
import { comparable, depthNames, sample } from '../peers/sample.ts';
import { shrinkersTable, type Shrinking, type ShrunkBoth } from './table.ts';
import { shrunkByBoth, walked } from './shrunk-by-both.ts';

interface Options {
  readonly fault?: readonly string[];
  readonly class?: readonly string[];
  readonly perClass: number;
  readonly seed: number;
}

const options = new Command('shrinkers')
  .description('has this engine and fc.commands shrink the same failing executions')
  .option('--fault <id>', 'only this one; repeatable', collected)
  .option('--class <name>', `only ${depthNames.join(', ')}; repeatable`, collected)
  .option('--per-class <n>', 'faults of each class', wholeNumber(1), 10)
  .option('--seed <n>', 'the seed of the walks', wholeNumber(0), 1)
  .parse()
  .opts<Options>();
const { fault: ids, class: classes, seed } = options;
const all = comparable();
const chosen = (
  ids === undefined ? sample(all, options.perClass) : all.filter(({ fault }) => ids.includes(fault.id))
).filter(({ depth }) => classes?.includes(depth) ?? true);
console.log(
  `${chosen.length} faults; of each the first random walk of ${walked.minSteps} to ${walked.maxSteps} steps that fails, seed ${seed}`,
);
console.log(
  'fc.commands  its own shrinker over those steps, each command drawn as in the baseline: the position of its entity and a seed for its data',
);
console.log('  args kept  a step keeps its data: only the position is shrunk, and steps are left out');
console.log('  by name    a step keeps its data and its entity: steps are only left out');
console.log(
  'ours         as certify does after its plan; unconfirmed: without the three runs that only confirm; arguments are made simpler',
);
const shrunk: ShrunkBoth[] = [];
process.once('SIGINT', () => {
  console.log(`\n${shrinkersTable(shrunk)}`);
  process.exit(130);
});
for (const one of chosen) {
  const both = await shrunkByBoth(one, seed);
  if ('why' in both) {
    console.log(`${one.depth.padEnd(7)} ${one.fault.id}: left out, ${both.why}`);
    continue;
  }
  shrunk.push(both);
  const describe = ({ runs, requests, steps }: Shrinking) =>
    `${requests} requests in ${runs} runs, ${steps} left`;
  console.log(
    `${one.depth.padEnd(7)} ${one.fault.id}: ${both.executed} executed; ours ${describe(both.ours)}; without plan ${describe(both.alone)}; fc.commands ${describe(both.plain)}, filled ${describe(both.filled)}, by name ${describe(both.byName)}`,
  );
}
console.log(`\n${shrinkersTable(shrunk)}`);
