/** Long enough for a loopback server that sends as it answers; a slower one teaches us more. */
const shortestMs = 25;

/** A mistaken notification is as fast as an owed one, give or take: three times the slowest leaves room, half as much again once many came. */
const margin = { few: 3, many: 1.5 } as const;
const many = 50;

/** What may be missing is waited for longer than what may not come, and never less than a tenth of what is permitted. */
const missing = { times: 5, share: 0.1 } as const;

/** The delays that one target has shown on one clock, and how long to wait by them, ms. */
export class Delays {
  readonly #deadlineMs: number;
  readonly #leastMs: number;
  #slowestMs = 0;
  #count = 0;

  /** `leastMs`: before anything was seen. Default: what a loopback server needs. */
  constructor(deadlineMs: number, leastMs = shortestMs) {
    this.#deadlineMs = deadlineMs;
    this.#leastMs = leastMs;
  }

  /** Something owed came after this many ms of waiting. */
  observed(delayMs: number): void {
    this.#slowestMs = Math.max(this.#slowestMs, delayMs);
    this.#count += 1;
  }

  /** Never settled for less. */
  get leastMs(): number {
    return this.#leastMs;
  }

  get slowestMs(): number {
    return this.#slowestMs;
  }

  /** As long as what is only late may still take, by what has come so far. */
  lateMs(): number {
    return missing.times * this.#slowestMs;
  }

  /** Until what was sent by mistake would have come. Never more than the deadline. */
  settleMs(): number {
    const times = this.#count < many ? margin.few : margin.many;
    return Math.min(this.#deadlineMs, Math.max(this.#leastMs, times * this.#slowestMs));
  }

  /** Until what is owed is likely not to come at all, though nobody may be accused yet. Never more than the deadline. */
  shortMs(): number {
    return Math.min(this.#deadlineMs, Math.max(missing.share * this.#deadlineMs, this.lateMs()));
  }
}
