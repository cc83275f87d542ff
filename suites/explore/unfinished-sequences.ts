import type { Violation } from '../../engine/judge/execution.ts';
import type { Reported } from '../../engine/judge/known-failures.ts';

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
