import type { Violation } from './execute.ts';
import { withLiteralsOf } from './literals.ts';
import type { Sequence, Step } from './model.ts';
import { within } from './within.ts';

/** So many are made shorter at most, when sequences are asked for that may take another's place: of its kind, and of others. */
const mostOfKind = 4;
const mostOthers = 8;

interface Way {
  readonly steps: Sequence;
  readonly last: Step;
}

/**
 * The shortest sequences that a search has found to each rule, for each kind of step that proves it in each abstract state. A fault that was
 * met at the end of a long sequence often shows in one of these as well.
 */
export class Shortest {
  readonly #shorten: (way: Sequence, rule: string) => Sequence;
  /** By the rule and then by the operation, the kind and the abstract state of the step that proves it. */
  readonly #ways = new Map<string, Map<string, Way>>();

  /** `shorten`: what is left of a sequence without the steps that its last one does not need to prove a rule. */
  constructor(shorten: (way: Sequence, rule: string) => Sequence) {
    this.#shorten = shorten;
  }

  /** Notes a sequence whose last step, in an abstract state, proves the rules. */
  note(rules: readonly string[], steps: Sequence, last: Step, stage: string): void {
    const name = `${last.operation} ${last.kind} | ${stage}`;
    for (const rule of rules) {
      const ways = within(this.#ways, rule);
      if (steps.length < (ways.get(name)?.steps.length ?? Infinity)) ways.set(name, { steps, last });
    }
  }

  /**
   * Sequences that meet a rule that a failing one breaks, the rules in their order, at a step of the same operation; of any, where
   * notifications have broken it. For each rule first those whose last step is of the same kind, in whichever abstract states, then one for
   * each other kind, the shortest first.
   */
  instead({ at, operation, breaches }: Violation, failing: Step): readonly Sequence[] {
    const isAsked = (last: Step) => at === 'arrivals' || last.operation === operation;
    return [...new Set(breaches.map(({ rule }) => rule))].flatMap((rule) => {
      const same = [...(this.#ways.get(rule)?.values() ?? [])]
        .filter(({ last }) => isAsked(last) && last.kind === failing.kind)
        .toSorted((one, other) => one.steps.length - other.steps.length)
        .slice(0, mostOfKind)
        .map(({ steps }) => this.#shorten(steps, rule))
        .toSorted((one, other) => one.length - other.length);
      const others = this.#to(rule, (last) => isAsked(last) && last.kind !== failing.kind, mostOthers);
      return [...same, ...others].map((steps) => endingLike(failing, steps));
    });
  }

  /** Sequences that meet the first rule that a reply breaks by a step of the same kind at another operation, the shortest first. */
  elsewhere({ at, operation, breaches }: Violation, failing: Step): readonly Sequence[] {
    if (at === 'arrivals') return [];
    const isAsked = (last: Step) => last.operation !== operation && last.kind === failing.kind;
    return this.#to(breaches[0]?.rule ?? '', isAsked).map((steps) => endingLike(failing, steps));
  }

  /** For each kind of step that proves a rule the shortest sequence up to it. */
  to(rule: string): readonly Sequence[] {
    return this.#to(rule, () => true);
  }

  /** The shortest for each kind that is asked for, the shortest first. */
  #to(rule: string, isAsked: (last: Step) => boolean, most = Infinity): readonly Sequence[] {
    const byKind = new Map<string, Sequence>();
    for (const { steps, last } of this.#ways.get(rule)?.values() ?? []) {
      const name = `${last.operation} ${last.kind}`;
      if (isAsked(last) && steps.length < (byKind.get(name)?.length ?? Infinity)) byKind.set(name, steps);
    }
    return [...byKind.values()]
      .toSorted((one, other) => one.length - other.length)
      .slice(0, most)
      .map((way) => this.#shorten(way, rule))
      .toSorted((one, other) => one.length - other.length);
  }
}

/** The same steps, the last with the literals of a failing one. */
function endingLike(failing: Step, steps: Sequence): Sequence {
  return steps.map((step, index) => (index === steps.length - 1 ? withLiteralsOf(failing, step) : step));
}
