import { likeliest, observedChoices, type Execution } from '../../engine/judge/execute.ts';
import { explore } from '../../engine/explore.ts';
import { defaultWalk } from '../../engine/walk/walk.ts';
import { coverageCounts } from '../../harness/coverage-key.ts';
import type { FailureRecord, Phase, SequenceRecord } from '../../harness/journal-records.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { failureRecord } from './failure-record.ts';
import { machineNamed } from './machines.ts';
import { owedBy } from './expected-notifications.ts';
import { drawingSeed, roundName } from '../run/run-plan.ts';
import type { MachineRun } from '../run/claim.ts';
import type { Session } from '../run/session.ts';
import { shownChoices } from './observed-choices.ts';
import { transitionsOf } from './transitions.ts';
import { UnderWay } from './under-way.ts';
import { reachedOf, wantedOf } from './coverage-goals.ts';

/** Sequences that share one wait for notifications: so many for each connection that few stand idle at the end of a batch. */
const batchPerConnection = 16;
/** Where the first failure may end the run, a few are tried at a time, and a few more where they share that wait. */
const smallBatch = { replies: 2, notifications: 6 } as const;

/** Batches whose notifications are waited for at once: each sequence keeps its replies meanwhile, some 80 kB. */
const batchesInFlight = 8;

/** Candidates for one failure: far above what shrinking takes, so that only a hopeless one is given up. */
const shrinkBudget = 400;

/** Makes another seed of one. */
const otherSeed = 0x5eed;

/** Of a suite's allowance, what random sequences may take: the rest is for what they leave without evidence. */
const randomShare = 0.8;

/** Explores one machine against the session's target, and journals every verdict. `runs`: random sequences. Gives the failures it wrote down. */
export async function certifyMachine(
  session: Session,
  run: MachineRun & { readonly runs: number },
): Promise<readonly FailureRecord[]> {
  const { plan, suite, journal, connection } = session;
  const machine = machineNamed(run.machine, session.setup(run.exclusive));
  if (machine === undefined) throw new Error(`there is no machine "${run.machine}"`);
  // Where the first failure ends the run nobody asks what was left out.
  if (plan.smallBatches !== true && plan.randomOnly !== true) journal.write(transitionsOf(machine));
  const concurrency = run.exclusive || run.inTurn ? 1 : plan.target.limits.concurrency;
  const failures: FailureRecord[] = [];
  const arrivals = run.notifications ? session.notifications(run) : undefined;
  const random = randomShare * session.allowance;
  const most = connection.requests + random;
  const affordable = Math.ceil(random / defaultWalk.minSteps);
  const perConnection =
    plan.smallBatches === true
      ? smallBatch[run.notifications ? 'notifications' : 'replies']
      : batchPerConnection;
  const prefix = roundName(`${suite}${run.exclusive ? '/alone' : ''}`, plan);
  // What turned on seconds of real time, and did not come back, may do so on a clock that the suite moves.
  const known = session.run.known.under(run.exclusive ? 'alone' : 'beside others');
  const underWay = new UnderWay(known);
  await explore({
    machine,
    driver: (id, phase) => {
      if (phase === 'explore') underWay.begun(id);
      return session.driver(`${prefix}/${id}`, phase);
    },
    ...(arrivals && { notifications: arrivals }),
    // The same machine is explored twice, for replies and for notifications: other sequences show more of either.
    seed: seedOf(run, drawingSeed(plan)),
    runs: run.runs,
    concurrency,
    ...(plan.randomOnly !== true && planned(session, run)),
    // Such sequences are few and dear, and what is wrong with a request does not depend on the clock.
    ...(run.exclusive && { walk: { refusalShare: 0 } }),
    batch: run.exclusive ? 1 : Math.max(1, Math.min(concurrency * perConnection, affordable)),
    // Where the first failure may end the run, nothing is sent in vain.
    inFlight:
      arrivals === undefined || run.exclusive || plan.smallBatches === true || plan.bail
        ? 1
        : batchesInFlight,
    known,
    choices: session.run.choices,
    shrinkBudget,
    bail: plan.bail,
    // Once it is late nothing is begun; what was begun is judged, and shrunk, before it stops.
    stop: () => session.ended() || (session.late() && underWay.settled()),
    enough: () => connection.requests >= most || session.late(),
    requests: () => connection.requests,
    onSequence: (id, phase, execution, isPlanned) => {
      if (phase === 'explore') underWay.judged(id, execution.violation);
      const shown =
        phase === 'explore'
          ? shownChoices(machine, execution, (...of) => session.run.isNewChoice(...of))
          : [];
      const record = sequenceRecord(`${prefix}/${id}`, suite, machine.name, phase, execution);
      journal.write({
        ...record,
        ...(isPlanned && { planned: true }),
        ...(shown.length > 0 && { shown }),
      });
      // Or what comes of it would pile up: nobody asks.
      if (arrivals === undefined)
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
          owed: owedBy(machine, failure.execution),
        }),
      });
      failures.push(record);
      journal.write(record);
      underWay.reported();
    },
  });
  return failures;
}

/** The seed of a machine's exploration. */
export function seedOf({ notifications }: Pick<MachineRun, 'notifications'>, seed: number): number {
  return notifications ? seed ^ otherSeed : seed;
}

/** What is to be planned for a run. */
function planned(session: Session, run: MachineRun) {
  const { rules, transitions } = wantedOf(run, session.means, session.plan.only);
  return { rules, transitions, reached: reachedOf(session, run) };
}

function sequenceRecord<S>(
  id: string,
  suite: string,
  machine: string,
  phase: Phase,
  execution: Execution<S, Call, Reply, Notification>,
): SequenceRecord {
  const { violation, inconclusive, evidence, coverage } = execution;
  return {
    k: 'sequence',
    id,
    suite,
    phase,
    requests: execution.requests,
    steps: execution.performed.length,
    skipped: execution.skipped,
    verdict: violation !== undefined ? 'violated' : inconclusive !== undefined ? 'inconclusive' : 'explained',
    ...(inconclusive !== undefined && { why: inconclusive }),
    evidence: Object.fromEntries(evidence),
    observed: observedChoices(execution),
    coverage: coverageCounts(coverage.map((one) => ({ ...one, machine }))),
  };
}
