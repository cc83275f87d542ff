import { instantIn } from '../../spec/forms.ts';
import { ourClock, type PaceClock } from './pace.ts';

/** The slowest pace, requests a second: a run that is slower would not end. */
const leastPerSecond = 0.2;
/** Over which time the pace that a target lets through is measured, ms. */
const measuredMs = 1000;
/** The pace is lowered once in so long, ms: requests that are under way are all turned away. */
const settlesMs = 1000;
/** To this part of the pace that was let through. */
const decrease = 0.7;
/** At a limit the pace that is turned away is the same each time; one that falls has nothing to do with it. */
const falls = 0.98;
/** So often the pace falls in a row before it counts as not being the reason. */
const mostFalls = 3;
/** So many requests that were turned away each time show that it is for what they ask for. */
const mostHopeless = 2;
/** A target that then turns so many more requests away than it takes has a limit all the same. */
const doubt = 10;
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
  /** Since the pace was lowered last. */
  #takenSince = 0;
  #refusals = 0;
  /** The pace that was lowered last, and how often it fell in a row. */
  #loweredFrom = -Infinity;
  #fallen = 0;
  #isIndifferent = false;
  /** Requests that were turned away each time. */
  #hopeless = 0;

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
    this.#takenSince += 1;
    if ((this.#accepted[0] ?? now) < now - measuredMs) this.#forget(now);
    if (this.#perSecond === undefined || now - this.#changedAt < 1000) return;
    this.#changedAt = now;
    this.#perSecond = Math.min(this.#mostPerSecond, this.#perSecond + increase);
  }

  /**
   * Notes a demand to slow down, and for how long nothing is to be sent, ms. Resolves when the same request may take its next turn. Where a lower pace
   * brings no fewer demands, or requests are turned away to their last attempt (`isLast`) while others are taken, they are not for the pace: it is given
   * up, and each request waits for itself.
   */
  async demanded(waitMs: number, isLast = false): Promise<void> {
    const now = this.#clock.now();
    this.#refusedSince ??= now;
    this.#refusals += 1;
    if (isLast && ++this.#hopeless >= mostHopeless) this.#giveUp();
    if (this.#isIndifferent && this.#refusals <= this.#takenSince + doubt)
      return void (await this.#clock.sleep(waitMs));
    if (this.#isIndifferent) this.#hopeless = 0;
    this.#isIndifferent = false;
    if (now - this.#loweredAt >= settlesMs) this.#lower(now);
    this.#nextAt = Math.max(this.#nextAt, now + Math.max(waitMs, this.#intervalMs()));
  }

  #lower(now: number): void {
    this.#forget(now);
    const measured = Math.max(1, (this.#accepted.length * 1000) / measuredMs);
    const before = Math.min(this.#perSecond ?? Infinity, this.#mostPerSecond, measured);
    const isFalling = before < falls * this.#loweredFrom;
    this.#fallen = isFalling ? this.#fallen + 1 : 0;
    const isMostlyTaken = this.#takenSince > this.#refusals;
    this.#loweredAt = this.#changedAt = now;
    this.#loweredFrom = before;
    this.#takenSince = this.#refusals = 0;
    this.#perSecond = Math.max(leastPerSecond, decrease * before);
    if (this.#fallen >= mostFalls && isMostlyTaken) this.#giveUp();
  }

  #giveUp(): void {
    this.#isIndifferent = true;
    this.#perSecond = undefined;
    this.#takenSince = this.#refusals = 0;
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
  const at = /[a-z]/i.test(text) ? instantIn(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
