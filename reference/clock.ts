import { DueQueue, type Due } from './due-queue.ts';

/** How long, in real time, an advance waits for each piece of work under way (deliveries) before the clock moves past it. */
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

  /** The target's instant, ms since the epoch. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Whether it shows real time: it was never ahead and never moved. */
  get isReal(): boolean {
    return this.#offset === 0;
  }

  /** Starts `start` at `at` (ms since the epoch), by real time or by advance. Gives the way to call it off. */
  schedule(at: number, start: () => void): () => void {
    const due: Due = { at, order: this.#order++, start, cancelled: false };
    this.#queue.push(due);
    this.#arm();
    return () => {
      due.cancelled = true;
    };
  }

  /** Counts work as under way, so that an advance gives it a moment to end before time passes over it. */
  track(work: Promise<unknown>): void {
    // Once for each: a send that is never answered would otherwise hold up every advance until its time is over.
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

  /** Moves the clock on by `ms` and starts, in order, all that fell due meanwhile. Gives the new instant. */
  advance(ms: number): Promise<number> {
    const next = this.#advancing.then(() => this.#advance(ms));
    this.#advancing = next.catch(() => 0);
    return next;
  }

  /** Drops every timer; nothing is started any more. */
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
      // What was started may make more fall due on the way (a refused send and its retry).
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
    // A turn of the event loop, so that what was just called off is known to have failed, and its retry falls due.
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
