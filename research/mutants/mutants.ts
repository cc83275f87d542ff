import { rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { onInterrupt } from '../../cli/interrupt.ts';
import { collected, wholeNumber } from '../../cli/options.ts';
import { packageRoot } from '../../cli/package-root.ts';
import { defaultRuns } from '../../harness/scope.ts';
import { allClaims } from '../../suites/claims/all-claims.ts';
import { instrument } from './instrument.ts';
import { classOf, readKept } from './kept.ts';
import { isReached } from './outcome.ts';
import { mutantsPage } from './page.ts';
import { sampleOf } from './sample.ts';
import { figuresOf, headLine, lineOf, summaryOf, survivorText } from './table.ts';
import { soundRun, tryMutants, type Tried } from './try-mutants.ts';

interface Options {
  readonly sample?: number;
  readonly seed: number;
  readonly mutant?: readonly string[];
  readonly file?: readonly string[];
  readonly runs: number;
  readonly parallel: number;
  readonly timeout: number;
  readonly write?: true;
}

/** Where `--write` keeps the table. */
const page = 'docs/mutants.md';

const command = new Command('mutants')
  .description(
    'changes the reference implementation in one place at a time, and runs the suites against each change',
  )
  .option(
    '--sample <n>',
    'so many of the mutants that a run reaches, drawn by the seed; default: all',
    wholeNumber(1),
  )
  .option('--seed <n>', 'seed of the sample and of the suites', wholeNumber(0, 0x7fff_ffff), 1)
  .option('--mutant <id>', 'only this one; repeatable', collected)
  .option(
    '--file <path>',
    'only mutants of this file, such as reference/legacy/close.ts; repeatable',
    collected,
  )
  .option('--runs <n>', 'random sequences per model', wholeNumber(1), defaultRuns)
  .option(
    '--parallel <n>',
    'threads, each with one mutant after another',
    wholeNumber(1, 32),
    availableParallelism(),
  )
  .option('--timeout <s>', 'seconds that one mutant may take', wholeNumber(1), 900)
  .option('--write', `keep the table in ${page}; also when interrupted, of what was tried until then`)
  .parse();
const options = command.opts<Options>();
const { seed, runs, mutant: ids, file: files } = options;
if (options.write && (ids !== undefined || files !== undefined))
  command.error('--write keeps a sample: give neither --mutant nor --file', { exitCode: 2 });

const kept = readKept();
const { folder, mutants } = await instrument();
const interrupt = onInterrupt();
const tried: Tried[] = [];
try {
  const of = (path: string) => files === undefined || files.includes(path);
  const asked = mutants.filter(({ id, file }) => of(file) && (ids === undefined || ids.includes(id)));
  if (asked.length === 0) command.error('no such mutant', { exitCode: 2 });
  console.log(`${mutants.length} mutants; one run without any, to see which a request reaches`);
  const suites = allClaims.map(({ suite }) => suite);
  const sound = await soundRun(folder, suites, { seed, runs });
  const reached = asked.filter((mutant) => isReached(mutant, sound.met));
  const chosen = options.sample === undefined ? reached : sampleOf(reached, options.sample, seed);
  console.log(
    `${asked.length} asked for, ${reached.length} reached, ${chosen.length} to be tried\n${headLine}`,
  );
  await tryMutants(chosen, {
    folder,
    sound,
    seed,
    runs,
    parallel: options.parallel,
    timeoutMs: options.timeout * 1000,
    signal: interrupt.signal,
    onTried: (one) => {
      tried.push(one);
      console.log(lineOf(one, classOf(one.mutant, kept)));
    },
  });
  const survivors = tried.filter(({ outcome }) => outcome.is !== 'killed');
  for (const one of survivors) console.log(`\n${survivorText(one, classOf(one.mutant, kept))}`);
  const figures = figuresOf(tried, kept, { mutants: asked.length, reached: reached.length });
  console.log(`\n${summaryOf(figures)}`);
  if (options.write && tried.length > 0)
    writeFileSync(
      join(packageRoot, page),
      mutantsPage({ seed, runs, size: chosen.length, figures, tried, kept }),
    );
  process.exitCode = interrupt.signal.aborted ? 130 : figures.unexplained > 0 ? 1 : 0;
} finally {
  interrupt.release();
  rmSync(folder, { recursive: true, force: true });
}
