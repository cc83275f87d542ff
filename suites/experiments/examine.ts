import { renumbered, slice } from '../../engine/candidates.ts';
import type { Learned } from '../../engine/learned.ts';
import type { Sequence, Step } from '../../engine/model.ts';
import { operationNamed } from '../../engine/operations.ts';
import type { ExperimentRecord } from '../../harness/records/experiment-record.ts';
import { shrink } from '../../engine/shrink/shrink.ts';
import type { AnyMachine } from '../explore/machines.ts';
import {
  certainAnswers,
  failingUnder,
  isSameAsked,
  traceOf,
  upTo,
  type Answer,
  type Executed,
  type Split,
} from './answers.ts';
import { separating, type Condition } from './condition.ts';
import { factsOf, requestsBefore } from './facts.ts';
import { distance, variantsOf, type Variant } from './variants.ts';

/** Where an experiment may send requests. */
export interface Bench {
  readonly machine: AnyMachine;
  readonly seed: number;
  /** Runs a sequence on fresh entities. */
  run(sequence: Sequence, learned: Learned): Promise<Executed>;
  /** Requests of the run so far. */
  requests(): number;
  /** True: no request may be sent any more. */
  stop(): boolean;
}

/** What came of an experiment. */
export interface Examined {
  /**
   * `depends`: on a condition, which the experiment has confirmed. `unsteady`: one sequence gets both answers. `suspicion`: one sequence gets the other answer
   * each time, and no condition was found that explains it.
   */
  readonly ended: ExperimentRecord['ended'];
  /** In words. Present where it depends on one. */
  readonly condition?: string;
  /** The smallest sequence with the other answer, which is its violation under the usual one. */
  readonly execution: Executed;
  readonly failed: number;
  readonly outOf: number;
  readonly neighbour?: Executed;
  readonly requests: number;
}

/** Requests of an experiment at most; and by then a condition is found, so that what is left makes the sequence small. */
export const mostRequests = 50;
const mostForCondition = 34;
/** Candidates of the shrinker: far more than the requests allow. */
const mostCandidates = 100;
/** Runs of what is examined, before any of it. */
const seenTwice = 2;
/** Runs of the final sequence, which the shrinker confirms. */
const finalRuns = 3;
/** Steps of a sequence that is run again: a longer one takes all requests. */
const longest = 12;
/** More than facts differ between two sequences. */
const farther = 10_000;
/** Fewer answers of a kind come before all of the other kind by chance. */
const fewestInTime = 5;
/** Sequences that try one condition, since a target may answer something else. */
const mostTries = 3;

/** An execution up to where an answer is settled, and the index of the step at which it was made. */
interface Found {
  readonly execution: Executed;
  readonly index: number;
}

/** The sequence with the other answer, how often it had it, and the nearest one with the usual answer. */
type Small = Pick<Examined, 'execution' | 'failed' | 'outOf' | 'neighbour'>;

/** Finds out why an open point was answered otherwise than usual. Undefined where the experiment was cut short, or has shown nothing. */
export function examine(split: Split, bench: Bench): Promise<Examined | undefined> {
  return new Experiment(split, bench).run();
}

class Experiment {
  readonly #split: Split;
  readonly #bench: Bench;
  readonly #before: number;

  constructor(split: Split, bench: Bench) {
    this.#split = split;
    this.#bench = bench;
    this.#before = bench.requests();
  }

