import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { onInterrupt } from '../../cli/command/interrupt.ts';
import { collected, wholeNumber } from '../../cli/command/options.ts';
import { packageRoot } from '../../harness/files/version.ts';
import { mutated } from '../mutants/instrument.ts';
import { diffOf, sampleOf } from '../mutants/mutant.ts';
import { trackedFiles } from './copy.ts';
import { summaryOf, tryTests, type Tried } from './try-tests.ts';

interface Options {
  readonly sample: number;
  readonly seed: number;
  readonly folder?: readonly string[];
  readonly parallel: number;
  readonly timeout: number;
  readonly root: string;
}

const command = new Command('mutants:tests')
  .description(
    "changes the product's own code in one place at a time, and runs the tests that import the changed file",
  )
  .option('--sample <n>', 'so many of the mutants, drawn by the seed', wholeNumber(1), 200)
  .option('--seed <n>', 'seed of the sample', wholeNumber(0, 0x7fff_ffff), 1)
  .option(
    '--folder <path>',
    'mutants of this folder or file; repeatable; default: engine, models, suites',
    collected,
  )
  .option(
    '--parallel <n>',
    'copies, each with one mutant after another',
    wholeNumber(1, 32),
    availableParallelism(),
  )
  .option(
    '--timeout <s>',
    'seconds that the tests of a file may take, and that a mutant may add to them',
    wholeNumber(1),
    120,
  )
  .option('--root <dir>', 'another checkout, installed, such as one of an earlier commit', packageRoot)
  .parse();
const { sample, seed, folder, parallel, timeout, ...rest } = command.opts<Options>();
const root = resolve(rest.root);
const files = trackedFiles(root, folder ?? ['engine', 'models', 'suites']).filter((path) =>
  path.endsWith('.ts'),
);
const { mutants } = await mutated(
  new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])),
);
if (mutants.length === 0) command.error('no mutants there', { exitCode: 2 });
const chosen = sampleOf(mutants, sample, seed);
console.log(
  `${mutants.length} mutants of ${files.length} files, ${chosen.length} to be tried; first the tests without any`,
);

/** A change in one line, cut where it is long. */
function inOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

const interrupt = onInterrupt();
const all: Tried[] = [];
try {
  await tryTests(chosen, {
    root,
    parallel,
    timeoutMs: timeout * 1000,
    signal: interrupt.signal,
    onTried: (tried) => {
      all.push(tried);
      const { mutant, outcome, seconds } = tried;
      console.log(
        `${`${all.length}/${chosen.length}`.padEnd(8)} ${outcome.padEnd(8)} ${seconds.toFixed(0).padStart(4)} s  ${mutant.id} (line ${mutant.line})  ${inOneLine(mutant.original)} → ${inOneLine(mutant.replacement)}`,
      );
    },
  });
} finally {
  interrupt.release();
}
for (const { mutant, outcome } of all)
  if (outcome === 'survived' || outcome === 'no test')
    console.log(`\n${mutant.id}, line ${mutant.line}: ${outcome}\n${diffOf(mutant)}`);
console.log(`\n${summaryOf(all)}`);
if (interrupt.signal.aborted) process.exitCode = 130;
