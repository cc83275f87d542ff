import type { ExchangeRecord } from '../../harness/records/exchange-records.ts';

type Exchange = Pick<ExchangeRecord, 'at' | 'ms'>;

/** How many requests were under way. */
export interface RequestsUnderWay {
  /** The sum of the times that they took, by the time between the first and the last of them. */
  readonly average: number;
  /** So many surely were at once. */
  readonly most: number;
}

/** `at` is cut to whole ms: whether an answer came before another request was sent is known so far. */
const precisionMs = 1;
/** Parts of a run write into one journal, so that its records are in the order of their ends so far, ms. */
const disorderMs = 50;
/** Requests that are remembered, so that a million take no more memory than a thousand: far more than end while one is under way. */
const mostRemembered = 10_000;

interface Ended extends Exchange {
  /** How many were under way right before its end. */
  count: number;
}

/** Reckons how many requests were under way, from their records in the order of the journal. */
export class UnderWay {
  requests = 0;
  /** How long they took together, ms. */
  busyMs = 0;
  #firstAt = Infinity;
  #lastAt = -Infinity;
  #ended: Ended[] = [];
  #most = 0;

  add({ at, ms }: Exchange): void {
    this.requests += 1;
    this.busyMs += ms;
    this.#firstAt = Math.min(this.#firstAt, at);
    this.#lastAt = Math.max(this.#lastAt, at + ms);
    // Without an answer nothing is known of its time.
    if (ms === 0) return;
    const now: Ended = { at, ms, count: 1 };
    for (let index = this.#ended.length - 1; index >= 0; index -= 1) {
      const before = this.#ended[index];
      if (before === undefined || endOf(before) < at - disorderMs) break;
      const [first, other] = endOf(before) <= endOf(now) ? [before, now] : [now, before];
      if (endOf(first) <= other.at + precisionMs) continue;
      first.count += 1;
      this.#most = Math.max(this.#most, first.count);
    }
    this.#most = Math.max(this.#most, 1);
    this.#ended.push(now);
    if (this.#ended.length >= 2 * mostRemembered) this.#ended = this.#ended.slice(-mostRemembered);
  }

  /** From the first request to the end of the last, ms. */
  get lastedMs(): number {
    return Math.max(0, this.#lastAt - this.#firstAt);
  }

  /** Undefined where nothing was answered. */
  underWay(): RequestsUnderWay | undefined {
    const { busyMs, lastedMs } = this;
    if (busyMs === 0 || lastedMs === 0) return undefined;
    const average = Math.round((10 * busyMs) / lastedMs) / 10;
    return { average, most: Math.max(this.#most, Math.floor(average)) };
  }
}

function endOf({ at, ms }: Exchange): number {
  return at + ms;
}
