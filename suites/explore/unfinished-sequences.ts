import type { Violation } from '../../engine/judge/execute.ts';
import type { Reported } from '../../engine/judge/known-failures.ts';

/** The sequences of an exploration that are still running, or whose violation is not yet shrunk. */
export class UnfinishedSequences {
  readonly #known: Pick<Reported, 'has'>;
  /** In the order in which they were begun, in which their violations are shrunk too. */
  readonly #open = new Map<string, Violation | undefined>();

  constructor(known: Pick<Reported, 'has'>) {
    this.#known = known;
  }

  /** A sequence was begun. */
  begun(id: string): void {
    this.#open.set(id, undefined);
  }

  /** A sequence was judged. It is finished unless its violation is new. */
  judged(id: string, violation: Violation | undefined): void {
    if (violation === undefined || this.#known.has(violation)) this.#open.delete(id);
    else this.#open.set(id, violation);
  }

  /** A violation was reported: the first of those that no earlier report covers. */
  reported(): void {
    for (const [id, violation] of this.#open) {
      if (violation === undefined || this.#known.has(violation)) continue;
      this.#open.delete(id);
      return;
    }
  }

  /** True when nothing would be lost by stopping now. */
  allFinished(): boolean {
    return [...this.#open.values()].every(
      (violation) => violation !== undefined && this.#known.has(violation),
    );
  }
}
