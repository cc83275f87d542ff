import { rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { onInterrupt } from '../../cli/command/interrupt.ts';
import { collected, wholeNumber } from '../../cli/command/options.ts';
import { packageRoot } from '../../harness/files/version.ts';
import { defaultRuns } from '../../harness/means/scope.ts';
import { allClaims } from '../../suites/claims/all-claims.ts';
import { instrument } from './instrument.ts';
import { classOf, isUnclear, readKept, staleIn } from './kept.ts';
import { isReached } from './outcome.ts';
import { numbersByFile, type Mutant, sampleOf } from './mutant.ts';
import { mutantsPage } from './page.ts';
import { readRead } from './read.ts';
import { figuresOf, headLine, lineOf, summaryOf, survivorText } from './table.ts';
import { openStore } from './store.ts';
import { soundRun, tryMutants, writeCourse, type Tried } from './try-mutants.ts';

interface Options {
  readonly sample?: number;
  readonly seed: number;
  readonly mutant?: readonly string[];
  readonly file?: readonly string[];
  readonly runs: number;
  readonly requests: number;
  readonly parallel: number;
  readonly timeout: number;
  readonly fresh?: true;
  readonly write?: true;
}

/** Where `--write` keeps the table. */
const page = 'tools/mutants.md';

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
  .option(
    '--requests <n>',
    'requests to a mutant, of those that meet it; one that survives them, and that nobody has explained, is sent all',
    wholeNumber(1),
    3000,
  )
  .option('--runs <n>', 'random sequences per model', wholeNumber(1), defaultRuns)
  .option(
    '--parallel <n>',
    'threads, each with one mutant after another',
    wholeNumber(1, 32),
    availableParallelism(),
  )
  .option('--timeout <s>', 'seconds that one mutant may take', wholeNumber(1), 300)
  .option('--fresh', 'tries again what was tried before with the same code and seed')
  .option('--write', `keep the table in ${page}; also when interrupted, of what was tried until then`)
  .parse();
const options = command.opts<Options>();
const { seed, runs, mutant: ids, file: files } = options;
if (options.write && (ids !== undefined || files !== undefined))
  command.error('--write keeps a sample: give neither --mutant nor --file', { exitCode: 2 });

const kept = readKept();
const { folder, mutants } = await instrument();
const interrupt = onInterrupt();
/** What the suites send, and what it shows without a mutant. */
async function soundOf(course: string) {
  const suites = allClaims.map(({ suite }) => suite);
  await writeCourse(folder, course, suites, { seed, runs });
  return soundRun(folder, course, seed);
}

try {
  const of = (path: string) => files === undefined || files.includes(path);
  const asked = mutants.filter(({ id, file }) => of(file) && (ids === undefined || ids.includes(id)));
  if (asked.length === 0) command.error('no such mutant', { exitCode: 2 });
  const store = openStore(folder, join(packageRoot, 'runs/mutants'), {
    seed,
    runs,
    fresh: options.fresh === true,
  });
  const stale = staleIn(kept, mutants);
  if (stale.length > 0) console.log(`survivors.yaml names what is no mutant any more: ${stale.join(', ')}`);
  console.log(`${mutants.length} mutants; two runs without any, to see what is sent and which it reaches`);
  const sound = store.sound ?? (await soundOf(store.course));
  store.keepSound(sound);
  const reached = asked.filter((mutant) => isReached(mutant, sound.met));
  const chosen = options.sample === undefined ? reached : sampleOf(reached, options.sample, seed);
  console.log(
    `${asked.length} asked for, ${reached.length} reached, ${chosen.length} to be tried\n${headLine}`,
  );
  const tried = new Map<string, Tried>();
  const note = (one: Tried) => {
    tried.set(one.mutant.id, one);
    console.log(lineOf(one, classOf(one.mutant, kept), { at: tried.size, of: chosen.length }));
  };
  for (const mutant of chosen) {
    const before = store.of(mutant);
    if (before !== undefined) note(before);
  }
  const tryThese = (some: readonly Mutant[], most?: number) =>
    tryMutants(some, {
      folder,
      course: store.course,
      sound,
      files: numbersByFile(mutants),
      seed,
      parallel: options.parallel,
      ...(most !== undefined && { most }),
      timeoutMs: options.timeout * 1000,
      signal: interrupt.signal,
      onTried: (one) => {
        store.keep(one);
        note(one);
      },
    });
  await tryThese(
    chosen.filter(({ id }) => !tried.has(id)),
    options.requests,
  );
  const unclear = [...tried.values()].filter((one) => isUnclear(one, kept)).map(({ mutant }) => mutant);
  if (unclear.length > 0) console.log(`${unclear.length} that nobody has explained, with the whole course`);
  await tryThese(unclear);
  const all = [...tried.values()];
  const survivors = all.filter(({ outcome }) => outcome.is !== 'killed');
  for (const one of survivors) console.log(`\n${survivorText(one, classOf(one.mutant, kept))}`);
  const figures = figuresOf(all, kept, { mutants: asked.length, reached: reached.length });
  console.log(`\n${summaryOf(figures)}`);
  if (options.write && all.length > 0)
    writeFileSync(
      join(packageRoot, page),
      mutantsPage({ seed, runs, size: chosen.length, figures, tried: all, kept, read: readRead() }),
    );
  process.exitCode = interrupt.signal.aborted ? 130 : figures.unexplained > 0 ? 1 : 0;
} finally {
  interrupt.release();
  rmSync(folder, { recursive: true, force: true });
}
