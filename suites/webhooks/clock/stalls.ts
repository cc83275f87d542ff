/** How often it is looked whether this process runs, ms. */
const tickMs = 20;
/** A look that comes so much later than it should shows that the process was kept from running. */
const lateMs = 30;
/** What has piled up meanwhile is worked off for as long again, but no longer than this, ms. */
const longestAfterMs = 500;

/** From when until when what arrived was not read at once. */
interface Stall {
  readonly from: number;
  readonly until: number;
}

/**
 * When this process was kept from running, by work of its own or by a busy machine: what arrived meanwhile was read only afterwards. Instants
 * are those of `performance.now()`.
 */
export class Stalls {
  readonly #stalls: Stall[] = [];
  readonly #timer: NodeJS.Timeout;
  #lookedAt = performance.now();

  constructor() {
    this.#timer = setInterval(() => this.#look(), tickMs);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** How long it ran by now, ms: real time less all stalls. */
  ranMs(): number {
    this.#look();
    const now = performance.now();
    return this.#stalls.reduce((ran, { from, until }) => ran - (Math.min(until, now) - from), now);
  }

  /** The instant since which it ran for so long until another. */
  before(instant: number, ms: number): number {
    this.#look();
    let from = instant - ms;
    for (const stall of this.#stalls.toReversed()) {
      if (stall.from >= instant) continue;
      if (stall.until <= from) break;
      from -= Math.min(stall.until, instant) - stall.from;
    }
    return from;
  }

  /** Notes a stall that ends now. */
  #look(): void {
    const now = performance.now();
    const lostMs = now - this.#lookedAt - tickMs;
    if (lostMs > lateMs) {
      const until = now + Math.min(lostMs, longestAfterMs);
      const last = this.#stalls.at(-1);
      const isOne = last !== undefined && last.until >= this.#lookedAt;
      const from = isOne ? last.from : this.#lookedAt;
      if (isOne) this.#stalls.pop();
      this.#stalls.push({ from, until });
    }
    this.#lookedAt = now;
  }
}
