type Sort = 'first' | 'retry';

/** Of the usual time: nothing that takes no longer than others now and then is taken for late. */
const margins = { first: 1.5, second: 3 } as const;
/** Of the time that a notification took: its answer takes no longer, and the second attempt has more patience here too. */
const answerParts = { first: 1, second: 2 } as const;

/**
 * How long notifications are on their way from the target to us, in real time, as far as it can be told. A first send tells it too long where
 * its request was slow or the target waits before it sends. A retry that fell due in a step shows it exactly, unless the target retries
 * later: so the shorter of both counts, and of each the usual one, since the machine may have been busy for a moment.
 */
export class Transport {
  readonly #leastMs: number;
  readonly #limitMs: number;
  readonly #margin: number;
  readonly #answerPart: number;
  readonly #seenMs: Readonly<Record<Sort, number[]>> = { first: [], retry: [] };
  #fastestStepMs = Infinity;
  #mostMs: number;

  /** `leastMs`: before anything was seen; `limitMs`: the deadline of notifications. The second attempt, before anybody is accused, has more patience. */
  constructor(attempt: 'first' | 'second', leastMs: number, limitMs: number) {
    this.#margin = margins[attempt];
    this.#answerPart = answerParts[attempt];
    this.#leastMs = leastMs;
    this.#limitMs = limitMs;
    this.#mostMs = leastMs;
  }

  /** Notes how long a notification was on its way at most. */
  observed(of: Sort, ms: number): void {
    this.#seenMs[of].push(ms);
    this.#update();
  }

  /** Notes how long the answer to a step took; the fastest counts, since some steps make the target wait. */
  answered(ms: number): void {
    if (ms >= this.#fastestStepMs) return;
    this.#fastestStepMs = ms;
    this.#update();
  }

  /** How long the answer to the fastest step took, ms; Infinity before the first. */
  get fastestStepMs(): number {
    return this.#fastestStepMs;
  }

  get isKnown(): boolean {
    return this.#seenMs.first.length > 0 || this.#seenMs.retry.length > 0;
  }

  /** How long any notification is on its way at most, ms. A send takes about as long as the answer to a step. */
  get mostMs(): number {
    return this.#mostMs;
  }

  /** How long the answer to a notification is on its way at most, ms, by how long that was on its own. */
  answerMs(wayMs: number): number {
    return this.#answerPart * Math.max(this.#leastMs, wayMs);
  }

  #update(): void {
    const seen = Math.min(usual(this.#seenMs.first), usual(this.#seenMs.retry));
    const step = Number.isFinite(this.#fastestStepMs) ? this.#fastestStepMs : 0;
    const most = Number.isFinite(seen) ? Math.max(step, this.#margin * seen) : step;
    this.#mostMs = Math.max(this.#leastMs, Math.min(this.#limitMs, most));
  }
}

/** The one in the middle. */
function usual(seen: readonly number[]): number {
  return seen.toSorted((one, other) => one - other)[Math.floor(seen.length / 2)] ?? Infinity;
}
