import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { onInterrupt } from '../../cli/command/interrupt.ts';
import { collected, wholeNumber } from '../../cli/command/options.ts';
import { packageRoot } from '../../harness/files/version.ts';
import { faults } from '../../reference/faults.ts';
import { huntAll } from './hunt-all.ts';
import { comparedOf, type Budget, type Compared } from './figures.ts';
import { peersPage } from './page.ts';
import { comparable, depthNames, sample } from './sample.ts';
import { peersTable, describeHunt } from './table.ts';

interface Options {
  readonly all?: true;
  readonly fault?: readonly string[];
  readonly class?: readonly string[];
  readonly perClass: number;
  readonly requests: number;
  readonly plainRequests?: number;
  readonly seed: number;
  readonly seeds: number;
  readonly parallel: number;
  readonly write?: true;
}

/** Where `--write` keeps all. */
const page = 'tools/peers.md';

const command = new Command('peers')
  .description('hunts seeded faults with this engine and with plain fc.commands over the same models')
  .option('--all', 'every fault that can be compared')
  .option('--fault <id>', 'only this one; repeatable', collected)
  .option('--class <name>', `only ${depthNames.join(', ')}; repeatable`, collected)
  .option('--per-class <n>', 'faults of each class', wholeNumber(1), 10)
  .option('--requests <n>', 'a fault that takes more is not caught', wholeNumber(1), 3000)
  .option(
    '--plain-requests <n>',
    'budget of plain commands, where their shrinking is to be compared; default: as --requests',
    wholeNumber(1),
  )
  .option('--seed <n>', 'the first seed of both', wholeNumber(0), 1)
  .option('--seeds <n>', 'seeds for each fault', wholeNumber(1), 1)
  .option('--parallel <n>', 'threads, each with one hunt after another', wholeNumber(1, 32), 1)
  .option('--write', `keep the table of each fault in ${page}; with --all and one seed only`)
  .parse();
const options = command.opts<Options>();
const { fault: ids, class: classes, requests: most } = options;
if (options.write && (!options.all || ids !== undefined || classes !== undefined || options.seeds > 1))
  command.error('--write keeps all: give --all, one seed, and neither --fault nor --class', { exitCode: 2 });
const budget: Budget = { ours: most, plain: Math.max(most, options.plainRequests ?? 0) };

const all = comparable();
const unknown = ids?.filter((id) => !all.some(({ fault }) => fault.id === id)) ?? [];
if (unknown.length > 0)
  command.error(`no such fault, or replies do not show it: ${unknown.join(', ')}`, { exitCode: 2 });
const those = options.all ? all : sample(all, options.perClass);
const chosen = (ids === undefined ? those : all.filter(({ fault }) => ids.includes(fault.id))).filter(
  ({ depth }) => classes?.includes(depth) ?? true,
);
const left = faults.length - all.length;
const hunts = chosen.flatMap((one) =>
  Array.from({ length: options.seeds }, (_, n) => ({ ...one, seed: options.seed + n })),
);
console.log(
  `${chosen.length} faults of ${all.length} that replies show, one request after another; left out: ${left} about overlapping requests, notifications or time, for which plain commands have no means`,
);
console.log(
  `seeds ${options.seed} to ${options.seed + options.seeds - 1}; caught within ${most} requests, plain commands go on to ${budget.plain}`,
);

const interrupt = onInterrupt();
const compared = new Map<number, Compared>();
const startedAt = performance.now();
let done = 0;
let broken = 0;
await huntAll(
  hunts.map(({ fault, machine, seed }) => ({ id: fault.id, machine, seed, most: budget })),
  {
    parallel: options.parallel,
    signal: interrupt.signal,
    onHunted: (at, answer) => {
      done += 1;
      const hunt = hunts[at];
      if (hunt === undefined) return;
      const one = comparedOf({ ...hunt, id: hunt.fault.id }, answer);
      if (one === undefined) broken += 1;
      else compared.set(at, one);
      const came =
        'error' in answer
          ? `FAILED: ${answer.error}`
          : `ours ${describeHunt(answer.ours)}; plain ${describeHunt(answer.plain)}`;
      console.log(
        `${`${done}/${hunts.length}`.padStart(8)} ${hunt.depth.padEnd(7)} ${hunt.fault.id} (seed ${hunt.seed}): ${came}`,
      );
      if (done % 20 === 0) process.stderr.write(`about ${minutesLeft()} more minutes\n`);
    },
  },
);
interrupt.release();
// In the order in which they were chosen.
const ordered = hunts.flatMap((_, at) => compared.get(at) ?? []);
console.log(`\n${peersTable(ordered, budget)}`);
const isWhole = ordered.length === hunts.length;
if (options.write && isWhole) writeFileSync(join(packageRoot, page), peersPage(ordered, budget, left));
else if (options.write)
  console.log(`${page} is left as it was: ${hunts.length - ordered.length} hunts are missing`);
process.exitCode = interrupt.signal.aborted ? 130 : broken > 0 ? 1 : 0;

function minutesLeft(): string {
  const each = (performance.now() - startedAt) / done;
  return ((each * (hunts.length - done)) / 60_000).toFixed(0);
}