  async run(): Promise<Examined | undefined> {
    const { other } = this.#split;
    const found = this.#failing(other.example.execution());
    if (found === undefined) return undefined;
    const usualNow = await this.#usualNow();
    const again = await this.#again(found);
    const isSteady = usualNow === undefined && again?.failed === again?.outOf;
    const condition = again !== undefined && isSteady ? await this.#condition(again) : undefined;
    const small = again?.failed === seenTwice ? await this.#shrink(again.execution) : (again ?? usualNow);
    if (small === undefined || this.#bench.stop()) return undefined;
    const isEachTime = small.failed === small.outOf;
    const end = (
      ended: Examined['ended'],
      words?: string,
      { execution, failed, outOf, neighbour }: Small = small,
    ): Examined => ({
      ended,
      ...(words !== undefined && { condition: words }),
      execution,
      failed,
      outOf,
      ...(neighbour !== undefined && { neighbour }),
      requests: this.#bench.requests() - this.#before,
    });
    if (isSteady && isEachTime)
      return condition === undefined ? end('suspicion') : end('depends', condition.words);
    // What was answered in one way until some time, and in another since, is answered by no chance.
    const isOften = Math.min(this.#split.usual.facts.count, other.facts.count) >= fewestInTime;
    const inTime = isOften ? this.#conditions().find(({ fact }) => fact === requestsBefore) : undefined;
    if (inTime !== undefined) return end('depends', inTime.words);
    // The one with both answers may be that which had the usual one.
    return end('unsteady', undefined, isEachTime ? usualNow : small);
  }

  #isSpent(most: number): boolean {
    return this.#bench.stop() || this.#bench.requests() - this.#before >= most;
  }

  /** The sequence that had the usual answer, where it has the other one now. */
  async #usualNow(): Promise<Small | undefined> {
    const execution = this.#split.usual.example.execution();
    const answer = this.#answersOf(execution).find(({ choice }) => choice === this.#split.usual.choice);
    const shown = answer && upTo(this.#bench.machine, execution, answer);
    const sequence = shown?.performed.map(({ step }) => step);
    const [made, last] = [sequence?.[answer?.index ?? -1], sequence?.at(-1)];
    if (sequence === undefined || made === undefined || last === undefined) return undefined;
    const again = slice(sequence, last);
    const ran = await this.#run(again, execution.learned);
    const found = ran.skipped > 0 ? undefined : this.#failing(ran, again.indexOf(made));
    return found && { ...found, failed: 1, outOf: seenTwice };
  }

  /**
   * The sequence with the other answer once more: with only the steps that it needs, or with the changes of the same things, or with all about them, since a
   * long one would take all requests. The first of these that has the other answer is run twice. Where none has it, the whole one shows whether it has both.
   * Undefined where that is not known.
   */
  async #again(found: Found): Promise<(Found & Small) | undefined> {
    const { execution, index } = found;
    const sequence = execution.performed.map(({ step }) => step);
    const [made, last] = [sequence[index], sequence.at(-1)];
    if (made === undefined || last === undefined) return undefined;
    const tried = new Set<number>();
    const candidates = [
      needed(sequence, [made, last]),
      this.#changes(execution, [made, last]),
      slice(sequence, last),
    ];
    for (const smaller of candidates) {
      if (tried.has(smaller.length) || smaller.length > longest || this.#isSpent(mostForCondition)) continue;
      tried.add(smaller.length);
      const first = this.#failing(await this.#run(smaller, execution.learned));
      if (first === undefined) continue;
      const second = await this.#run(smaller, execution.learned);
      const twice = this.#failing(second);
      if (twice !== undefined) return { ...twice, failed: seenTwice, outOf: seenTwice };
      return this.#hasAnother(second, first.index) ? { ...first, failed: 1, outOf: seenTwice } : undefined;
    }
    if (this.#isSpent(mostRequests - sequence.length)) return undefined;
    const whole = await this.#run(sequence, execution.learned);
    return this.#hasAnother(whole, index) ? { ...found, failed: 1, outOf: seenTwice } : undefined;
  }

  /** Whether a step of an execution has surely got another answer than the one that is looked into. */
  #hasAnother(execution: Executed, at: number): boolean {
    const { other } = this.#split;
    // A step that can't be made is left out.
    if (execution.skipped > 0) return false;
    return this.#answersOf(execution).some(({ index, choice }) => index === at && choice !== other.choice);
  }

  /** Some steps with the accepted changes of what they use themselves, and what these need. */
  #changes({ performed }: Executed, of: readonly Step[]): Sequence {
    const { machine } = this.#bench;
    const used = new Set(of.flatMap(({ uses }) => Object.values(uses)));
    const changes = performed.filter(
      ({ step, observation }) =>
        Object.values(step.uses).some((id) => used.has(id)) &&
        operationNamed(machine, step.operation)?.reads !== true &&
        'reply' in observation &&
        machine.refuses?.(observation.reply) !== true,
    );
    const sequence = performed.map(({ step }) => step);
    return needed(sequence, [...changes.map(({ step }) => step), ...of]);
  }

  /** Makes the sequence with the other answer small, as a violation of the usual one, where that many requests are left. */
  async #shrink(failing: Executed): Promise<Small> {
    const { learned } = failing;
    const most = mostRequests - finalRuns * failing.performed.length;
    if (this.#isSpent(most)) return { execution: failing, failed: seenTwice, outOf: seenTwice };
    return shrink(failing, {
      machine: this.#bench.machine,
      run: async (candidates) => {
        const executions: Executed[] = [];
        for (const candidate of candidates) executions.push(await this.#judged(candidate, learned));
        return executions;
      },
      width: 1,
      budget: mostCandidates,
      excuses: false,
      stop: () => this.#isSpent(most),
    });
  }

  #conditions(): readonly Condition[] {
    const { usual, other } = this.#split;
    return separating(other.facts, usual.facts);
  }

