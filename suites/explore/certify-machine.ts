import type { Planner } from '../../engine/plan/kept-plan.ts';
import { likeliest, settled } from '../../engine/judge/belief.ts';
import { explore } from '../../engine/explore.ts';
import { rulesOf } from '../../engine/judge/signature.ts';
import { defaultWalk } from '../../engine/walk/walk.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { ObservedExchange, ObservedChoiceRecord } from '../../harness/records/sequence-record.ts';
import { failureRecord } from './failure-record.ts';
import { machineNamed, type AnyMachine } from './machines.ts';
import { expectedNotifications, sequenceRecord } from './sequence-record.ts';
import { transitionsKept } from '../plans/plan-cache.ts';
import { drawingSeed, roundName } from '../run/run-config.ts';
import { seedOf, type MachineRun } from './machine-run.ts';
import { isOver, type Session } from '../run/session.ts';
import { forResuming, recallFrom } from '../resume/restore.ts';
import { partOf } from '../shards/part-of.ts';
import { coverageGoalsOf, reachedOf, plannedElsewhere, plannerFor } from './coverage-goals.ts';
import type { Execution, Violation } from '../../engine/judge/execution.ts';
import { coverageKey } from '../../harness/records/coverage-key.ts';
import type { Reported } from '../../engine/judge/known-failures.ts';
import { settledChoices } from '../../engine/judge/rejudge.ts';
import type { Performed } from '../../engine/model.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';

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
  const { config, suite, journal, connection } = session;
  const setup = session.setup(run.exclusive);
  const machine = machineNamed(run.machine, setup);
  if (machine === undefined) throw new Error(`there is no machine "${run.machine}"`);
  const source = { name: run.machine, setup };
  // Where the first failure ends the run, coverage is not reported.
  if (!config.smallBatches && !config.randomOnly) journal.write(transitionsKept(source, config.planCache));
  const concurrency = run.exclusive || run.inTurn ? 1 : config.target.limits.concurrency;
  const failures: FailureRecord[] = [];
  const notifications = run.notifications ? session.notifications(run) : undefined;
  const random = randomShare * session.allowance;
  const most = session.sentBefore + random;
  const affordable = Math.ceil(random / defaultWalk.minSteps);
  const perConnection =
    config.smallBatches || config.bail
      ? smallBatch[run.notifications ? 'notifications' : 'replies']
      : batchPerConnection;
  const prefix = roundName(`${suite}${run.exclusive ? '/alone' : ''}`, config);
  // A failure that is flaky in real time may be deterministic on a clock that the suite moves.
  const known = session.run.memory.known.under(run.exclusive ? 'alone' : 'beside others');
  const unfinished = new UnfinishedSequences(known);
  const { recorded } = session.run.memory;
  const { round } = config;
  const part = partOf(config, suite, run);
  const planMaker = plannerFor(session, source);
  const planner: Planner = async (options) => {
    const made = await planMaker(options);
    const { length } = made.sequences;
    const progress = { k: 'suite', name: suite, event: 'progress' } as const;
    if (length > 0) journal.write({ ...progress, planned: length, at: session.now() });
    return made;
  };
  let isShort = false;
  const goals = config.randomOnly ? undefined : await planned(session, run);
  // Where requests are few or slow, each is planned.
  const isSlow = run.exclusive || run.notifications || config.target.limits.requestsPerSecond !== undefined;
  const isPlannedFirst = goals === undefined || random !== Infinity || isSlow || config.nightly !== undefined;
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
    seed: seedOf(run, drawingSeed(config)),
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
      notifications === undefined || run.exclusive || config.smallBatches || config.bail
        ? 1
        : batchesInFlight,
    known,
    choices: session.run.memory.choices,
    shrinkBudget,
    bail: config.bail,
    // Sequences that were begun in time are judged, and shrunk, before it stops.
    stop: () => isOver(session) || (session.phase() !== 'open' && unfinished.allFinished()),
    enough: () => {
      isShort ||= connection.requests >= most;
      return isShort || session.phase() !== 'open';
    },
    requests: () => connection.requests,
    onSequence: (id, phase, execution, isPlanned) => {
      const { violation, behind = [] } = execution;
      if (phase === 'explore')
        unfinished.judged(id, violation === undefined ? behind : [...behind, violation]);
      const observations =
        phase === 'explore'
          ? newObservations(machine, execution, (...of) => session.run.memory.isNewChoice(...of))
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
        ...(round > 0 && { round }),
        ...(phase === 'explore' && session.phase() !== 'cut off' && forResuming(execution, goals?.reached)),
        ...(observations.length > 0 && { shown: observations }),
      });
      // Nobody asks for these notifications: without this they would fill the memory.
      if (notifications === undefined)
        session.run.access.inbox.forget(machine.routes?.(likeliest(execution.belief)) ?? []);
    },
    onFailure: (failure) => {
      const record = failureRecord(failure, {
        suite,
        machine: run.machine,
        interface: run.interface,
        exclusive: run.exclusive,
        seed: config.seed,
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
  const { rules, transitions } = coverageGoalsOf(run, session.means, session.config.only);
  const reached = reachedOf(session, run);
  if (run.exclusive && transitions)
    for (const goal of await plannedElsewhere(session, run)) reached.add(goal);
  return { rules, transitions, reached };
}

/** The step at which a sequence ended, where its answer is none that is permitted there. Where only a field is wrong, the step itself was right. */
export function wrongStep(
  machine: string,
  { violation, coverage }: Pick<Execution<unknown, unknown, unknown, unknown>, 'violation' | 'coverage'>,
): { readonly step?: string } {
  const last = coverage.at(-1);
  const isWrong = violation?.at === 'reply' && violation.breaches.some(({ about }) => about === undefined);
  return isWrong && last !== undefined ? { step: coverageKey({ ...last, machine }) } : {};
}

/** The sequences of an exploration that are still running, or whose violation is not yet shrunk. */
export class UnfinishedSequences {
  readonly #known: Pick<Reported, 'rest'>;
  /** In the order in which they were begun, in which their violations are shrunk too. Undefined: still running. */
  readonly #open = new Map<string, readonly Violation[] | undefined>();

  constructor(known: Pick<Reported, 'rest'>) {
    this.#known = known;
  }

  /** A sequence was begun. */
  begun(id: string): void {
    this.#open.set(id, undefined);
  }

  /** A sequence was judged. It is finished unless one of its violations is new. */
  judged(id: string, violations: readonly Violation[]): void {
    const unknown = violations.filter((violation) => this.#isNew(violation));
    if (unknown.length === 0) this.#open.delete(id);
    else this.#open.set(id, unknown);
  }

  /** A violation was reported: the first of those that no earlier report covers. */
  reported(): void {
    for (const [id, violations = []] of this.#open) {
      const [first, ...others] = violations.filter((violation) => this.#isNew(violation));
      if (first === undefined) continue;
      this.judged(id, others);
      return;
    }
  }

  /** True when nothing would be lost by stopping now. */
  allFinished(): boolean {
    return [...this.#open.values()].every(
      (violations) => violations !== undefined && !violations.some((violation) => this.#isNew(violation)),
    );
  }

  #isNew(violation: Violation): boolean {
    return this.#known.rest(violation) !== undefined;
  }
}

/** Characters of a request or an answer that are kept: a target's answer may be of any length. */
const longest = 400;

/** The choices of open points that an execution shows and `isNew` has not seen yet, each with its step, request and answer. */
function newObservations(
  machine: AnyMachine,
  {
    belief,
    performed,
    initial,
    notificationChoices = [],
    shownChoices = [],
  }: Execution<unknown, Call, Reply, Notification>,
  isNew: (latitude: string, choice: string) => boolean,
): readonly ObservedChoiceRecord[] {
  const records: ObservedChoiceRecord[] = [];
  const fresh = settled(belief).filter(({ latitude, choice }) => isNew(latitude, choice));
  const places = fresh.length === 0 ? [] : settledChoices(machine, initial, performed);
  for (const { latitude, choice } of fresh) {
    const where = places.find((one) => one.latitude === latitude && one.choice === choice);
    const made = exchange(performed, where?.made);
    const settledBy = where?.settled === where?.made ? undefined : exchange(performed, where?.settled);
    if (made !== undefined) records.push({ latitude, choice, made, ...(settledBy && { told: settledBy }) });
  }
  for (const { latitude, choice, step } of shownChoices) {
    const made = exchange(performed, step);
    if (made !== undefined && isNew(latitude, choice)) records.push({ latitude, choice, made });
  }
  for (const { latitude, choice, by } of notificationChoices) {
    if (!isNew(latitude, choice)) continue;
    records.push({ latitude, choice, made: { step: '', request: 'notification', answer: bounded(by) } });
  }
  return records;
}

function exchange(
  performed: readonly Performed<Call, Reply>[],
  id: string | undefined,
): ObservedExchange | undefined {
  const one = performed.find(({ step }) => step.id === id);
  if (one === undefined) return undefined;
  const { step, call, observation } = one;
  const body = call.body === undefined ? '' : ` ${JSON.stringify(call.body)}`;
  return {
    step: step.id,
    request: bounded(`${step.operation} ${step.kind}: ${call.method} ${call.path}${body}`),
    answer: bounded('lost' in observation ? 'none' : `${observation.reply.http} ${observation.reply.text}`),
  };
}

function bounded(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
