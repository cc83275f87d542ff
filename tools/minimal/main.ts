import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { questionAbout, tryFaults } from '../../cli/faults/try-faults.ts';
import { onInterrupt } from '../../cli/command/interrupt.ts';
import { collected, wholeNumber } from '../../cli/command/options.ts';
import { packageRoot } from '../../harness/files/version.ts';
import { faults } from '../../reference/faults.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { defaultRuns } from '../../harness/means/scope.ts';
import { leastSteps } from './fewest-requests.ts';
import { searchFault, type SearchQuestion } from './search-fault.ts';
import { headOf, lineOf, minimalPage, sizesOf } from './table.ts';

interface Options {
  readonly fault?: readonly string[];
  readonly runs: number;
  readonly seed: number;
  readonly parallel: number;
  readonly write?: true;
}

/** Where `--write` keeps all. */
const page = 'tools/minimal.md';

const command = new Command('minimal')
  .description(
    'searches for the fewest requests that can expose each fault, compared with what the suite reports',
  )
  .option('--fault <id>', 'only this one; repeatable', collected)
  .option('--runs <n>', 'random sequences per model', wholeNumber(1), defaultRuns)
  .option('--seed <n>', 'seed of everything that is drawn', wholeNumber(0), 1)
  .option('--parallel <n>', 'faults under way at once', wholeNumber(1, 32), 4)
  .option('--write', `keep the table in ${page}; of all faults only`)
  .parse();
const { fault: ids, runs, seed, parallel, write } = command.opts<Options>();
if (write && ids !== undefined) command.error('--write keeps all faults: leave out --fault', { exitCode: 2 });
const unknown = ids?.filter((id) => !faults.some((one) => one.id === id)) ?? [];
if (unknown.length > 0) command.error(`there is no fault ${unknown.join(', ')}`, { exitCode: 2 });
const chosen = faults.filter(({ id }) => ids?.includes(id) ?? true);

const alone = chosen.filter(({ concurrent }) => concurrent !== true);
const bounds = await leastSteps([...new Set(alone.map(({ requirement }) => requirement))]);
const interrupt = onInterrupt();
const width = Math.max(...chosen.map(({ id }) => id.length));
console.log(headOf(width));
const searched = await tryFaults(
  chosen,
  {
    questionAbout: (fault: Fault): SearchQuestion => {
      const bound = fault.concurrent ? undefined : bounds.get(fault.requirement);
      return { ...questionAbout(fault, { runs, seed }), ...(bound !== undefined && { bound }) };
    },
    script: new URL('./fault-thread.mjs', import.meta.url),
    load: () => Promise.resolve(searchFault),
  },
  { parallel, signal: interrupt.signal, onTried: (one) => console.log(lineOf(one, width)) },
);
interrupt.release();
console.log(`Sizes: ${sizesOf(searched)}.`);
if (write && !interrupt.signal.aborted)
  writeFileSync(join(packageRoot, page), minimalPage({ seed, runs, searched }));
process.exitCode = interrupt.signal.aborted ? 130 : searched.some(({ error }) => error !== undefined) ? 1 : 0;
