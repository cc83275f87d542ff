import { Command } from 'commander';
import { collected, wholeNumber } from '../cli/options.ts';
import { defaultWalk } from '../engine/walk.ts';
import { startEmbedded } from '../harness/embedded.ts';
import { preflight } from '../harness/preflight.ts';
import { loadTarget, type Target } from '../harness/settings.ts';
import { faults } from '../reference/faults.ts';
import { certifyEmbedded } from '../suites/certify-embedded.ts';
import { claims } from '../suites/claims.ts';
import { machineNamed } from '../suites/machines.ts';
import { noJournal, openSession } from '../suites/session.ts';
import { endShared } from '../suites/shared.ts';
import { unwrittenPlan } from '../suites/unwritten-plan.ts';
import { comparable, depthNames, sample, suiteOf, type Depth, type Sampled } from './peers-sample.ts';
import { peersTable, type Compared, type Hunt } from './peers-table.ts';
import { plainCommands } from './plain-commands.ts';

interface Options {
  readonly fault?: readonly string[];
  readonly class?: readonly string[];
  readonly perClass: number;
  readonly requests: number;
  readonly plainRequests?: number;
  readonly seed: number;
  readonly seeds: number;
}

const options = new Command('peers')
  .description('hunts seeded faults with this engine and with plain fc.commands over the same models')
  .option('--fault <id>', 'only this one; repeatable', collected)
  .option('--class <name>', `only ${depthNames.join(', ')}; repeatable`, collected)
  .option('--per-class <n>', 'faults of each class', wholeNumber(1), 10)
  .option('--requests <n>', 'whoever needs more has not caught the fault', wholeNumber(1), 3000)
  .option(
    '--plain-requests <n>',
    'plain commands may go on so far, so that their shrinking can be compared; default: no further',
    wholeNumber(1),
  )
  .option('--seed <n>', 'the first seed of both', wholeNumber(0), 1)
  .option('--seeds <n>', 'seeds for each fault', wholeNumber(1), 2)
  .parse()
  .opts<Options>();
const { fault: ids, class: classes, requests: mostRequests } = options;
const budget = { ours: mostRequests, plain: Math.max(mostRequests, options.plainRequests ?? 0) };

const all = comparable();
const chosen = (
  ids === undefined ? sample(all, options.perClass) : all.filter(({ fault }) => ids.includes(fault.id))
).filter(({ depth }: { readonly depth: Depth }) => classes?.includes(depth) ?? true);
console.log(
  `${chosen.length} faults of ${all.length} that replies show, one request after another; left out: ${faults.length - all.length} about overlapping requests, notifications or time, for which plain commands have no means`,
);
console.log(
  `seeds ${options.seed} to ${options.seed + options.seeds - 1}; caught within ${mostRequests} requests, plain commands go on to ${budget.plain}`,
);
const compared: Compared[] = [];
process.once('SIGINT', () => {
  console.log(`\n${peersTable(compared, budget)}`);
  process.exit(130);
});
for (const one of chosen) {
  for (let seed = options.seed; seed < options.seed + options.seeds; seed += 1) {
    const ours = await huntedByUs(one, seed);
    const plain = await huntedPlainly(one, seed);
    compared.push({ id: one.fault.id, depth: one.depth, ours, plain });
    console.log(
      `${one.depth.padEnd(7)} ${one.fault.id} (seed ${seed}): ours ${told(ours)}; plain ${told(plain)}`,
    );
  }
}
console.log(`\n${peersTable(compared, budget)}`);

function told(hunt: Hunt | undefined): string {
  if (hunt === undefined) return 'not caught';
  return `${hunt.find} to find, ${hunt.shrink} in ${hunt.executions} runs to shrink, ${hunt.steps} left`;
}

/** Over one connection, as plain commands have but one: what others send meanwhile would count against us. */
function overOneConnection(target: Target): Target {
  return { ...target, limits: { ...target.limits, concurrency: 1 } };
}

async function huntedByUs({ fault, machine }: Sampled, seed: number): Promise<Hunt | undefined> {
  const { failures, records } = await certifyEmbedded({
    seed,
    runs: mostRequests,
    // Random sequences may take four fifths of it; the rest is for the shrinking.
    maxRequests: Math.ceil(1.25 * mostRequests),
    faults: [fault.id],
    claims: [claims[suiteOf[machine]]],
    settings: overOneConnection,
    enough: (found) => found.some(({ flaky, requestsToFind }) => !flaky || requestsToFind > mostRequests),
  });
  const failure = failures.find(({ flaky }) => !flaky);
  if (failure === undefined || failure.requestsToFind > mostRequests) return undefined;
  const before = records.findIndex((record) => record.k === 'failure' && !record.flaky);
  const executions = records
    .slice(0, before)
    .filter((record) => record.k === 'sequence' && record.phase !== 'explore').length;
  return {
    find: failure.requestsToFind,
    shrink: failure.requestsToShrink,
    executions,
    // Control calls are no requests, and plain commands do not count theirs either.
    steps: failure.transcript.filter(({ control }) => !control).length,
  };
}

async function huntedPlainly({ fault, machine: name }: Sampled, seed: number): Promise<Hunt | undefined> {
  const server = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), {
    seed,
    faults: [fault.id],
  });
  const target = overOneConnection(server.target);
  const plan = unwrittenPlan(target, await preflight(target), { seed });
  const session = await openSession(plan, 'peers', noJournal);
  try {
    const machine = machineNamed(name, session.setup(false));
    if (machine === undefined) throw new Error(`there is no machine "${name}"`);
    const { found } = await plainCommands(machine, (id) => session.driver(id, 'explore'), {
      seed,
      most: budget.plain,
      maxCommands: defaultWalk.maxSteps,
    });
    return (
      found && {
        find: found.requests,
        shrink: found.shrink,
        executions: found.executions,
        steps: found.steps,
      }
    );
  } finally {
    await session.close();
    await endShared(plan);
    await server.close();
  }
}
