import type { Planner } from '../../engine/plan/kept-plan.ts';
import { likeliest } from '../../engine/judge/belief.ts';
import { explore } from '../../engine/explore.ts';
import { rulesOf } from '../../engine/judge/signature.ts';
import { defaultWalk } from '../../engine/walk/walk.ts';
import type { FailureRecord } from '../../harness/journal/journal-records.ts';
import { failureRecord } from './failure-record.ts';
import { machineNamed } from './machines.ts';
import { expectedNotifications } from './expected-notifications.ts';
import { transitionsKept } from '../plans/plan-cache.ts';
import { drawingSeed, roundName } from '../run/run-plan.ts';
import { seedOf, type MachineRun } from './machine-run.ts';
import type { Session } from '../run/session.ts';
import { forResuming } from '../resume/for-resuming.ts';
import { recallFrom } from '../resume/recall.ts';
import { partOf } from '../shards/part-of.ts';
import { newObservations } from './observed-choices.ts';
import { sequenceRecord } from './sequence-record.ts';
import { wrongStep } from './wrong-step.ts';
import { UnfinishedSequences } from './unfinished-sequences.ts';
import { coverageGoalsOf, reachedOf } from './coverage-goals.ts';
import { plannedElsewhere, plannerFor } from './planned-elsewhere.ts';

/** Sequences in a batch, for each connection: so many that few connections are idle at the end of a batch. A batch shares one wait for notifications. */
const batchPerConnection = 16;
/** Where the first failure may end the run, batches are small; larger where they share a wait. */
const smallBatch = { replies: 2, notifications: 6 } as const;

/** Sequences that run while the first plan is made, for each connection. */
const whilePlanning = 2;

/** Batches whose notifications are waited for at once: each sequence keeps its replies meanwhile, some 80 kB. */
const batchesInFlight = 8;

/** Candidates for one failure: far more than shrinking usually takes. */
const shrinkBudget = 400;

/** Of a violation that the run found before it was broken off, and had not reported by then. */
const notAgain =
  'a violation that was found before the interruption did not happen again: it is not reported';

/** The share of a suite's allowance for random sequences: the rest is for what they leave without evidence. */
const randomShare = 0.8;

