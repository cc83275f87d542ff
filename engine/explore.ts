import * as fc from 'fast-check';
import { isSteady, type Exploration, type Failure } from './exploration.ts';
import type { Violation } from './judge/execution.ts';
import { KnownFailures, type Reported } from './judge/known-failures.ts';
import { LearnedChoices } from './learned.ts';
import { parts } from './map-concurrently.ts';
import type { Sequence } from './model.ts';
import { drawnIn, type PlannedSequence } from './plan/order.ts';
import { Evidence, mostPlans } from './plan/evidence.ts';
import { kindName } from './operations.ts';
import { leftoverKinds } from './plan/leftover-kinds.ts';
import { plan } from './plan/plan.ts';
import { isJudged, SequenceRunner, type Judged, type RecalledSequence } from './sequence-runner.ts';
import { CrossTalk } from './shrink/cross-talk.ts';
import { confirmedBy, followUps, rareFailures } from './shrink/after-shrinking.ts';
import { seenInBatch } from './shrink/in-batch.ts';
import { isBeside, shrink } from './shrink/shrink.ts';
import { seededRandom } from './seeded-random.ts';
import { sequences } from './walk/sequences.ts';
import { defaultWalk, walk } from './walk/walk.ts';
import { nothingDrawn, type Drawn } from './walk/weighted-choice.ts';

/** Plans before the random runs: the second corrects wrong presumptions of the first. It would have to wait for all notifications of the first. */
const plansFirst = { judged: 2, inFlight: 1 };

/** A target that goes away each time that a violation is shrunk does not let it be confirmed. */
const mostShrunk = 3;

/** So many sequences of a batch, for each connection, run ahead of the rest, which then uses what they have taught. */
const aheadPerConnection = 2;

/** Sequences for what is left over, at most, for each random one. */
const leftoverShare = 0.5;

/** So often a violation that an earlier run has found and not reported is tried: one run may pass by chance. */
const triesOfOpen = 3;

/** Steps of a failing sequence for which the whole budget of shrinking is meant. */
const usualSteps = 6;

/** What uses up something for good is planned a second time at most, for what the first one missed. */
const mostLast = 2;
/** Derives the seed of the sequences that run while the first plan is made. */
const seedWhilePlanning = 0xa4ead;
/** Few at first, since drawing them delays the first request. */
const firstDrawn = 4;
/** Ends the random runs; no failure. */
class Ended extends Error {}

interface Batch {
  readonly sequences: readonly Sequence[];
  readonly planned: boolean;
}

/**
 * Runs a few random sequences while it plans, then the planned ones, other random ones under fast-check's seed and run control, those of inputs that
 * are left over, and those planned for evidence that is still missing. Judges them, and shrinks the first failure of each kind. Resolves with the
 * failures when all is done or `stop` says so. Throws only on a fault of the engine or the machine.
 */
export async function explore<S, C, R, N>(
  options: Exploration<S, C, R, N>,
): Promise<readonly Failure<S, C, R, N>[]> {
  const exploration = new Explorer(options);
  await exploration.evidence();
  await exploration.plans();
  return exploration.rest();
}

/**
 * An exploration in three parts, so that others may come between them: what proves rules by the first plan, what else is planned, and the rest. Each
 * begins with what the one before had no requests for, and gives all failures so far.
 */
export class Explorer<S, C, R, N> {
  readonly #options: Exploration<S, C, R, N>;
  readonly #known: Reported;
  readonly #choices: LearnedChoices;
  readonly #evidence: Evidence<S, C, R, N>;
  readonly #runner: SequenceRunner<S, C, R, N>;
  readonly #crossTalk: CrossTalk<S, C, R, N> | undefined;
  readonly #drawingSeed: number;
  readonly #failures: Failure<S, C, R, N>[] = [];
  readonly #drawnSoFar: Drawn;
  /** Batches that are drawn and not sent yet: drawing would delay the requests under way. */
  readonly #drawn: Batch[] = [];
  /** Kinds of attempts that were made, by `kindName`. */
  readonly #tried: Set<string>;
  /** `enough` limits the first plans and the random runs; the rest is for missing evidence. */
  #isLimited = true;
  /** Of the first plan, what was not run yet. */
  #left: readonly PlannedSequence[] = [];
  /** Plans that were made. */
  #planned = 1;
  #serials = 0;

