import { ourClock } from './pace.ts';

/** How a request went. */
export type Trip =
  /** Its answer took so long, and is compared with those to requests of its kind. */
  | { readonly kind: string; readonly ms: number }
  /** It had no answer. */
  | 'lost';

/** A clock, and how long this process has waited so far because it had nothing to do, ms. */
export interface LimitClock {
  now(): number;
  idleMs(): number;
}

const processClock: LimitClock = { now: ourClock.now, idleMs: () => performance.nodeTiming.idleTime };

/** So many are under way at first: the latencies of a few show what is usual. */
const first = 2;
/** Requests that wait in the target: below the first another is sent beside them, above the second fewer. */
const queues = { alpha: 2, beta: 4 } as const;
/** A growth of latency up to this is chance: the smallest mean of many answers lies a tenth below their mean where each varies by half. */
const chance = 1.2;
/** So many answers decide at least, so that a single slow one does not. */
const leastAnswers = 8;
/** What is left of the limit when an answer is lost. */
const decrease = 0.7;
/** The limit grows by this part, once slow start is over. */
const increase = 1 / 8;
/** With half as many under way, a latency that is due to them is about half. One that is above this part of it is not due to them. */
const notDue = 0.8;

/**
 * How many requests may be under way: more only while latency does not grow with it. As in TCP Vegas (Brakmo and Peterson: TCP Vegas, End to End
 * Congestion Avoidance on a Global Internet, 1995), those that wait in the target are estimated as `under way × (1 − base / now)`, by the least latency
 * seen and the one now; prior art for requests is concurrency-limits of Netflix. What is different here:
 *
 * - Requests differ, so each latency is compared with the base of its kind. Both are means or medians: latencies vary.
 * - Our process is slow at times, and answers wait in it. That is no latency of the target: of `now` only counts what was surely waited for.
 * - A latency that stays although fewer are under way is not due to them. It is the new base.
 */
export class AdaptiveLimit {
  readonly #most: number;
  readonly #ourTime: OurTime;
  readonly #usual = new Map<string, UsualLatency>();
  #limit: number;
  #isSlowStart = true;
  #underWay = 0;
  /** Requests so far. */
  #begun = 0;
  /** Those before this one were sent under another limit. */
  #countsFrom = 0;
  /** Whether as many were under way as may be. */
  #isUsed = false;
  /** Of the answers since the limit was changed: latencies as multiples of the base, and how many were under way. */
  #growths: number[] = [];
  #loads = 0;
  /** What the base of each kind has grown by. */
  #drift = 1;
  /** When it was lowered first, without a rise since. */
  #lowered: { readonly limit: number; readonly growth: number } | undefined;

  /** `most`: never more than so many. */
  constructor(most: number, clock = processClock) {
    this.#most = most;
    this.#limit = Math.min(first, most);
    this.#ourTime = new OurTime(clock);
  }

  /** How many may be under way. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** A request is sent. To be called at its end with how it went; with nothing where that says nothing. */
  begun(): (trip?: Trip) => void {
    this.#ourTime.busyMs();
    const number = this.#begun;
    this.#begun += 1;
    this.#underWay += 1;
    const load = this.#underWay;
    this.#isUsed ||= load >= this.limit;
    return (trip) => {
      this.#underWay -= 1;
      const busyMs = this.#ourTime.busyMs();
      if (trip === 'lost') this.#lost(number);
      else if (trip !== undefined) this.#answered(trip, { number, load, busyMs });
    };
  }

  #lost(number: number): void {
    // Those that were sent with it are often lost with it.
    if (number < this.#countsFrom) return;
    this.#isSlowStart = false;
    this.#set(decrease * this.#limit);
  }

  #answered(
    { kind, ms }: Exclude<Trip, 'lost'>,
    { number, load, busyMs }: { readonly number: number; readonly load: number; readonly busyMs: number },
  ): void {
    const usual = this.#usual.get(kind) ?? new UsualLatency();
    this.#usual.set(kind, usual);
    const { base } = usual;
    usual.add(ms);
    if (number < this.#countsFrom || base === undefined) return;
    this.#growths.push(Math.max(0, ms - busyMs) / (base * this.#drift));
    this.#loads += load;
    if (this.#growths.length >= Math.max(leastAnswers, this.limit)) this.#decide();
  }

  #decide(): void {
    const growth = medianOf(this.#growths);
    const load = this.#loads / this.#growths.length;
    const queue = load * Math.max(0, 1 - chance / growth);
    if (queue >= queues.alpha) this.#isSlowStart = false;
    if (queue > queues.beta) return this.#lower(growth, load - (queue - queues.beta));
    this.#lowered = undefined;
    const isRaised = queue < queues.alpha && this.#isUsed;
    const step = this.#isSlowStart ? this.#limit : Math.max(1, increase * this.#limit);
    this.#set(this.#limit + (isRaised ? step : 0));
  }

  #lower(growth: number, to: number): void {
    // While it rises, what fewer change is not seen yet.
    if (this.#lowered === undefined || growth * notDue > this.#lowered.growth)
      this.#lowered = { limit: this.#limit, growth };
    const { limit, growth: before } = this.#lowered;
    const isDue = this.#limit > limit / 2 || growth < notDue * before;
    if (isDue) return this.#set(Math.max(this.#limit / 2, to));
    this.#drift *= growth;
    this.#lowered = undefined;
    this.#isSlowStart = true;
    this.#set(this.#limit);
  }

  #set(limit: number): void {
    const bounded = Math.max(1, Math.min(this.#most, limit));
    if (bounded !== this.#limit) this.#countsFrom = this.#begun;
    this.#limit = bounded;
    this.#isUsed = false;
    this.#growths = [];
    this.#loads = 0;
  }
}

/** So many latencies are smoothed to a mean, the latest most. */
const smoothed = 32;

/** What latency one kind of requests has where nothing waits: the least of its smoothed means. */
class UsualLatency {
  #count = 0;
  #mean = 0;
  #least = Infinity;

  /** Undefined before the first. The mean of few may be small by chance, so it is no least. */
  get base(): number | undefined {
    if (this.#count === 0) return undefined;
    return this.#count < leastAnswers ? this.#mean : this.#least;
  }

  add(ms: number): void {
    this.#count += 1;
    this.#mean += (ms - this.#mean) / Math.min(this.#count, smoothed);
    if (this.#count >= leastAnswers) this.#least = Math.min(this.#least, this.#mean);
  }
}

/** How long this process has been busy, by when it was idle last. */
class OurTime {
  readonly #clock: LimitClock;
  #at: number;
  #idleMs: number;
  #busySince: number;

  constructor(clock: LimitClock) {
    this.#clock = clock;
    this.#at = this.#busySince = clock.now();
    this.#idleMs = clock.idleMs();
  }

  /** For how long at most it has had something to do: so long an answer may have waited to be read. */
  busyMs(): number {
    const now = this.#clock.now();
    const idleMs = this.#clock.idleMs();
    // When the idle time ended is not known: right after it had begun at the earliest.
    if (idleMs > this.#idleMs) this.#busySince = this.#at + (idleMs - this.#idleMs);
    this.#at = now;
    this.#idleMs = idleMs;
    return now - this.#busySince;
  }
}

function medianOf(values: readonly number[]): number {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.floor(ordered.length / 2)] ?? 0;
}