/** Explores one machine against the session's target, and journals every verdict. `runs`: random sequences. Gives the failures that it journaled. */
export async function certifyMachine(
  session: Session,
  run: MachineRun & { readonly runs: number },
): Promise<readonly FailureRecord[]> {
  const { plan, suite, journal, connection } = session;
  const setup = session.setup(run.exclusive);
  const machine = machineNamed(run.machine, setup);
  if (machine === undefined) throw new Error(`there is no machine "${run.machine}"`);
  const source = { name: run.machine, setup };
  // Where the first failure ends the run, coverage is not reported.
  if (plan.smallBatches !== true && plan.randomOnly !== true)
    journal.write(transitionsKept(source, plan.planCache));
  const concurrency = run.exclusive || run.inTurn ? 1 : plan.target.limits.concurrency;
  const failures: FailureRecord[] = [];
  const notifications = run.notifications ? session.notifications(run) : undefined;
  const random = randomShare * session.allowance;
  const most = session.sentBefore + random;
  const affordable = Math.ceil(random / defaultWalk.minSteps);
  const perConnection =
    plan.smallBatches === true || plan.bail
      ? smallBatch[run.notifications ? 'notifications' : 'replies']
      : batchPerConnection;
  const prefix = roundName(`${suite}${run.exclusive ? '/alone' : ''}`, plan);
  // A failure that is flaky in real time may be deterministic on a clock that the suite moves.
  const known = session.run.known.under(run.exclusive ? 'alone' : 'beside others');
  const unfinished = new UnfinishedSequences(known);
  const { recorded } = session.run;
  const { round } = plan;
  const part = partOf(plan, suite, run);
  const planMaker = plannerFor(session, source);
  const planner: Planner = async (options) => {
    const made = await planMaker(options);
    const { length } = made.sequences;
    const progress = { k: 'suite', name: suite, event: 'progress' } as const;
    if (length > 0) journal.write({ ...progress, planned: length, at: session.now() });
    return made;
  };
  let isShort = false;
  const goals = plan.randomOnly === true ? undefined : await planned(session, run);
  // Where requests are few or slow, each is planned.
  const isSlow = run.exclusive || run.notifications || plan.target.limits.requestsPerSecond !== undefined;
  const isPlannedFirst = goals === undefined || random !== Infinity || isSlow || plan.nightly !== undefined;
  await explore({
    machine,
    planner,
    whilePlanning: isPlannedFirst ? 0 : whilePlanning * concurrency,
    driver: (id, phase) => {
      if (phase === 'explore') unfinished.begun(id);
      return session.driver(`${prefix}/${id}`, phase);
    },
    ...(notifications && { notifications }),
    // The same machine is explored twice, for replies and for notifications: different sequences cover more.
    seed: seedOf(run, drawingSeed(plan)),
    runs: run.runs,
    concurrency,
    ...goals,
    ...(part && { part }),
    ...(recorded !== undefined && { recall: recallFrom(recorded, { suite, round, machine, known }) }),
    onNotAgain: () => journal.write({ k: 'trouble', at: session.now(), kind: 'target', cause: notAgain }),
    // Such sequences are few and slow, and refusals do not depend on the clock.
    ...(run.exclusive && { walk: { refusalShare: 0 } }),
    batch: run.exclusive ? 1 : Math.max(1, Math.min(concurrency * perConnection, affordable)),
    // Where the first failure may end the run, later batches may not be needed.
    inFlight:
      notifications === undefined || run.exclusive || plan.smallBatches === true || plan.bail
        ? 1
        : batchesInFlight,
    known,
    choices: session.run.choices,
    shrinkBudget,
    bail: plan.bail,
    // Sequences that were begun in time are judged, and shrunk, before it stops.
    stop: () => session.ended() || (session.late() && unfinished.allFinished()),
    enough: () => {
      isShort ||= connection.requests >= most;
      return isShort || session.late();
    },
    requests: () => connection.requests,
    onSequence: (id, phase, execution, isPlanned) => {
      const { violation, behind = [] } = execution;
      if (phase === 'explore')
        unfinished.judged(id, violation === undefined ? behind : [...behind, violation]);
      const observations =
        phase === 'explore'
          ? newObservations(machine, execution, (...of) => session.run.isNewChoice(...of))
          : [];
      const record = sequenceRecord(`${prefix}/${id}`, suite, machine.name, phase, execution);
      journal.write({
        ...record,
        ...(isPlanned && { planned: true }),
        ...(phase === 'explore' &&
          violation !== undefined && {
            ended: {
              interface: run.interface,
              rules: [...rulesOf(violation)],
              ...wrongStep(machine.name, execution),
            },
          }),
        ...(round !== undefined && round > 0 && { round }),
        ...(phase === 'explore' && !session.cutOff() && forResuming(execution, goals?.reached)),
        ...(observations.length > 0 && { shown: observations }),
      });
      // Nobody asks for these notifications: without this they would fill the memory.
      if (notifications === undefined)
        session.run.inbox.forget(machine.routes?.(likeliest(execution.belief)) ?? []);
    },
    onFailure: (failure) => {
      const record = failureRecord(failure, {
        suite,
        machine: run.machine,
        interface: run.interface,
        exclusive: run.exclusive,
        seed: plan.seed,
        serial: `${prefix.replaceAll('/', '-')}-${failures.length + 1}`,
        ...(failure.execution.violation?.at === 'notifications' && {
          expected: expectedNotifications(machine, failure.execution),
        }),
      });
      failures.push(record);
      journal.write(record);
      unfinished.reported();
    },
    onDropped: () => unfinished.reported(),
  });
  if (isShort) journal.write({ k: 'suite', name: suite, event: 'progress', short: true, at: session.now() });
  return [...(recorded?.failuresOf(suite) ?? []), ...failures];
}

/** The goals that are planned for. */
async function planned(session: Session, run: MachineRun) {
  const { rules, transitions } = coverageGoalsOf(run, session.means, session.plan.only);
  const reached = reachedOf(session, run);
  if (run.exclusive && transitions)
    for (const goal of await plannedElsewhere(session, run)) reached.add(goal);
  return { rules, transitions, reached };
}
