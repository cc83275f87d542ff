import { Command } from 'commander';
import { wholeNumber } from '../../cli/command/options.ts';
import { transitionGoal } from '../../engine/goals.ts';
import type { Plan } from '../../engine/plan/plan.ts';
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
import { type StageRow, stageTable, stageTableText } from './stage-table.ts';
import type { TransferFault } from './simulated-target.ts';
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
const table = tableOf(
  'suite                 ',
  ' requests',
  ' killed',
  ' missed',
  ' alike',
  ' killed %',
  ' confirmed',
  ' killed of these %',
);
if (stages !== true) console.log(table.head);
const all = { requests: 0, killed: 0, missed: 0, alike: 0, confirmed: 0, killedOfThese: 0, missedOfThese: 0 };
for (const { claim, plan } of planSuites(config, allClaims)) {
  const { machine: walks, suite } = claim;
  const machine =
    walks && machineNamed(walks.machine, setupOf(config.target, means, { ...walks, skewMs: config.skewMs }));
  const isWhole = plan.sequences.some(({ goals }) => goals.some(({ kind }) => kind === 'transition'));
  if (machine === undefined || !isWhole) continue;
  if (stages === true) {
    const sequences = plan.sequences.map(({ steps }) => steps);
    console.log(stageTableText(suite, stageTable(targetOf(machine), sequences)));
    continue;
  }
  const { missed, ...counts } = tried(machine, plan);
  const row = { requests: plan.requests, ...counts, missed: missed.length };
  print(suite, row);
  for (const [name, count] of Object.entries(row)) all[name as keyof typeof all] += count;
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

function tried(machine: AnyMachine, plan: Plan) {
  const target = targetOf(machine);
  const sequences = plan.sequences.map(({ steps }) => steps);
  const faults = new TransferFaults(target, sequences, sample);
  for (const sequence of sequences) faults.run(sequence);
  const { killed, missed, alike } = faults.counted();
  const confirmed = new Set(plan.sequences.flatMap(({ confirms = [] }) => confirms));
  const isAlike = alikeIn(stageTable(target, sequences));
  const isClaimed = (fault: TransferFault): boolean =>
    confirmed.has(transitionGoal(fault.stage, fault.operation, fault.outcome)) && !isAlike(fault);
  return {
    killed: killed.length,
    missed,
    alike: alike.length,
    confirmed: confirmed.size,
    killedOfThese: killed.filter(isClaimed).length,
    missedOfThese: missed.filter(([fault]) => isClaimed(fault)).length,
  };
}

/** Whether the audit tells the right stage of a fault from the wrong one in neither direction. */
function alikeIn(rows: readonly StageRow[]): (fault: TransferFault) => boolean {
  const pairs = new Map(rows.map(({ stage, merged }) => [stage, new Set(merged)]));
  return ({ right, wrong }) => pairs.get(right)?.has(wrong) === true || pairs.get(wrong)?.has(right) === true;
}

function print(suite: string, { requests, killed, missed, alike, ...claimed }: typeof all): void {
  const { confirmed, killedOfThese, missedOfThese } = claimed;
  console.log(
    table.row(
      suite,
      requests,
      killed,
      missed,
      alike,
      percent(killed, missed),
      confirmed,
      percent(killedOfThese, missedOfThese),
    ),
  );
}

const percent = (killed: number, missed: number): string => fixed((100 * killed) / (killed + missed), 1);
