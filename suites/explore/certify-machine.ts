import { likeliest } from '../../engine/judge/belief.ts';
import { Explorer } from '../../engine/explore.ts';
import type { Exploration, Failure } from '../../engine/exploration.ts';
import type { Execution } from '../../engine/judge/execution.ts';
import type { Reported } from '../../engine/judge/known-failures.ts';
import { rulesOf } from '../../engine/judge/signature.ts';
import { noWindows } from '../../engine/walk/windows.ts';
import type { Planner } from '../../engine/plan/kept-plan.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { MachineRecord } from '../../harness/records/suite-record.ts';
import type { Setup } from '../../models/setup.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { feasibleNamesOf, machineRecordOf } from '../plans/plan-cache.ts';
import { Answers } from '../experiments/answers.ts';
import { certifyOpenPoints } from '../experiments/certify-open-points.ts';
import { forResuming, recallFrom } from '../resume/restore.ts';
import { focusOf } from '../claims/selected.ts';
import type { BegunClaim } from '../run/claim.ts';
import { drawingSeed, roundName } from '../run/run-config.ts';
import { latestSource } from '../run/notification-source.ts';
import { isOver, type Session } from '../run/session.ts';
import { nightlyWalk } from '../../engine/walk/walk.ts';
import { partOf } from '../shards/part-of.ts';
import {
  coverageGoalsOf,
  metBefore,
  notePlanned,
  plannedBy,
  plannerFor,
  reachedOf,
  triedBefore,
} from './coverage-goals.ts';
import { sequenceFailure } from './failure-record.ts';
import { seedOf, type MachineRun } from './machine-run.ts';
import { machineNamed, type AnyMachine } from './machines.ts';
import { newObservations } from './observed-choices.ts';
import { mostAtOnce, paceOf } from './pace.ts';
import { SideBySide } from './side-by-side.ts';
import { expectedNotifications, newProofs, sequenceRecord, wrongStep } from './sequence-record.ts';
import { exploreTables } from './tables.ts';
import { StagesShown } from './stages-shown.ts';
import { UnfinishedSequences } from './unfinished-sequences.ts';

/** Candidates for one failure: far more than shrinking usually takes. */
const shrinkBudget = 400;

/** Of a violation that the run found before it was broken off, and had not reported by then. */
const notAgain =
  'a violation that was found before the interruption did not happen again: it is not reported';

/** The share of a suite's allowance for random sequences: the rest is for what they leave without evidence. */
const randomShare = 0.8;

type Options = Exploration<unknown, Call, Reply, Notification>;
type Executed = Execution<unknown, Call, Reply, Notification>;

/** Explores one machine against the session's target, and journals every verdict. `runs`: random sequences. Gives the failures that it journaled. */
export async function certifyMachine(
  session: Session,
  run: MachineRun & { readonly runs: number },
): Promise<readonly FailureRecord[]> {
  const { evidence, plan, rest } = await beginMachine(session, run);
  await evidence(session);
  await plan(session);
  return rest(session);
}

/** The same in parts, each of which may have another session of the run. */
export async function beginMachine(
  session: Session,
  run: MachineRun & { readonly runs: number },
): Promise<BegunClaim> {
  const setup = session.setup(run.exclusive);
  const machine = machineNamed(run.machine, setup);
  if (machine === undefined) throw new Error(`there is no machine "${run.machine}"`);
  return new Certification(session, run, machine, setup).begin();
}

/** The exploration of one machine, as its parts: what is planned, how fast, how long, and what is journaled. */
class Certification {
  /** The one at hand: what is planned has another than the rest. */
  #session: Session;
  #arriving: Options['notifications'];
  readonly #run: MachineRun & { readonly runs: number };
  readonly #machine: AnyMachine;
  readonly #setup: Setup;
  /** The operations that it is about, where `--only` names some. */
  readonly #focus: readonly string[] | undefined;
  /** Of the names of its sequences. */
  readonly #prefix: string;
  readonly #known: Reported;
  readonly #unfinished: UnfinishedSequences;
  readonly #failures: FailureRecord[] = [];
  readonly #answers: Answers;
  readonly #stages: StagesShown;
  readonly #beside: SideBySide;
  /** True once the requests for random sequences of the session were not enough for all. */
  #isShort = false;

  constructor(
    session: Session,
    run: MachineRun & { readonly runs: number },
    machine: AnyMachine,
    setup: Setup,
  ) {
    this.#session = session;
    this.#run = run;
    this.#machine = machine;
    this.#answers = new Answers(machine);
    this.#stages = new StagesShown(machine, { countsConfirmed: session.config.nightly !== undefined });
    this.#setup = setup;
    this.#focus = focusOf(run, session.config.only);
    this.#prefix = roundName(`${session.suite}${run.exclusive ? '/alone' : ''}`, session.config);
    this.#beside = new SideBySide(run, setup);
    this.#arriving = this.#arrivingIn(session);
    // A failure that is flaky in real time may be deterministic on a clock that the suite moves.
    this.#known = session.run.memory.known.under(run.exclusive ? 'alone' : 'beside others');
    this.#unfinished = new UnfinishedSequences(this.#known);
  }

