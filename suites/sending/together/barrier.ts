import { setImmediate as nextTurn } from 'node:timers/promises';

/** What is done once all wait. Gives those that go on. */
type Meet<W> = (waiting: readonly W[]) => Promise<ReadonlySet<W>>;

/**
 * A barrier for sequences that go side by side: what concerns all of them is done once each of them waits for it or has ended, and nobody
 * begins meanwhile.
 */
export class Barrier<W> {
  readonly #meet: Meet<W>;
  readonly #waiting = new Map<W, () => void>();
  #members = 0;
  #meeting: Promise<void> | undefined;
  #isDue = false;

  constructor(meet: Meet<W>) {
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

  /** Resolves once all others wait too, and `meet` lets this one go on. */
  wait(one: W): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(one, resolve);
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
    const waiting = [...this.#waiting.keys()];
    let goOn: ReadonlySet<W> = new Set(waiting);
    this.#meeting = (async () => {
      goOn = await this.#meet(waiting);
    })();
    try {
      await this.#meeting;
    } finally {
      this.#meeting = undefined;
      for (const one of waiting) this.#release(one, goOn);
      this.#check();
    }
  }

  #release(one: W, goOn: ReadonlySet<W>): void {
    if (!goOn.has(one)) return;
    const go = this.#waiting.get(one);
    this.#waiting.delete(one);
    go?.();
  }
}