  constructor(options: Exploration<S, C, R, N>) {
    const { machine, known = new KnownFailures(), choices = new LearnedChoices(), part, seed } = options;
    const { rules = [], transitions = false, audits, classesOf, reached = new Set() } = options;
    const goals = { rules, transitions, audits, classesOf, reached, seed };
    this.#options = options;
    this.#drawnSoFar = { ...nothingDrawn(), ...options.met };
    this.#tried = options.tried ?? new Set();
    this.#known = known;
    this.#choices = choices;
    this.#drawingSeed = seed ^ (part?.seed ?? 0);
    const evidence = new Evidence<S, C, R, N>(
      {
        ...goals,
        notifications: options.notifications !== undefined,
        ...(part && { part }),
        // What others have tried is missing here, and is not to be planned again.
        ...(options.tried && { plansOfTransitions: 1 }),
      },
      async (of) => {
        const made = await (options.planner?.(of) ?? plan(machine, of));
        // What others try of the plan is not left over here.
        if (part !== undefined) for (const { steps } of made.sequences) this.#note(steps);
        const { confirmed } = this.#drawnSoFar;
        for (const { confirms } of made.sequences) confirms?.forEach((goal) => confirmed.add(goal));
        return made;
      },
    );
    this.#evidence = evidence;
    this.#runner = new SequenceRunner(
      {
        ...options,
        onSequence: (id, phase, execution, planned) => {
          options.onSequence(id, phase, execution, planned);
          if (phase !== 'explore') return;
          evidence.note(execution.evidence.keys(), execution.transitions);
          this.#note(execution.performed.map(({ step }) => step));
        },
        recall: (sequence) => {
          const recalled = options.recall?.(sequence);
          if (recalled === undefined) return recalled;
          evidence.note(recalled.rules, recalled.transitions);
          this.#note(sequence);
          return recalled;
        },
      },
      { known, isDone: () => this.#isDone() },
    );
    const { concurrency, stop, crossTalk: state } = options;
    this.#crossTalk = state && new CrossTalk({ runner: this.#runner, known, state, concurrency, stop });
  }

