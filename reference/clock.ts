/** How long an advance waits for each delivery under way before the clock moves, ms of real time. */
const SETTLE_MS = 100;
/** setTimeout takes 31 bits; longer waits are taken in stages. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** The target's clock: real time plus an offset that only `advance` moves (control interface, section 2). */
export class Clock {
  readonly #queue = new DueQueue();
  readonly #underWay = new Set<Promise<unknown>>();
  #offset: number;
  #order = 0;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Infinity;
  #advancing: Promise<number> = Promise.resolve(0);
  #stopped = false;

  /** `aheadMs`: how far it is ahead of real time from the start. */
  constructor(aheadMs = 0) {
    this.#offset = aheadMs;
  }

  /** The target's time, ms since the epoch. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Whether it shows real time: it was never ahead and never moved. */
  get isReal(): boolean {
    return this.#offset === 0;
  }

  /** Calls `start` at `at` (ms since the epoch), by real time or by advance. Gives a function that cancels it. */
  schedule(at: number, start: () => void): () => void {
    const due: Due = { at, order: this.#order++, start, cancelled: false };
    this.#queue.push(due);
    this.#arm();
    return () => {
      due.cancelled = true;
    };
  }

  /** Counts work as under way, so that an advance waits a moment for its end. */
  track(work: Promise<unknown>): void {
    // At most once for each: a send that is never answered would otherwise delay every advance.
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, SETTLE_MS);
    });
    const forget = (): void => {
      clearTimeout(timer);
      this.#underWay.delete(settled);
    };
    const settled: Promise<unknown> = Promise.race([work, patience])
      .catch(() => undefined)
      .then(forget);
    this.#underWay.add(settled);
  }

  /** Moves the clock on by `ms` and starts, in order, everything that became due. Gives the new time, ms since the epoch. */
  advance(ms: number): Promise<number> {
    const next = this.#advancing.then(() => this.#advance(ms));
    this.#advancing = next.catch(() => 0);
    return next;
  }

  /** Cancels every timer. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #advance(ms: number): Promise<number> {
    await this.#settle();
    const target = this.now() + ms;
    for (;;) {
      const at = this.#queue.peek()?.at;
      if (at === undefined || at > target) break;
      this.#jumpTo(at);
      this.#startDue(at);
      // What was started may schedule more before the target (a failed send and its retry).
      await this.#settle();
    }
    this.#jumpTo(target);
    this.#startDue(target);
    // The timer that was set counts real time from before the move.
    clearTimeout(this.#timer);
    this.#timerAt = Infinity;
    this.#arm();
    return this.now();
  }

  #jumpTo(instant: number): void {
    const missing = instant - this.now();
    if (missing > 0) this.#offset += missing;
  }

  #startDue(until: number): void {
    for (let due = this.#queue.peek(); due !== undefined && due.at <= until; due = this.#queue.peek()) {
      this.#queue.pop();
      if (!this.#stopped) due.start();
    }
  }

  async #settle(): Promise<void> {
    // One turn of the event loop, so that a send that was just cancelled fails and its retry is scheduled.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(this.#underWay);
  }

  #arm(): void {
    const at = this.#queue.peek()?.at;
    if (at === undefined || this.#stopped || at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    const wait = Math.min(Math.max(0, at - this.now()), LONGEST_TIMEOUT_MS);
    this.#timer = setTimeout(() => {
      this.#timerAt = Infinity;
      this.#startDue(this.now());
      this.#arm();
    }, wait);
    this.#timer.unref();
  }
}

/** Something to start at a time. `order` sorts entries of the same time by their creation. */
interface Due {
  readonly at: number;
  readonly order: number;
  readonly start: () => void;
  cancelled: boolean;
}

function before(a: Due, b: Due): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** A binary heap, earliest first; cancelled entries are removed when they reach the top. */
class DueQueue {
  readonly #heap: Due[] = [];

  push(due: Due): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(due);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !before(due, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = due;
  }

  /** The earliest entry that is not cancelled. */
  peek(): Due | undefined {
    while (this.#heap[0]?.cancelled === true) this.pop();
    return this.#heap[0];
  }

  /** Removes the earliest entry and gives it. */
  pop(): Due | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || first === last) return first;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      if (left === undefined) break;
      const rightWins = right !== undefined && before(right, left);
      const least = rightWins ? right : left;
      if (!before(least, last)) break;
      heap[index] = least;
      index = 2 * index + (rightWins ? 2 : 1);
    }
    heap[index] = last;
    return first;
  }
}
