import { Command } from 'commander';
import { wholeNumber } from '../../cli/command/options.ts';
import type { Sequence } from '../../engine/model.ts';
import { startEmbedded } from '../../harness/embedded.ts';
import { meansOf, setupOf } from '../../harness/means/means.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { loadTarget } from '../../harness/settings/settings.ts';
import { allClaims } from '../../suites/claims/all-claims.ts';
import { planSuites } from '../../suites/explore/coverage-goals.ts';
import { type AnyMachine, machineNamed } from '../../suites/explore/machines.ts';
import { unwrittenConfig } from '../../suites/run/unwritten-run.ts';
import { fixed, tableOf } from '../table.ts';
import { legacyEntities, resourceEntities } from './entities.ts';
import { stageTable, stageTableText } from './stage-table.ts';
import { SimulatedTarget } from './simulated-target.ts';
import { TransferFaults } from './transfer-faults.ts';

interface Options {
  readonly seed: number;
  readonly sample: number;
  readonly list?: true;
  readonly stages?: true;
}

const { seed, sample, list, stages } = new Command()
  .description('how many wrong next states behind right answers the plan alone finds, without a target')
  .option('--seed <n>', 'of the plans', wholeNumber(0), 1)
  .option('--sample <n>', 'tries each n-th fault', wholeNumber(1), 12)
  .option('--list', 'names the faults that are missed, with what would tell them')
  .option(
    '--stages',
    'prints which steps of an audit tell which stages apart, in Markdown, and tries no fault',
  )
  .parse()
  .opts<Options>();

const server = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), { seed });
const config = unwrittenConfig(server.target, await preflight(server.target), { seed });
await server.close();
const means = meansOf(config.target, config.capabilities, config);
const table = tableOf('suite                 ', ' requests', ' killed', ' missed', ' alike', ' killed %');
if (stages !== true) console.log(table.head);
const all = { requests: 0, killed: 0, missed: 0, alike: 0 };
for (const { claim, plan } of planSuites(config, allClaims)) {
  const { machine: walks, suite } = claim;
  const machine =
    walks && machineNamed(walks.machine, setupOf(config.target, means, { ...walks, skewMs: config.skewMs }));
  const isWhole = plan.sequences.some(({ goals }) => goals.some(({ kind }) => kind === 'transition'));
  if (machine === undefined || !isWhole) continue;
  const sequences = plan.sequences.map(({ steps }) => steps);
  if (stages === true) {
    console.log(stageTableText(suite, stageTable(targetOf(machine), sequences)));
    continue;
  }
  const { missed, ...counts } = tried(machine, sequences);
  const row = { requests: plan.requests, ...counts, missed: missed.length };
  print(suite, row);
  for (const name of ['requests', 'killed', 'missed', 'alike'] as const) all[name] += row[name];
  if (list !== true) continue;
  for (const [{ stage, operation, outcome, right, wrong }, by] of missed)
    console.log(
      `  ${stage}: ${operation}, ${outcome} → ${right}; wrong: ${wrong}; told by ${by.map((step) => `${step.operation} ${step.kind}`).join(', ')}`,
    );
}
if (stages !== true) print('all', all);

function targetOf(machine: AnyMachine) {
  return new SimulatedTarget(machine, machine.name === 'legacy' ? legacyEntities : resourceEntities);
}

function tried(machine: AnyMachine, sequences: readonly Sequence[]) {
  const target = targetOf(machine);
  const faults = new TransferFaults(target, sequences, sample);
  for (const sequence of sequences) faults.run(sequence);
  const { killed, missed, alike } = faults.counted();
  return { killed, missed, alike: alike.length };
}

function print(suite: string, { requests, killed, missed, alike }: typeof all): void {
  console.log(
    table.row(suite, requests, killed, missed, alike, fixed((100 * killed) / (killed + missed), 1)),
  );
}