  async begin(): Promise<BegunClaim> {
    const { config, journal } = this.#session;
    // Where the first failure ends the run, coverage is not reported.
    const isReported = !config.smallBatches && !config.randomOnly;
    if (isReported) journal.write(this.#record());
    const options = await this.#options();
    const exploration = new Explorer(options);
    const part = (explores: () => Promise<unknown>) => async (session: Session) => {
      this.#session = session;
      this.#arriving = this.#arrivingIn(session);
      this.#isShort = false;
      await explores();
      return this.#all();
    };
    return {
      evidence: part(() => exploration.evidence()),
      plan: part(() => exploration.plans()),
      rest: part(async () => {
        // Not before: the first time it takes seconds, and the target's answers to what is planned say more.
        if (isReported && !this.#run.exclusive) journal.write(this.#windowsRecord());
        await exploration.rest();
        const isNarrow = this.#focus !== undefined;
        // What is about a moment of the clock shows nowhere else; the other tables are long.
        if (!isNarrow || this.#run.exclusive)
          await exploreTables(this.#session, this.#run, this.#machine, options);
        if (isNarrow) return;
        await certifyOpenPoints(this.#session, this.#answers, {
          run: this.#run,
          machine: this.#machine,
          prefix: this.#prefix,
          seed: drawingSeed(config),
        });
        if (this.#isShort) this.#progress({ short: true });
      }),
    };
  }

  #arrivingIn(session: Session): Options['notifications'] {
    const { clock } = this.#beside;
    return this.#run.notifications ? session.notifications({ ...this.#run, clock }) : undefined;
  }

  #all(): readonly FailureRecord[] {
    const { run, suite } = this.#session;
    return [...(run.memory.recorded?.failuresOf(suite) ?? []), ...this.#failures];
  }

  async #options(): Promise<Options> {
    const goals = this.#session.config.randomOnly ? undefined : await this.#goals();
    return {
      machine: this.#machine,
      driver: (id, phase) => {
        if (phase === 'explore') this.#unfinished.begun(id);
        return this.#beside.driver(this.#session, `${this.#prefix}/${id}`, phase);
      },
      alone: (phase) => this.#beside.alone(phase),
      mostAtOnce: () => mostAtOnce(this.#run, this.#random()),
      ...(this.#arriving && { notifications: latestSource(() => this.#arriving) }),
      ...this.#drawing(),
      ...goals,
      ...this.#inputs(goals?.transitions === true),
      planner: this.#planner(),
      ...paceOf(this.#run, this.#session.config, { random: this.#random(), isPlanned: goals !== undefined }),
      ...this.#memory(),
      ...this.#limits(),
      ...this.#reports(goals?.reached),
    };
  }

  /** What is to be tried: in nights, what no night before has. */
  #inputs(isPlanned: boolean): Pick<Options, 'inputs' | 'tried'> {
    const { config, means, run } = this.#session;
    const isNight = config.nightly !== undefined;
    const isAsked =
      isPlanned ||
      this.#focus !== undefined ||
      (isNight && coverageGoalsOf(this.#run, means, config.only).transitions);
    if (!isAsked || this.#run.exclusive) return {};
    const inputs = () => {
      const all = this.#record().inputs ?? [];
      return all.filter(({ operation }) => this.#focus?.includes(operation) !== false);
    };
    if (!isNight) return { inputs };
    const { name } = this.#machine;
    const tried = run.memory.triedOf(name);
    for (const kind of triedBefore(config.nightly?.open?.operations ?? [], name, inputs())) tried.add(kind);
    return { inputs, tried };
  }

  #record() {
    return machineRecordOf(this.#source(), this.#session.config.planCache);
  }

  #windowsRecord(): MachineRecord {
    return { k: 'machine', name: this.#machine.name, transitions: [], windows: this.#feasible() };
  }

  #feasible() {
    return feasibleNamesOf(this.#source(), this.#session.config.planCache);
  }

  /** In nights, what no random sequence need seek again: what the nights before have met, and this one so far. */
  #met(): Pick<Options, 'met'> {
    const { config, run } = this.#session;
    if (config.nightly === undefined || this.#run.exclusive) return {};
    const { name } = this.#machine;
    const open = config.nightly.open?.windows;
    const before = open === undefined ? noWindows() : metBefore(open, name, this.#feasible());
    return { met: run.memory.met.with(before, name) };
  }

  #source() {
    return { name: this.#run.machine, setup: this.#setup };
  }

  #progress(what: { readonly planned: number } | { readonly short: true }): void {
    const { journal, suite } = this.#session;
    journal.write({ k: 'suite', name: suite, event: 'progress', ...what, at: this.#session.now() });
  }

  /** The goals that are planned for. */
  async #goals() {
    const { means, config } = this.#session;
    const goals = coverageGoalsOf(this.#run, means, config.only);
    const known = reachedOf(this.#session, this.#run);
    // What others will make by their plans is not planned again.
    const reached =
      this.#run.exclusive && goals.transitions
        ? new Set([...known, ...(await plannedBy(this.#session, this.#run))])
        : known;
    return { ...goals, reached };
  }

  #planner(): Planner {
    const planner = plannerFor(this.#session, this.#source());
    return async (options) => {
      const made = await planner(options);
      this.#stages.note(made);
      if (!this.#run.exclusive) notePlanned(this.#session, this.#run, made);
      const { length } = made.sequences;
      if (length > 0) this.#progress({ planned: length });
      return made;
    };
  }

  #drawing() {
    const { config, suite } = this.#session;
    const part = partOf(config, suite, this.#run);
    return {
      // The same machine is explored twice, for replies and for notifications: different sequences cover more.
      seed: seedOf(this.#run, drawingSeed(config)),
      runs: this.#run.runs,
      ...this.#met(),
      ...(part && { part }),
      // Such sequences are few and slow, and refusals do not depend on the clock.
      walk: {
        ...(this.#run.exclusive && { refusalShare: 0 }),
        ...(config.nightly && !this.#run.exclusive && nightlyWalk),
        ...(this.#focus !== undefined && { focus: this.#focus }),
      },
    };
  }

  #memory() {
    const { suite, config, run } = this.#session;
    const { recorded, choices } = run.memory;
    const of = { suite, round: config.round, machine: this.#machine, known: this.#known };
    return {
      known: this.#known,
      choices,
      crossTalk: run.memory.crossTalkOf(this.#run.machine),
      ...(recorded !== undefined && { recall: recallFrom(recorded, of) }),
    };
  }

  /** Requests of the session for random sequences. */
  #random(): number {
    return randomShare * this.#session.allowance;
  }

  #limits() {
    const isOpen = () => this.#session.phase() === 'open';
    const requests = () => this.#session.connection.requests;
    return {
      shrinkBudget,
      bail: this.#session.config.bail,
      // Sequences that were begun in time are judged, and shrunk, before it stops.
      stop: () => isOver(this.#session) || (!isOpen() && this.#unfinished.allFinished()),
      enough: () => {
        this.#isShort ||= requests() >= this.#session.sentBefore + this.#random();
        return this.#isShort || !isOpen();
      },
      requests,
    };
  }

  #reports(
    reached: Options['reached'],
  ): Pick<Options, 'onSequence' | 'onFailure' | 'onDropped' | 'onNotAgain'> {
    return {
      onSequence: (id, phase, execution, isPlanned) => {
        const isExplored = phase === 'explore';
        const { round } = this.#session.config;
        if (isExplored) {
          const { violation, behind = [] } = execution;
          this.#unfinished.judged(id, violation === undefined ? behind : [...behind, violation]);
          this.#answers.note(execution, this.#session.connection.requests);
        }
        this.#session.journal.write({
          ...sequenceRecord(`${this.#prefix}/${id}`, this.#session.suite, this.#machine, phase, execution),
          ...(isPlanned && { planned: true }),
          ...(isExplored && this.#endOf(execution)),
          ...(round > 0 && { round }),
          ...(isExplored && { ...this.#shownBy(execution, reached), ...this.#metBy(execution) }),
        });
        // Without this the notifications that no judge asks for would fill the memory.
        if (this.#arriving === undefined)
          this.#session.run.access.inbox.forget(this.#machine.routes?.(likeliest(execution.belief)) ?? []);
      },
      onFailure: (failure) => this.#fail(failure),
      onDropped: () => this.#unfinished.reported(),
      onNotAgain: () =>
        this.#session.journal.write({
          k: 'trouble',
          at: this.#session.now(),
          kind: 'target',
          cause: notAgain,
        }),
    };
  }

  #metBy(execution: Executed) {
    const met = this.#stages.by(execution);
    this.#session.run.memory.met.note(met);
    return met;
  }

  /** What ended an explored sequence before its last step. */
  #endOf(execution: Executed) {
    const { violation } = execution;
    if (violation === undefined) return {};
    const rules = [...rulesOf(violation)];
    return { ended: { interface: this.#run.interface, rules, ...wrongStep(this.#machine.name, execution) } };
  }

  /** What an explored sequence has shown, for a run that is resumed and for the reports. */
  #shownBy(execution: Executed, reached: Options['reached']) {
    const { memory } = this.#session.run;
    const shown = newObservations(this.#machine, execution, (...of) => memory.isNewChoice(...of));
    return {
      ...(this.#session.phase() !== 'cut off' && forResuming(execution, reached)),
      ...(shown.length > 0 && { shown }),
      ...newProofs(execution, (rule) => memory.isNewProof(rule)),
    };
  }

  #fail(failure: Failure<unknown, Call, Reply, Notification>): void {
    const { config, journal, suite } = this.#session;
    const { machine, interface: ofInterface, exclusive } = this.#run;
    const record = sequenceFailure(failure, {
      suite,
      machine,
      interface: ofInterface,
      exclusive,
      seed: config.seed,
      model: this.#machine,
      serial: `${this.#prefix.replaceAll('/', '-')}-${this.#failures.length + 1}`,
      ...(failure.execution.violation?.at === 'notifications' && {
        expected: expectedNotifications(this.#machine, failure.execution),
      }),
    });
    this.#failures.push(record);
    journal.write(record);
    this.#unfinished.reported();
  }
}
