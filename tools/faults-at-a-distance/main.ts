import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import pLimit from 'p-limit';
import { onInterrupt } from '../../cli/command/interrupt.ts';
import { collected, wholeNumber } from '../../cli/command/options.ts';
import { nothingCaught, type Tried } from '../../cli/faults/try-faults.ts';
import { headOf, lineOf, summaryOf } from '../../cli/faults.ts';
import { defaultRuns } from '../../harness/means/scope.ts';
import { drawing } from '../../reference/chance.ts';
import { faults, faultsOf } from '../../reference/faults.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { checkoutOption, jitterOption } from '../distance/options.ts';
import { linesOf, summaryOf as replaysOf } from '../reproductions/summary.ts';
import { replayedAlone, type ReproductionAnswer } from '../reproductions/try-reproductions.ts';
import { seconds, tableOf } from '../table.ts';
import { certifyFaultAway } from './certify-fault-away.ts';

const {
  ms,
  jitter,
  concurrency,
  faults: most,
  fault: ids,
  runs,
  seed,
  parallel,
  checkout,
} = new Command('faults-at-a-distance')
  .description(
    'certifies the built-in server with a seeded fault, in a process of its own behind a relay, until the requirement that it breaks is accused, and replays ' +
      'each failure alone, without the relay, on a fresh server with the fault and on a fresh sound one',
  )
  .option('--ms <n>', 'a round trip, ms', wholeNumber(0), 50)
  .addOption(jitterOption())
  .option('--concurrency <n>', 'requests under way at most', wholeNumber(1), 64)
  .option('--faults <n>', 'so many of the listed faults, drawn from the seed', wholeNumber(1), 60)
  .option('--fault <id>', 'these instead; repeatable', collected)
  .option('--runs <n>', 'random sequences per model', wholeNumber(1), defaultRuns)
  .option('--seed <n>', 'seed of all that is drawn', wholeNumber(0), 1)
  .option('--parallel <n>', 'faults under way at once', wholeNumber(1), availableParallelism())
  .addOption(checkoutOption())
  .parse()
  .opts<{
    readonly ms: number;
    readonly jitter: number;
    readonly concurrency: number;
    readonly faults: number;
    readonly fault?: readonly string[];
    readonly runs: number;
    readonly seed: number;
    readonly parallel: number;
    readonly checkout: string;
  }>();

const chosen = ids === undefined ? drawn(faults, most) : faultsOf(ids);
const width = Math.max(...chosen.map(({ id }) => id.length));
const table = tableOf('seconds', `${headOf(width)} `);
const command = `faults-at-a-distance -- --ms ${ms} --jitter ${jitter} --concurrency ${concurrency} --seed ${seed} --runs ${runs}`;
const interrupt = onInterrupt();
const dir = mkdtempSync(join(tmpdir(), 'payproof-faults-away-'));
const tried: Tried<ReproductionAnswer>[] = [];
const limit = pLimit(parallel);
console.log(table.head);
try {
  await Promise.all(chosen.map((fault) => limit(() => answered(fault))));
} finally {
  rmSync(dir, { recursive: true, force: true });
  interrupt.release();
}
const replays = replaysOf(tried, chosen.length);
console.log([summaryOf({ seed, runs, tried }), ...replays.lines].join('\n'));
const isRight = replays.isRight && tried.every(({ result }) => result.blamed);
process.exitCode = interrupt.signal.aborted ? 130 : isRight ? 0 : 1;

async function answered(fault: Fault): Promise<void> {
  const { signal } = interrupt;
  if (signal.aborted) return;
  const [one, took] = await tryAway(fault);
  if (signal.aborted) return;
  tried.push(one);
  const row = table.row(seconds(took), lineOf(one, width));
  console.log([row, ...linesOf(one, command).map((line) => `         ${line}`)].join('\n'));
}

/** What came of a fault, and how long the run took, ms. */
async function tryAway(fault: Fault): Promise<readonly [Tried<ReproductionAnswer>, number]> {
  const run = { concurrency, checkout, runs, seed, cache: join(dir, 'cache'), signal: interrupt.signal };
  try {
    const {
      result,
      failures,
      ms: took,
    } = await certifyFaultAway(fault, {
      ...run,
      distance: { ms, jitter, seed },
    });
    const answer = { id: fault.id, result, tried: await replayedAlone(fault.id, failures) };
    return [{ fault, result, answer }, took];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [{ fault, result: nothingCaught, error: why }, NaN];
  }
}

/** So many of a list at most, drawn from the seed, in its order. */
function drawn<T>(all: readonly T[], count: number): readonly T[] {
  const draw = drawing(seed);
  const order = all.map((one, at) => ({ one, at, by: draw() })).toSorted((a, b) => a.by - b.by);
  return order
    .slice(0, count)
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
