import { ourClock, type PaceClock } from './pace.ts';

/** The slowest pace, requests a second: a run that is slower would not end. */
const leastPerSecond = 0.2;
/** Over which time the pace that a target lets through is measured, ms. */
const measuredMs = 1000;
/** The pace is lowered once in so long, ms: requests that are under way are all turned away. */
const settlesMs = 1000;
/** To this part of the pace that was let through. */
const decrease = 0.7;
/** Requests a second that are added in each second without a demand. */
const increase = 0.05;

/**
 * A pace that a target asks for by its demands to slow down: lowered by a part at each, raised by a step a second after it (additive increase,
 * multiplicative decrease: Chiu and Jain 1989). Without a demand it waits for nothing.
 */
export class Throttle {
  readonly #clock: PaceClock;
  readonly #mostPerSecond: number;
  #accepted: number[] = [];
  #perSecond: number | undefined;
  #changedAt = -Infinity;
  #loweredAt = -Infinity;
  #nextAt = -Infinity;
  #last: Promise<unknown> = Promise.resolve();
  #refusedSince: number | undefined;

  /** `mostPerSecond`: of the target's limits. Default: as fast as it answers. */
  constructor(mostPerSecond = Infinity, clock: PaceClock = ourClock) {
    this.#mostPerSecond = mostPerSecond;
    this.#clock = clock;
  }

  /** Requests a second that it keeps to; undefined while nothing was demanded. */
  get perSecond(): number | undefined {
    return this.#perSecond;
  }

  /** For how long every request was turned away, ms; 0 where the last one was taken. */
  get refusedForMs(): number {
    return this.#refusedSince === undefined ? 0 : this.#clock.now() - this.#refusedSince;
  }

  /** Resolves when the next request may be sent. */
  turn(): Promise<void> {
    if (this.#perSecond === undefined) return Promise.resolve();
    const turn = this.#last.then(() => this.#free());
    this.#last = turn;
    return turn;
  }

  async #free(): Promise<void> {
    for (;;) {
      const leftMs = this.#nextAt - this.#clock.now();
      if (leftMs <= 0) break;
      await this.#clock.sleep(leftMs);
    }
    this.#nextAt = this.#clock.now() + this.#intervalMs();
  }

  #intervalMs(): number {
    return 1000 / (this.#perSecond ?? Infinity);
  }

  /** Notes a request that the target took. */
  taken(): void {
    const now = this.#clock.now();
    this.#accepted.push(now);
    this.#refusedSince = undefined;
    if ((this.#accepted[0] ?? now) < now - measuredMs) this.#forget(now);
    if (this.#perSecond === undefined || now - this.#changedAt < 1000) return;
    this.#changedAt = now;
    this.#perSecond = Math.min(this.#mostPerSecond, this.#perSecond + increase);
  }

  /** Notes a demand to slow down, and for how long nothing is to be sent, ms. */
  demanded(waitMs: number): void {
    const now = this.#clock.now();
    this.#refusedSince ??= now;
    if (now - this.#loweredAt >= settlesMs) {
      this.#forget(now);
      const measured = Math.max(1, (this.#accepted.length * 1000) / measuredMs);
      const before = Math.min(this.#perSecond ?? Infinity, this.#mostPerSecond, measured);
      this.#perSecond = Math.max(leastPerSecond, decrease * before);
      this.#loweredAt = this.#changedAt = now;
    }
    this.#nextAt = Math.max(this.#nextAt, now + Math.max(waitMs, this.#intervalMs()));
  }

  #forget(now: number): void {
    this.#accepted = this.#accepted.filter((at) => at > now - measuredMs);
  }
}

/**
 * How long a target wants nothing to be sent, ms, by its `Retry-After` in seconds or as a date (RFC 9110, 10.2.3); 0 where it names no time.
 */
export function retryAfterMs(value: string | undefined, now = Date.now()): number {
  const text = value?.trim() ?? '';
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
