import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { questionAbout, tryFaults, type Tried } from '../../cli/faults/try-faults.ts';
import { onInterrupt } from '../../cli/command/interrupt.ts';
import { collected, wholeNumber } from '../../cli/command/options.ts';
import { defaultRuns } from '../../harness/means/scope.ts';
import { faultsOf, guardedFaults } from '../../reference/faults.ts';
import { type ReproductionAnswer, tryReproductions } from './try-reproductions.ts';
import { linesOf, summaryOf } from './summary.ts';

interface Options {
  readonly fault?: readonly string[];
  readonly faults: number;
  readonly runs: number;
  readonly requests: number;
  readonly seed: number;
  readonly parallel: number;
  readonly for?: number;
}

const {
  fault: ids,
  faults,
  runs,
  requests,
  seed,
  parallel,
  for: minutes,
} = new Command('reproductions')
  .description(
    'runs the suites against guarded faults as payproof faults does, until a failure was repeated and made small, and replays each failure on a fresh server with the ' +
      'fault, where it must fail, and on a fresh sound one, where it must not',
  )
  .option('--faults <n>', 'so many guarded faults, drawn from the seed', wholeNumber(1), 150)
  .option('--fault <id>', 'these instead; repeatable', collected)
  .option('--runs <n>', 'random sequences per model', wholeNumber(1), defaultRuns)
  .option('--requests <n>', 'a run that has found nothing by then is ended', wholeNumber(1), 5000)
  .option('--seed <n>', 'seed of everything that is drawn', wholeNumber(0), 1)
  .option('--parallel <n>', 'faults under way at once', wholeNumber(1, 32), availableParallelism())
  .option('--for <minutes>', 'ends then; the faults under way are left out', wholeNumber(1))
  .parse()
  .opts<Options>();

const drawn = guardedFaults(seed);
const chosen = ids === undefined ? Array.from({ length: faults }, () => drawn.next().value) : faultsOf(ids);
const interrupt = onInterrupt();
const ending = new AbortController();
interrupt.signal.addEventListener('abort', () => ending.abort());
const timer = minutes === undefined ? undefined : setTimeout(() => ending.abort(), minutes * 60_000);
const print = (lines: readonly string[]) => {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
};
const command = `reproductions -- --seed ${seed} --runs ${runs}`;
const tried: readonly Tried<ReproductionAnswer>[] = await tryFaults(
  chosen,
  {
    questionAbout: (fault) => ({ ...questionAbout(fault, { runs, seed }), requests }),
    script: new URL('./reproduction-thread.mjs', import.meta.url),
    load: () => Promise.resolve(tryReproductions),
  },
  { parallel, signal: ending.signal, onTried: (one) => print(linesOf(one, command)) },
);
clearTimeout(timer);
interrupt.release();
const summary = summaryOf(tried, chosen.length);
print(summary.lines);
process.exitCode = interrupt.signal.aborted ? 130 : summary.isRight ? 0 : 1;
