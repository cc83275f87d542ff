import { Command } from 'commander';
import { collected, wholeNumber } from '../cli/options.ts';
import { defaultWalk } from '../engine/walk.ts';
import { startEmbedded } from '../harness/embedded.ts';
import { preflight } from '../harness/preflight.ts';
import { loadTarget } from '../harness/settings.ts';
import { faults } from '../reference/faults.ts';
import type { Fault } from '../reference/faults/fault.ts';
import { allRequirements } from '../spec/register.ts';
import type { Means } from '../spec/requirement.ts';
import { certifyEmbedded } from '../suites/certify-embedded.ts';
import { claims } from '../suites/claims.ts';
import { machineNamed, ownOperations } from '../suites/machines.ts';
import { noJournal, openSession } from '../suites/session.ts';
import { endShared } from '../suites/shared.ts';
import { unwrittenPlan } from '../suites/unwritten-plan.ts';
import { median, peersTable, type Compared, type Hunt } from './peers-table.ts';
import { plainCommands } from './plain-commands.ts';

/** Whichever needs more than this has not caught the fault. */
const mostRequests = 3000;

/** The suites that judge replies beside others: what needs notifications or a clock that moves, plain commands can't reach. */
const suiteOf = {
  legacy: 'legacy/lifecycle',
  'resource-payments': 'resource/payments',
  'resource-tokens': 'resource/tokens',
} as const;
type MachineName = keyof typeof suiteOf;

const beyondReplies: ReadonlySet<Means> = new Set(['webhooks', 'clock.advance', 'consumers.status']);

interface Options {
  readonly fault?: readonly string[];
  readonly every: number;
  readonly seed: number;
}

const {
  fault: ids,
  every,
  seed,
} = new Command('peers')
  .description('hunts seeded faults with this engine and with plain fc.commands over the same models')
  .option('--fault <id>', 'only this one; repeatable', collected)
  .option('--every <n>', 'every nth fault only', wholeNumber(1), 1)
  .option('--seed <n>', 'seed of both', wholeNumber(0), 1)
  .parse()
  .opts<Options>();

const chosen = faults
  .flatMap((fault) => {
    const machine = machineOf(fault);
    return machine === undefined ? [] : [{ fault, machine }];
  })
  .filter(({ fault }, index) => (ids === undefined ? index % every === 0 : ids.includes(fault.id)));
console.log(
  `${chosen.length} faults that replies show, ${mostRequests} requests at most for each, seed ${seed}`,
);
const compared: Compared[] = [];
for (const { fault, machine } of chosen) {
  const ours = await huntedByUs(fault, machine);
  const plain = await huntedPlainly(fault, machine);
  compared.push({ id: fault.id, ours, plain });
  const cell = (hunt: Hunt | undefined) =>
    hunt === undefined ? 'not caught' : `${hunt.find} found, ${hunt.shrink} shrink, ${hunt.steps} steps`;
  console.log(`${fault.id}: ours ${cell(ours)}; plain ${cell(plain)}`);
}
console.log(`\n${peersTable(compared)}`);
const shrunk = compared.flatMap(({ ours }) => (ours === undefined ? [] : [ours.shrink]));
console.log(`median shrink of ours ${median(shrunk)} requests (goal 50 at most)`);

/** The machine whose replies show a fault; undefined where it takes more than replies. */
function machineOf({ requirement }: Fault): MachineName | undefined {
  const row = allRequirements.find(({ id }) => id === requirement);
  if (row === undefined || row.needs?.some((need) => beyondReplies.has(need))) return undefined;
  const names: readonly MachineName[] =
    row.document === 'legacy' ? ['legacy'] : ['resource-payments', 'resource-tokens'];
  return names.find((name) => ownOperations[name]?.includes(row.operation));
}

async function huntedByUs(fault: Fault, machine: MachineName): Promise<Hunt | undefined> {
  const { failures } = await certifyEmbedded({
    seed,
    runs: mostRequests,
    maxRequests: 2 * mostRequests,
    faults: [fault.id],
    claims: [claims[suiteOf[machine]]],
    enough: (found) => found.some(({ flaky }) => !flaky),
  });
  const failure = failures.find(({ flaky }) => !flaky);
  if (failure === undefined || failure.requestsToFind > mostRequests) return undefined;
  return { find: failure.requestsToFind, shrink: failure.requestsToShrink, steps: failure.steps };
}

async function huntedPlainly(fault: Fault, name: MachineName): Promise<Hunt | undefined> {
  const server = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), {
    seed,
    faults: [fault.id],
  });
  const plan = unwrittenPlan(server.target, await preflight(server.target), { seed });
  const session = await openSession(plan, 'peers', noJournal);
  try {
    const machine = machineNamed(name, session.setup(false));
    if (machine === undefined) throw new Error(`there is no machine "${name}"`);
    const driver = (id: string) => session.driver(id, 'explore');
    const { found } = await plainCommands(machine, driver, {
      seed,
      most: mostRequests,
      maxCommands: defaultWalk.maxSteps,
    });
    return found && { find: found.requests, shrink: found.shrink, steps: found.steps };
  } finally {
    await session.close();
    await endShared(plan);
    await server.close();
  }
}
