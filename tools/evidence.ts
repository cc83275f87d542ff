import { explore } from '../engine/explore.ts';
import { ruleGoal, type Goal } from '../engine/goals.ts';
import { startEmbedded } from '../harness/embedded.ts';
import type { Phase } from '../harness/records/exchange-records.ts';
import { meansOf } from '../harness/means/means.ts';
import { preflight } from '../harness/preflight/preflight.ts';
import { loadTarget } from '../harness/settings/settings.ts';
import { allLatitudes, allRequirements } from '../spec/register.ts';
import type { Call, Notification, Reply } from '../models/wire.ts';
import { allClaims } from '../suites/claims/all-claims.ts';
import { evidenceName, type MachineRun } from '../suites/explore/machine-run.ts';
import { machineNamed } from '../suites/explore/machines.ts';
import type { RunConfig } from '../suites/run/run-config.ts';
import { planSuites, type SuitePlan, coverageGoalsOf } from '../suites/explore/coverage-goals.ts';
import { isOver, type Session } from '../suites/run/session.ts';
import { inUnwrittenRun, unwrittenConfig } from '../suites/run/unwritten-run.ts';
import { fixed, tableOf } from './table.ts';

/** A random walk ends at so many times the requests of the plan; the goal is ten. */
const patience = 12;
const table = tableOf(
  'suite                 ',
  ' evidence',
  ' least',
  '  plan',
  ' plan/least',
  ' random walk',
  ' plan/random',
);
const seed = Number(process.argv[2] ?? 1);

type Figures = Awaited<ReturnType<typeof measure>>;

const known = { requirements: allRequirements, latitudes: allLatitudes };
const server = await startEmbedded(loadTarget({ file: undefined, name: undefined, known }), { seed });
try {
  const run = unwrittenConfig(server.target, await preflight(server.target), { seed });
  const started = process.cpuUsage();
  const suites = planSuites(run, allClaims);
  const { user, system } = process.cpuUsage(started);
  console.log(`requests to full evidence on the embedded server, seed ${seed}`);
  const requests = suites.reduce((sum, { plan }) => sum + plan.requests, 0);
  const ms = ((user + system) / 1e3).toFixed(0);
  console.log(`all plans, ${requests} requests, in ${ms} ms of processor time`);
  console.log(table.head);
  const reachedBy = new Map<string, Set<Goal>>();
  const all = { evidence: 0, met: 0, least: 0, planned: 0, random: 0 };
  for (const suite of suites) {
    const { machine: walks } = suite.claim;
    if (walks === undefined) continue;
    const reached = reachedBy.get(evidenceName(walks)) ?? new Set<Goal>();
    reachedBy.set(evidenceName(walks), reached);
    const figures = await measure(run, suite, reached);
    console.log(line(suite.claim.suite, figures));
    for (const name of ['evidence', 'met', 'least', 'planned', 'random'] as const) all[name] += figures[name];
  }
  console.log(line('all', all));
} finally {
  await server.close();
}

/** The requests of the plan until nothing more is planned, then those of a random walk until it has met the same evidence. */
async function measure(run: RunConfig, { claim, plan, rules }: SuitePlan, reached: Set<Goal>) {
  const { machine: walks } = claim;
  if (walks === undefined) throw new Error(`${claim.suite} walks no machine`);
  // The classes of data take half of a plan's requests; a walk would never meet them all.
  const aimed = plan.sequences.flatMap(({ goals }) => goals).filter(({ kind }) => kind !== 'class');
  const { transitions } = coverageGoalsOf(walks, meansOf(run.target, run.capabilities), []);
  const planned = await requestsOf(run, claim.suite, (session) => ({
    ...exploring(session, walks),
    runs: 1,
    // At least one random sequence is required.
    enough: () => false,
    walk: { minSteps: 1, maxSteps: 1 },
    rules,
    transitions,
    reached,
    onSequence: () => undefined,
  }));
  const left = new Set(aimed.filter((goal) => reached.has(goal)));
  const evidence = left.size;
  const random = await requestsOf(run, claim.suite, (session) => ({
    ...exploring(session, walks),
    runs: 100_000,
    enough: () => left.size === 0 || session.connection.requests >= patience * planned,
    onSequence: (_id, _phase, execution) => {
      for (const rule of execution.evidence.keys()) left.delete(ruleGoal(rule));
      for (const transition of execution.transitions) left.delete(transition);
    },
  }));
  return { evidence, met: evidence - left.size, least: plan.leastRequests, planned, random };
}

/** The requests of one exploration in a session of its own. */
async function requestsOf(
  run: RunConfig,
  suite: string,
  options: (session: Session) => Parameters<typeof explore<unknown, Call, Reply, Notification>>[0],
): Promise<number> {
  const own = unwrittenConfig(run.target, run, { seed });
  return inUnwrittenRun(own, suite, async (session) => {
    await explore(options(session));
    return session.connection.requests;
  });
}

/** How `certify` explores a machine. */
function exploring(session: Session, walks: MachineRun) {
  const machine = machineNamed(walks.machine, session.setup(walks.exclusive));
  if (machine === undefined) throw new Error(`there is no machine "${walks.machine}"`);
  const notifications = walks.notifications ? session.notifications(walks) : undefined;
  const concurrency = walks.exclusive ? 1 : session.config.target.limits.concurrency;
  return {
    machine,
    driver: (id: string, phase: Phase) => session.driver(`${session.suite}/${id}`, phase),
    ...(notifications && { notifications }),
    seed: session.config.seed,
    concurrency,
    batch: walks.exclusive ? 1 : 2 * concurrency,
    choices: session.run.memory.choices,
    shrinkBudget: 0,
    bail: false,
    stop: () => isOver(session),
    requests: () => session.connection.requests,
    onFailure: () => {
      throw new Error('the embedded server conforms');
    },
  };
}

function line(name: string, { evidence, met, least, planned, random }: Figures): string {
  const more = met < evidence;
  return table.row(
    name,
    evidence,
    least,
    planned,
    fixed(planned / least, 2),
    `${more ? '> ' : ''}${random}`,
    `${more ? '< ' : ''}${fixed(planned / random, 2)}`,
    more ? `  ${met} of ${evidence} met by then` : '',
  );
}
