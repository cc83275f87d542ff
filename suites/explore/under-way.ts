import type { Violation } from '../../engine/judge/execute.ts';
import type { Reported } from '../../engine/judge/known-failures.ts';

/** What an exploration has begun and not yet done with: sequences that run, and violations that wait to be made small. */
export class UnderWay {
  readonly #known: Pick<Reported, 'has'>;
  /** In the order in which they were begun, which is that in which violations are looked at. */
  readonly #open = new Map<string, Violation | undefined>();

  constructor(known: Pick<Reported, 'has'>) {
    this.#known = known;
  }

  /** A sequence was begun. */
  begun(id: string): void {
    this.#open.set(id, undefined);
  }

  /** It was judged. What was reported before is done with. */
  judged(id: string, violation: Violation | undefined): void {
    if (violation === undefined || this.#known.has(violation)) this.#open.delete(id);
    else this.#open.set(id, violation);
  }

  /** A violation was reported: one of those that nothing reported before covers, the first of them. */
  reported(): void {
    for (const [id, violation] of this.#open) {
      if (violation === undefined || this.#known.has(violation)) continue;
      this.#open.delete(id);
      return;
    }
  }

  /** True when nothing would be lost by stopping now. */
  settled(): boolean {
    return [...this.#open.values()].every(
      (violation) => violation !== undefined && this.#known.has(violation),
    );
  }
}
