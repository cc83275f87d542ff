import * as fc from 'fast-check';
import { sequences } from '../../engine/walk/sequences.ts';
import { Evidence } from '../../engine/plan/evidence.ts';
import { plan as planOf } from '../../engine/plan/plan.ts';
import { execute } from '../../engine/judge/execute.ts';
import { type Execution } from '../../engine/judge/execution.ts';
import { nothingLearned } from '../../engine/learned.ts';
import { nothingDrawn } from '../../engine/walk/weighted-choice.ts';
import { shrink } from '../../engine/shrink/shrink.ts';
import { startEmbedded } from '../../harness/embedded.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { loadTarget } from '../../harness/settings/settings.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { claims } from '../../suites/claims/all-claims.ts';
import { machineNamed, type AnyMachine } from '../../suites/explore/machines.ts';
import type { Session } from '../../suites/run/session.ts';
import { inUnwrittenRun, unwrittenConfig } from '../../suites/run/unwritten-run.ts';
import { coverageGoalsOf } from '../../suites/explore/coverage-goals.ts';
import { shrinkPlainly, type Manner } from './shrink-plainly.ts';
import { suiteOf, type MachineName, type Sampled } from '../peers/sample.ts';
import type { Shrinking, ShrunkBoth } from './table.ts';

/** Both get a failing walk of so many steps. */
export const walked = { minSteps: 30, maxSteps: 40 };
/** Walks that are tried until one fails. */
const mostWalks = 200;
/** Requests that plain commands may take to shrink one. */
const mostPlain = 20_000;
/** Candidates of ours, as many as `certify` allows. */
const mostOurs = 400;

type Failing = Execution<unknown, Call, Reply, Notification>;

/** Lets each shrink the first random walk that fails under a fault. Gives the reason where that is not possible. */
export async function shrunkByBoth(
  { fault, machine: name, depth, least }: Sampled,
  seed: number,
): Promise<ShrunkBoth | { why: string }> {
  const embedded = loadTarget({ file: undefined, name: 'embedded' });
  const server = await startEmbedded(embedded, { seed, faults: [fault.id] });
  const config = unwrittenConfig(server.target, await preflight(server.target), { seed });
  try {
    return await inUnwrittenRun(config, 'shrinkers', async (session) => {
      const machine = machineNamed(name, session.setup(false));
      if (machine === undefined) throw new Error(`there is no machine "${name}"`);
      const failing = await failingWalk(machine, session, seed);
      if (failing === undefined) return { why: `none of ${mostWalks} walks failed` };
      const planned = await evidenceOf(name, machine, session, seed).others(failing);
      const ours = await shrunkByUs(machine, session, failing, planned);
      const alone = await shrunkByUs(machine, session, failing, {});
      const plain = await shrunkPlainly(machine, session, failing, 'as drawn');
      const filled = await shrunkPlainly(machine, session, failing, 'filled');
      const byName = await shrunkPlainly(machine, session, failing, 'by name');
      if (!plain || !filled || !byName || !ours || !alone) return { why: 'it did not come back' };
      return { depth, least, executed: failing.performed.length, ours, alone, plain, filled, byName };
    });
  } finally {
    await server.close();
  }
}

/** The first random walk that fails. */
async function failingWalk(
  machine: AnyMachine,
  session: Session,
  seed: number,
): Promise<Failing | undefined> {
  const drawn = nothingDrawn();
  for (let n = 0; n < mostWalks; n += 1) {
    const [walk] = fc.sample(sequences(machine, walked, drawn), { seed: seed + n, numRuns: 1 });
    const execution = await execute(machine, walk ?? [], session.driver(`walk-${n}`, 'explore'));
    if (execution.violation !== undefined) return execution;
  }
  return undefined;
}

async function shrunkPlainly(
  machine: AnyMachine,
  session: Session,
  failing: Failing,
  manner: Manner,
): Promise<Shrinking | undefined> {
  const driver = (id: string) => session.driver(id, 'shrink');
  const shrunk = await shrinkPlainly(machine, failing, driver, { most: mostPlain, manner });
  return shrunk && { ...shrunk, confirmations: 0, confirm: 0 };
}

/** With `planned`, shrinks as `certify` does, which knows the shortest sequences of its plan. */
async function shrunkByUs(
  machine: AnyMachine,
  session: Session,
  failing: Failing,
  planned: Awaited<ReturnType<Evidence<unknown, Call, Reply, Notification>['others']>>,
): Promise<Shrinking | undefined> {
  const count = { shrink: { runs: 0, requests: 0 }, confirm: { runs: 0, requests: 0 } };
  const { execution, failed, outOf } = await shrink(failing, {
    ...planned,
    machine,
    run: async (candidates, phase) => {
      const executions: Failing[] = [];
      for (const candidate of candidates) {
        const tried = await execute(machine, candidate, session.driver(`ours-${phase}`, phase));
        count[phase].runs += 1;
        count[phase].requests += tried.requests;
        executions.push(tried);
      }
      return executions;
    },
    width: 1,
    budget: mostOurs,
    stop: () => false,
  });
  if (failed < outOf) return undefined;
  const { shrink: made, confirm } = count;
  const steps = execution.performed.filter(({ control }) => !control).length;
  return { ...made, confirmations: confirm.runs, confirm: confirm.requests, steps };
}

const evidence = new Map<MachineName, Evidence<unknown, Call, Reply, Notification>>();

/** The same for all faults of one machine. */
function evidenceOf(name: MachineName, machine: AnyMachine, session: Session, seed: number) {
  const known = evidence.get(name);
  if (known !== undefined) return known;
  const goals = coverageGoalsOf(claims[suiteOf[name]].machine, session.means, []);
  const made = new Evidence<unknown, Call, Reply, Notification>(
    { ...goals, reached: new Set(), notifications: false, seed },
    (options) => planOf(machine, options),
  );
  made.begin(nothingLearned);
  evidence.set(name, made);
  return made;
}
