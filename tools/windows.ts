import { Command } from 'commander';
import { wholeNumber } from '../cli/command/options.ts';
import type { Machine } from '../engine/machine.ts';
import { operationNamed } from '../engine/operations.ts';
import { seededRandom } from '../engine/seeded-random.ts';
import { feasibleWindows } from '../engine/walk/feasible-windows.ts';
import { defaultWalk, walk } from '../engine/walk/walk.ts';
import { nothingDrawn } from '../engine/walk/weighted-choice.ts';
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
  .description('which windows of two and of three changes random sequences cover, without a target')
  .option('--runs <n>', 'random sequences per model', wholeNumber(1), defaultRuns)
  .option('--seed <n>', 'of the sequences', wholeNumber(0), 1)
  .parse()
  .opts<Options>();

/** Without a wish for new windows, as all sequences were before there were covering ones. */
const plain = 'as before        ';
const shares = { [plain]: 0, covering: defaultWalk.coveringShare, 'all covering': 1 };

const table = tableOf('machine          ', 'sequences        ', ' number', ' requests', '  two', ' three');
console.log(table.head);
const server = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), { seed });
const config = unwrittenConfig(server.target, await preflight(server.target), { seed });
try {
  await inUnwrittenRun(config, 'windows', async (session) => {
    for (const name of machineNames) {
      const machine = machineNamed(name, session.setup(false));
      if (machine === undefined) throw new Error(`there is no machine "${name}"`);
      for (const [words, coveringShare] of Object.entries(shares)) print(machine, words, coveringShare);
      const { two, three } = feasibleWindows(machine);
      console.log(table.row(machine.name, 'feasible', '', '', two.size, three.size));
    }
  });
} finally {
  await server.close();
}

function print<S, C, R, N>(machine: Machine<S, C, R, N>, words: string, coveringShare: number): void {
  const drawn = nothingDrawn();
  const random = seededRandom(seed);
  const steps = Array.from({ length: runs }, () =>
    walk(machine, random, drawn, { ...defaultWalk, coveringShare }),
  ).flat();
  const requests = steps.filter(({ operation }) => operationNamed(machine, operation)?.control !== true);
  const { two, three } = drawn.windows;
  console.log(table.row(machine.name, words, runs, requests.length, two.size, three.size));
}
