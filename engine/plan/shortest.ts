import type { Violation } from '../judge/execution.ts';
import type { Sequence, Step } from '../model.ts';
import { innerMap } from '../collections.ts';
import { renumbered, slice } from '../candidates.ts';
import type { Simulation } from './simulation.ts';

/** The most sequences that are shortened and tried instead of a failing one, for each rule. */
const mostInstead = 8;

interface Way {
  readonly steps: Sequence;
  readonly last: Step;
}

/** What `Shortest` holds, as plain data: for each rule, the sequences by the operation, the kind and the state of their last step. */
export type ShortestWays = readonly (readonly [
  rule: string,
  ways: readonly (readonly [name: string, steps: Sequence])[],
])[];

/**
 * The shortest sequences found to each rule, for each kind of step that proves it in each abstract state. A fault at the end of a long
 * sequence can often be shown by one of these.
 */
export class Shortest {
  readonly #shorten: (way: Sequence, rule: string) => Sequence;
  /** By the rule and then by the operation, the kind and the abstract state of the step that proves it. */
  readonly #ways = new Map<string, Map<string, Way>>();

  /** `shorten` removes the steps that the last one does not need to prove a rule. `ways`: those that were found before. */
  constructor(shorten: (way: Sequence, rule: string) => Sequence, ways: ShortestWays = []) {
    this.#shorten = shorten;
    for (const [rule, named] of ways)
      for (const [name, steps] of named) {
        const last = steps.at(-1);
        if (last !== undefined) innerMap(this.#ways, rule).set(name, { steps, last });
      }
  }

  /** All of it, to be kept. */
  get ways(): ShortestWays {
    return [...this.#ways].map(([rule, ways]) => [rule, [...ways].map(([name, { steps }]) => [name, steps])]);
  }

  /** Notes a sequence whose last step, in an abstract state, proves the rules. */
  note(rules: readonly string[], steps: Sequence, last: Step, stage: string): void {
    const name = `${last.operation} ${last.kind} | ${stage}`;
    for (const rule of rules) {
      const ways = innerMap(this.#ways, rule);
      if (steps.length < (ways.get(name)?.steps.length ?? Infinity)) ways.set(name, { steps, last });
    }
  }

  /**
   * For each rule that a failing sequence breaks, in that order, the sequences that prove it at the same operation, or at any operation
   * when notifications broke it. First those whose last step is of the same kind, then the others; the shortest first.
   */
  instead({ at, operation, breaches }: Violation, failing: Step): readonly Sequence[] {
    const isSame = ({ kind }: Step) => Number(kind === failing.kind);
    const likelier = (one: Way, other: Way) =>
      isSame(other.last) - isSame(one.last) || one.steps.length - other.steps.length;
    return [...new Set(breaches.map(({ rule }) => rule))].flatMap((rule) =>
      [...(this.#ways.get(rule)?.values() ?? [])]
        .filter(({ last }) => at === 'notifications' || last.operation === operation)
        .toSorted(likelier)
        .slice(0, mostInstead)
        .map(({ steps, last }) => ({ last, steps: this.#shorten(steps, rule) }))
        .toSorted(likelier)
        .map(({ steps }) => steps),
    );
  }

  /** Sequences that prove the first rule that a reply breaks, by the same kind of step at another operation; the shortest first. */
  elsewhere({ at, operation, breaches }: Violation, { kind }: Step): readonly Sequence[] {
    if (at === 'notifications') return [];
    return this.#to(breaches[0]?.rule ?? '', (last) => last.operation !== operation && last.kind === kind);
  }

  /** For each kind of step that proves a rule, the shortest sequence up to it. */
  to(rule: string): readonly Sequence[] {
    return this.#to(rule, () => true);
  }

  /** The shortest sequence for each kind of last step that passes the filter, the shortest first. */
  #to(rule: string, accepts: (last: Step) => boolean): readonly Sequence[] {
    const byKind = new Map<string, Sequence>();
    for (const { steps, last } of this.#ways.get(rule)?.values() ?? []) {
      const name = `${last.operation} ${last.kind}`;
      if (accepts(last) && steps.length < (byKind.get(name)?.length ?? Infinity)) byKind.set(name, steps);
    }
    return [...byKind.values()]
      .map((way) => this.#shorten(way, rule))
      .toSorted((one, other) => one.length - other.length);
  }
}

/** For each rule that a sequence would prove, the sequence up to the step that does. */
export function proofsIn<S, C, R, N>(
  simulation: Simulation<S, C, R, N>,
  sequence: Sequence,
  rules: ReadonlySet<string>,
): ReadonlyMap<string, Sequence> {
  const found = new Map<string, Sequence>();
  let state = simulation.machine.initial;
  for (const [index, step] of sequence.entries()) {
    const simulated = simulation.step(state, step);
    if (simulated === undefined) continue;
    for (const rule of simulated.proves) {
      if (rules.has(rule) && !found.has(rule)) found.set(rule, sequence.slice(0, index + 1));
    }
    ({ state } = simulated);
  }
  return found;
}

/** The sequence without the steps that its last one does not need to prove the rule. */
export function shortened<S, C, R, N>(
  simulation: Simulation<S, C, R, N>,
  proving: Sequence,
  rule: string,
): Sequence {
  const rules = new Set([rule]);
  const proves = (sequence: Sequence) => proofsIn(simulation, sequence, rules).get(rule);
  const last = proving.at(-1);
  let best = (last && proves(slice(proving, last))) ?? proving;
  for (let index = best.length - 2; index >= 0; index -= 1) {
    best = proves(best.toSpliced(index, 1)) ?? best;
    index = Math.min(index, best.length - 1);
  }
  return renumbered(best);
}