  /** The simplest condition that explains all answers and foretells those of two more sequences: one in which it does not hold, and one in which it does. */
  async #condition({ execution, index }: Found): Promise<Condition | undefined> {
    const { asked, usual, other } = this.#split;
    const { machine, seed } = this.#bench;
    const sequence = execution.performed.map(({ step }) => step);
    const made = sequence[index];
    if (made === undefined) return undefined;
    const own = factsOf(machine, traceOf(machine, execution), index);
    const variants = variantsOf(machine, sequence, made, { asked, choice: usual.choice }, seed);
    const tried = new Set<Variant>();
    /** Whether one of those that fit is answered so: the first of them in this order that is answered at all. */
    const foretold = async (
      choice: string,
      fits: (variant: Variant) => boolean,
      order: (variant: Variant) => number,
    ) => {
      const fitting = variants.filter((one) => !tried.has(one) && fits(one));
      for (const variant of fitting.toSorted((one, two) => order(one) - order(two)).slice(0, mostTries)) {
        if (this.#isSpent(mostForCondition)) return undefined;
        tried.add(variant);
        const came = await this.#try(variant.sequence, variant.made, execution.learned);
        if (came !== undefined) return came === choice;
      }
      return undefined;
    };
    const from = ({ facts }: Variant) => distance(own, facts);
    const untestable = new Set<string>();
    while (!this.#isSpent(mostForCondition)) {
      const all = this.#conditions().filter(({ fact }) => fact !== requestsBefore);
      const condition = all.find(({ fact }) => !untestable.has(fact));
      if (condition === undefined) return undefined;
      const holds = ({ facts }: Variant) => condition.holds(facts);
      // First where it does not hold: there as many others as possible do, and all else is as like as can be. Then where it holds, and all else differs.
      const others = ({ facts }: Variant) => all.filter((one) => one.holds(facts)).length;
      const against = await foretold(
        usual.choice,
        (one) => !holds(one),
        (one) => from(one) - farther * others(one),
      );
      if (against === undefined) untestable.add(condition.fact);
      if (against !== true) continue;
      const inFavour = await foretold(other.choice, holds, (one) => -from(one));
      if (inFavour === undefined) untestable.add(condition.fact);
      if (inFavour === true) return condition;
    }
    return undefined;
  }

  /** Runs a sequence and notes its answers. Gives the one at that step. */
  async #try(sequence: Sequence, made: Step, learned: Learned): Promise<string | undefined> {
    const index = sequence.findIndex(({ id }) => id === made.id);
    const execution = await this.#run(sequence, learned);
    if (execution.skipped > 0) return undefined;
    return this.#answersOf(execution).find((one) => one.index === index)?.choice;
  }

  async #run(sequence: Sequence, learned: Learned): Promise<Executed> {
    const { machine, requests, run } = this.#bench;
    const before = requests();
    const execution = await run(renumbered(sequence), learned);
    const trace = traceOf(machine, execution);
    for (const { choice, index } of this.#answersOf(execution)) {
      const seen = [this.#split.usual, this.#split.other].find((one) => one.choice === choice);
      seen?.facts.add(factsOf(machine, trace, index, before));
    }
    return execution;
  }

  #answersOf(execution: Executed): readonly Answer[] {
    return certainAnswers(execution).filter((answer) => isSameAsked(answer, this.#split.asked));
  }

  /** Judges a sequence under the usual answer: the other one is its violation. One that breaks a rule in any case shows nothing. */
  async #judged(sequence: Sequence, learned: Learned): Promise<Executed> {
    const execution = await this.#run(sequence, learned);
    const { violation: _, ...rest } = execution;
    if (execution.violation !== undefined) return { ...rest, inconclusive: 'it breaks a rule' };
    return this.#failing(execution)?.execution ?? execution;
  }

  /** An execution as a violation of the usual answer. Undefined where the other one does not show, at that step where one is named. */
  #failing(execution: Executed, at?: number): Found | undefined {
    const { asked, usual, other } = this.#split;
    const assumed = { ...asked, choice: usual.choice };
    const isMeant = (answer: Answer) =>
      answer.choice === other.choice && (at ?? answer.index) === answer.index;
    return failingUnder(this.#bench.machine, execution, assumed, isMeant);
  }
}

/** Some steps with those that made what they use. */
function needed(sequence: Sequence, of: readonly Step[]): Sequence {
  const kept = new Set<Step>();
  const keep = (step: Step | undefined): void => {
    if (step === undefined || kept.has(step)) return;
    kept.add(step);
    for (const used of Object.values(step.uses)) keep(sequence.find(({ id }) => id === used));
  };
  for (const step of of) keep(step);
  return sequence.filter((step) => kept.has(step));
}
