import { setImmediate as nextTurn } from 'node:timers/promises';

/** What is done once all wait. Gives what it has brought those that go on. */
type Meet<W, R> = (waiting: readonly W[]) => Promise<ReadonlyMap<W, R>>;

/** How a wait ends. */
interface Ends<R> {
  readonly with: (result: R) => void;
  readonly failing: (reason: unknown) => void;
}

/**
 * A barrier for sequences that go side by side: what concerns all of them is done once each of them waits for it or has ended, and nobody
 * begins meanwhile.
 */
export class Barrier<W, R> {
  readonly #meet: Meet<W, R>;
  readonly #waiting = new Map<W, Ends<R>>();
  #members = 0;
  #meeting: Promise<void> | undefined;
  #isDue = false;

  constructor(meet: Meet<W, R>) {
    this.#meet = meet;
  }

  /** Resolves for a sequence that begins, once nothing that concerns all is under way. */
  async join(): Promise<void> {
    while (this.#meeting !== undefined) await this.#meeting;
    this.#members += 1;
  }

  /** Called by a member that has ended. */
  leave(): void {
    this.#members -= 1;
    this.#check();
  }

  /** Waits until all others wait too, and until `meet` has brought something for this one. Rejects where `meet` does. */
  wait(one: W): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(one, { with: resolve, failing: reject });
      this.#check();
    });
  }

  get #isComplete(): boolean {
    return this.#waiting.size > 0 && this.#waiting.size >= this.#members;
  }

  #check(): void {
    if (this.#isDue || this.#meeting !== undefined || !this.#isComplete) return;
    this.#isDue = true;
    void this.#begin();
  }

  async #begin(): Promise<void> {
    // Those that follow a sequence that has just ended may begin.
    await nextTurn();
    this.#isDue = false;
    if (!this.#isComplete) return;
    this.#meeting = this.#hold();
    await this.#meeting;
    this.#meeting = undefined;
    this.#check();
  }

  async #hold(): Promise<void> {
    const waiting = [...this.#waiting];
    try {
      const brought = await this.#meet(waiting.map(([one]) => one));
      for (const [one, result] of brought) this.#end(one)?.with(result);
    } catch (error) {
      for (const [one] of waiting) this.#end(one)?.failing(error);
    }
  }

  #end(one: W): Ends<R> | undefined {
    const ends = this.#waiting.get(one);
    this.#waiting.delete(one);
    return ends;
  }
}
