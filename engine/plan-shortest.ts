import type { Violation } from './execute.ts';
import type { Sequence, Step } from './model.ts';
import { within } from './within.ts';

/**
 * The shortest sequences that a search has found to each rule, for each kind of step that proves it. A fault that was met at the end of a
 * long sequence often shows in one of these as well.
 */
export class Shortest {
  readonly #shorten: (way: Sequence, rule: string) => Sequence;
  /** By the rule and then by the operation and the kind of the step that proves it. */
  readonly #ways = new Map<string, Map<string, Sequence>>();

  /** `shorten`: what is left of a sequence without the steps that its last one does not need to prove a rule. */
  constructor(shorten: (way: Sequence, rule: string) => Sequence) {
    this.#shorten = shorten;
  }

  /** Notes a sequence whose last step proves the rules. */
  note(rules: readonly string[], way: Sequence, { operation, kind }: Step): void {
    const name = `${operation} ${kind}`;
    for (const rule of rules) {
      const ways = within(this.#ways, rule);
      if (way.length < (ways.get(name)?.length ?? Infinity)) ways.set(name, way);
    }
  }

  /**
   * Sequences that meet the first rule that a failing one breaks, at a step of the same operation; of any, where notifications have broken it.
   * First the one whose last step is of the same kind, then the others, the shortest first.
   */
  instead({ at, operation, breaches }: Violation, failing: Step): readonly Sequence[] {
    const [rule = ''] = breaches.map((breach) => breach.rule);
    const isSame = (way: Sequence) => Number(way.at(-1)?.kind === failing.kind);
    return this.to(rule, at === 'arrivals' ? undefined : operation).toSorted(
      (one, other) => isSame(other) - isSame(one) || one.length - other.length,
    );
  }

  /** For each kind of step that proves a rule the shortest sequence up to it; `operation`: for its kinds alone. */
  to(rule: string, operation?: string): readonly Sequence[] {
    const ways = [...(this.#ways.get(rule)?.values() ?? [])];
    return ways
      .filter((way) => operation === undefined || way.at(-1)?.operation === operation)
      .map((way) => this.#shorten(way, rule));
  }
}
