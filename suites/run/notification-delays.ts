/** Long enough for a loopback server that sends as it answers; a slower one shows longer delays. */
const shortestMs = 25;

/** A mistaken notification takes about as long as an expected one: three times the slowest is enough, half as much again once many came. */
const margin = { few: 3, many: 1.5 } as const;
const many = 50;

/** An expected notification is waited for longer than a forbidden one, and at least a tenth of the deadline. */
const missing = { times: 5, share: 0.1 } as const;

/** The delays of one target on one clock, and the waits that follow from them, ms. */
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

  /** Notes that an expected notification came after so many ms. */
  observed(delayMs: number): void {
    this.#slowestMs = Math.max(this.#slowestMs, delayMs);
    this.#count += 1;
  }

  /** The shortest wait. */
  get leastMs(): number {
    return this.#leastMs;
  }

  get slowestMs(): number {
    return this.#slowestMs;
  }

  /** How long a late notification may still take, by the delays so far. */
  lateMs(): number {
    return missing.times * this.#slowestMs;
  }

  /** How long a mistaken notification would take. Never more than the deadline. */
  settleMs(): number {
    const times = this.#count < many ? margin.few : margin.many;
    return Math.min(this.#deadlineMs, Math.max(this.#leastMs, times * this.#slowestMs));
  }

  /** After this an expected notification is probably missing, though nobody may be accused yet. Never more than the deadline. */
  shortMs(): number {
    return Math.min(this.#deadlineMs, Math.max(missing.share * this.#deadlineMs, this.lateMs()));
  }
}
