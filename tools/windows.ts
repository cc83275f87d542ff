import { Command } from 'commander';
import { wholeNumber } from '../cli/command/options.ts';
import type { Machine } from '../engine/machine.ts';
import { operationNamed } from '../engine/operations.ts';
import { seededRandom } from '../engine/seeded-random.ts';
import type { TransitionGoal } from '../engine/goals.ts';
import { confirmedBy } from '../engine/walk/confirmed.ts';
import { addWindows, feasibleWindows } from '../engine/walk/feasible-windows.ts';
import { defaultWalk, nightlyWalk, walk, type WalkOptions } from '../engine/walk/walk.ts';
import { nothingDrawn } from '../engine/walk/weighted-choice.ts';
import { addAll, noWindows } from '../engine/walk/windows.ts';
import { startEmbedded } from '../harness/embedded.ts';
import { defaultRuns } from '../harness/means/scope.ts';
import { preflight } from '../harness/preflight/preflight.ts';
import { loadTarget } from '../harness/settings/settings.ts';
import { machineNamed, machineNames } from '../suites/explore/machines.ts';
import { inUnwrittenRun, unwrittenConfig } from '../suites/run/unwritten-run.ts';
import { tableOf } from './table.ts';

interface Options {
  readonly runs: number;
  readonly seed: number;
}

const { runs, seed } = new Command()
  .description(
    'which windows of two and of three changes random sequences cover and confirm, without a target',
  )
  .option('--runs <n>', 'random sequences per model', wholeNumber(1), defaultRuns)
  .option('--seed <n>', 'of the sequences', wholeNumber(0), 1)
  .parse()
  .opts<Options>();

/** Without a wish for new windows, as all sequences were before there were covering ones. */
const plain = 'as before        ';
const walks: Readonly<Record<string, Partial<WalkOptions>>> = {
  [plain]: { coveringShare: 0 },
  covering: {},
  'all covering': { coveringShare: 1 },
  'as in nights': nightlyWalk,
};

// What the audits at their ends confirm stands in brackets. Each row has as many requests as the first has with this number of sequences.
const table = tableOf(
  'machine          ',
  'sequences        ',
  ' number',
  ' requests',
  '          two',
  '      three',
  ' transitions',
);
console.log(table.head);
const server = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), { seed });
const config = unwrittenConfig(server.target, await preflight(server.target), { seed });
try {
  await inUnwrittenRun(config, 'windows', async (session) => {
    for (const name of machineNames) {
      const machine = machineNamed(name, session.setup(false));
      if (machine === undefined) throw new Error(`there is no machine "${name}"`);
      let most: number | undefined;
      for (const [words, options] of Object.entries(walks)) most = print(machine, words, options, most);
      const { two, three } = feasibleWindows(machine);
      console.log(table.row(machine.name, 'feasible', '', '', two.size, three.size, ''));
    }
  });
} finally {
  await server.close();
}

/** Draws `runs` sequences, or as many as take so many requests, prints a row of them, and gives their requests. */
function print<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  words: string,
  options: Partial<WalkOptions>,
  most?: number,
): number {
  const drawn = nothingDrawn();
  const random = seededRandom(seed);
  const met = noWindows();
  const confirmed = noWindows();
  const transitions = new Set<TransitionGoal>();
  let requests = 0;
  let number = 0;
  while (most === undefined ? number < runs : requests < most) {
    const steps = walk(machine, random, drawn, { ...defaultWalk, ...options });
    number += 1;
    requests += steps.filter(({ operation }) => operationNamed(machine, operation)?.control !== true).length;
    addWindows(machine, steps, met);
    const of = confirmedBy(machine, steps);
    if (of === undefined) continue;
    addAll(confirmed, of.windows);
    for (const one of of.transitions) transitions.add(one);
  }
  const shown = (length: keyof typeof met) => `${met[length].size} (${confirmed[length].size})`;
  console.log(
    table.row(machine.name, words, number, requests, shown('two'), shown('three'), transitions.size),
  );
  return most ?? requests;
}