  async evidence(): Promise<readonly Failure<S, C, R, N>[]> {
    await this.#runWhilePlanning();
    if (this.#mayGoOn()) this.#left = await this.#evidence.next(this.#choices.current);
    await this.#runLeft(({ goals }) => goals.some(({ kind }) => kind === 'rule'));
    return this.#failures;
  }

  async plans(): Promise<readonly Failure<S, C, R, N>[]> {
    const open = this.#options.tried && this.#open();
    await this.#runLeft(({ steps }) => open === undefined || steps.some((step) => open.has(kindName(step))));
    const first = plansFirst[(this.#options.inFlight ?? 1) > 1 ? 'inFlight' : 'judged'];
    for (; this.#planned < first && this.#mayGoOn(); this.#planned += 1) await this.#runPlan();
    await this.#runDrawn();
    return this.#failures;
  }

  async rest(): Promise<readonly Failure<S, C, R, N>[]> {
    await this.plans();
    const goesOn = this.#options.tried !== undefined;
    if (goesOn && this.#mayGoOn()) await this.#runLeftover();
    if (this.#mayGoOn()) await this.#runRandom();
    if (!goesOn && this.#mayGoOn()) await this.#runLeftover();
    this.#isLimited = false;
    for (let round = this.#planned; round < mostPlans && !this.#isEnded(); round += 1) await this.#runPlan();
    await this.#runDrawn();
    await this.#runLast();
    for (const part of parts(this.#options.last ?? [], this.#options.batch))
      if (!this.#isEnded()) await this.#runBatch(part);
    const { machine, onFailure } = this.#options;
    for (const rare of rareFailures(this.#failures, machine, this.#known)) {
      this.#failures.push(rare);
      onFailure(rare);
    }
    return this.#failures;
  }

  #isEnded(): boolean {
    return this.#options.stop() || (this.#options.bail && this.#failures.some(isSteady));
  }

  #isDone(): boolean {
    return this.#isLimited && this.#options.enough?.() === true;
  }

  #mayGoOn(): boolean {
    return !this.#isEnded() && !this.#isDone();
  }

  /** The target is asked at once: a plan takes seconds, which a plain fault does not need. */
  async #runWhilePlanning(): Promise<void> {
    const { bail, machine, part, walk: walkOptions } = this.#options;
    const count = drawnIn(part, this.#options.whilePlanning ?? 0, 'while planning');
    if (count === 0) return;
    // Where the first failure ends the run, a plan may never be needed, and making it would slow these down.
    // A part must begin with the plan of the whole, whatever it has reached by then.
    if (!bail || part !== undefined) this.#evidence.begin(this.#choices.current);
    const random = seededRandom(this.#drawingSeed ^ seedWhilePlanning);
    const drawOne = () => walk(machine, random, this.#drawnSoFar, { ...defaultWalk, ...walkOptions });
    for (const length of [Math.min(firstDrawn, count), Math.max(0, count - firstDrawn)])
      if (this.#mayGoOn()) await this.#runBatch(Array.from({ length }, drawOne));
  }

  /** Runs those of the first plan that were not run yet. */
  async #runLeft(isDue: (planned: PlannedSequence) => boolean = () => true): Promise<void> {
    for (const part of parts(this.#left.filter(isDue), this.#options.batch)) {
      if (!this.#mayGoOn()) break;
      this.#left = this.#left.filter((one) => !part.includes(one));
      await this.#addBatch({ sequences: part.map(({ steps }) => steps), planned: true });
    }
    await this.#runDrawn();
  }

  async #runPlan(): Promise<void> {
    // All must be judged before it is known what is missing.
    await this.#runDrawn();
    const next = await this.#evidence.next(this.#choices.current);
    for (const part of parts(next, this.#options.batch)) {
      if (!this.#mayGoOn()) break;
      await this.#addBatch({ sequences: part.map(({ steps }) => steps), planned: true });
    }
  }

  async #runRandom(): Promise<void> {
    const { batch: wanted, machine, part, runs: wantedRuns, walk: walkOptions } = this.#options;
    const whole = Math.max(1, Math.min(wanted, wantedRuns));
    const runs = drawnIn(part, Math.ceil(wantedRuns / whole) * whole, 'drawn');
    if (runs === 0) return;
    // Of a part the batches are about as large as each other, and the last has what is left.
    const numRuns = Math.ceil(runs / whole);
    const size = Math.ceil(runs / numRuns);
    let left = runs;
    const batches = fc.array(sequences(machine, walkOptions, this.#drawnSoFar), {
      minLength: size,
      maxLength: size,
      size: 'max',
    });
    const property = fc.asyncProperty(batches, async (batch) => {
      // Thrown, since fast-check would otherwise go on drawing, which takes a second for each batch.
      if (!this.#mayGoOn()) throw new Ended();
      await this.#addBatch({ sequences: batch.slice(0, left), planned: false });
      left -= size;
    });
    const details = await fc.check(property, { seed: this.#drawingSeed, numRuns, endOnFailure: true });
    if (details.failed && !(details.errorInstance instanceof Ended)) throw details.errorInstance;
    await this.#runDrawn();
  }

  /** What was not tried of the inputs. */
  async #runLeftover(): Promise<void> {
    const { batch, inputs, machine, runs, seed } = this.#options;
    // Few random sequences leave most to be tried, and few is what was asked for.
    const most = Math.floor(leftoverShare * runs);
    const open = most === 0 ? new Set() : this.#open();
    if (inputs === undefined || open.size === 0) return;
    const leftover = leftoverKinds(machine, inputs(), (kind) => open.has(kind), seed).slice(0, most);
    for (const left of parts(leftover, batch))
      if (this.#mayGoOn()) await this.#addBatch({ sequences: left, planned: true });
    await this.#runDrawn();
  }

  /** The inputs that were not tried, of those that are to be tried here, by `kindName`. */
  #open(): ReadonlySet<string> {
    const { inputs, part } = this.#options;
    const names = inputs?.().flatMap(({ operation, kinds }) =>
      kinds.map((kind) => kindName({ operation, kind })),
    );
    return new Set(names?.filter((name) => !this.#tried.has(name) && part?.isOwn(name) !== false));
  }

  #note(steps: Sequence): void {
    for (const step of steps) this.#tried.add(kindName(step));
  }

  /** What uses something up for good, after everything else. */
  async #runLast(): Promise<void> {
    for (let time = 0; time < mostLast && !this.#isEnded(); time += 1) {
      const last = this.#evidence.last();
      if (last.length === 0) break;
      for (const part of parts(last, this.#options.batch))
        if (!this.#isEnded()) await this.#runBatch(part, true);
      await this.#runPlan();
      await this.#runDrawn();
    }
  }

  async #addBatch(batch: Batch): Promise<void> {
    this.#drawn.push(batch);
    if (this.#drawn.length >= (this.#options.inFlight ?? 1)) await this.#runDrawn();
  }

  #runDrawn(): Promise<void> {
    return this.#runBatches(this.#drawn.splice(0));
  }

  #runBatch(batch: readonly Sequence[], planned = false): Promise<void> {
    return this.#runBatches([{ sequences: batch, planned }]);
  }

  /** Learns in the order of the sequences, whichever ends first, so that one seed gives one run. */
  async #runBatches(batches: readonly Batch[]): Promise<void> {
    const ahead = aheadPerConnection * this.#options.concurrency;
    const verdicts: Promise<readonly (Judged<S, C, R, N> | RecalledSequence)[]>[] = [];
    for (const { sequences: batch, planned } of batches)
      for (const part of [batch.slice(0, ahead), batch.slice(ahead)]) {
        const learned = this.#choices.current;
        const begun = await this.#runner.begin(part, { phase: 'explore', learned, planned });
        for (const { observed } of begun) this.#choices.note(observed);
        verdicts.push(...begun.map(({ verdict }) => verdict));
      }
    const all = (await Promise.all(verdicts)).flat();
    const drawn = batches.flatMap((one) => one.sequences);
    // What a sequence shows by itself needs no other to be shown again.
    const last = (one: (typeof all)[number]) => isJudged(one) && isBeside(one.execution);
    for (const verdict of [...all.filter((one) => !last(one)), ...all.filter(last)])
      for (const found of isJudged(verdict) ? [verdict] : await this.#again(verdict))
        await this.#follow(found, all.filter(isJudged), drawn);
  }

  /** Runs a sequence again whose violation an earlier run has found and not reported, and what follows a report. */
  async #again(of: RecalledSequence): Promise<readonly Judged<S, C, R, N>[]> {
    if (of.next !== undefined && !this.#isEnded()) await this.#runBatch(of.next);
    const { open } = of;
    if (open === undefined || this.#isEnded() || this.#known.has(open.violation)) return [];
    const tries = Array.from({ length: triesOfOpen }, () => of.recalled);
    const begun = await this.#runner.begin(tries, { phase: 'confirm', learned: of.learned });
    const judged = (await Promise.all(begun.map(({ verdict }) => verdict))).flat().filter(isJudged);
    const found = judged.filter(({ execution }) => execution.violation !== undefined);
    if (found.length === 0 && !this.#isEnded()) this.#options.onNotAgain?.(of.recalled);
    return found.map((one) => ({ ...one, requestsToFind: open.requestsToFind }));
  }

  /** Shrinks and reports what is new of a violation, and runs what follows. */
  async #follow(
    { execution, ...judged }: Judged<S, C, R, N>,
    others: readonly Judged<S, C, R, N>[],
    drawn: readonly Sequence[],
  ): Promise<void> {
    const violation = execution.violation && this.#known.rest(execution.violation);
    if (violation === undefined || this.#isEnded()) return;
    const found = { ...execution, violation };
    const elsewhere = others.filter((other) => other.driver !== judged.driver);
    const failure = await this.#report({ ...judged, execution: found }, violation, elsewhere, drawn);
    this.#runner.violated = false;
    if (failure === undefined) return this.#options.onDropped?.();
    this.#known.add(failure.execution.violation ?? violation, isSteady(failure));
    const next = followUps(this.#options.machine, found, failure, this.#known);
    if (next.length > 0 && !this.#isEnded()) await this.#runBatch(next);
  }

  /** Nothing is reported that was confirmed on a target that was away or started anew meanwhile: it is shrunk again. */
  async #report(
    found: Judged<S, C, R, N>,
    violation: Violation,
    others: readonly Judged<S, C, R, N>[],
    drawn: readonly Sequence[],
  ): Promise<Failure<S, C, R, N> | undefined> {
    let since = await found.driver.verifySameServer?.(violation);
    for (let time = 1; time <= mostShrunk; time += 1) {
      const shrunk = confirmedBy(await this.#shrink(found), violation, others);
      const told = this.#crossTalk ? await this.#crossTalk.explained(shrunk, found.execution, drawn) : shrunk;
      if (told === undefined) return undefined;
      const looking = { ...this.#options, runner: this.#runner };
      const confirmed = await seenInBatch(told, found.execution, drawn, looking);
      const then = since;
      since = await found.driver.verifySameServer?.(violation);
      if (then?.() !== undefined && !this.#isEnded()) continue;
      const rightAfterMs = this.#runner.rightAfterMs(confirmed.execution.violation ?? violation);
      const failure = { ...confirmed, ...(rightAfterMs !== undefined && { rightAfterMs }) };
      this.#failures.push(failure);
      this.#crossTalk?.reported(failure);
      this.#options.onFailure(failure);
      return failure;
    }
    return undefined;
  }

  async #shrink({ execution, requestsToFind }: Judged<S, C, R, N>) {
    const { concurrency, machine, shrinkBudget } = this.#options;
    const before = this.#options.requests();
    const result = await shrink(execution, {
      machine,
      run: (candidates, phase, sought) =>
        this.#runner.runAll(candidates, { phase, learned: execution.learned, sought }),
      ...(await this.#evidence.others(execution)),
      isKnown: (violation) => this.#known.has(violation),
      wasFlaky: (violation) => this.#known.wasFlaky(violation),
      serial: () => (this.#serials += 1),
      width: execution.violation?.at === 'notifications' ? concurrency : 1,
      // A candidate costs as many requests as it has steps.
      budget: Math.min(shrinkBudget, Math.ceil((shrinkBudget * usualSteps) / execution.performed.length)),
      stop: () => this.#options.stop(),
    });
    return { ...result, requestsToFind, requestsToShrink: this.#options.requests() - before };
  }
}
