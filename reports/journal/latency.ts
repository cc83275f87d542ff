/** How long replies took, ms. */
export interface Latency {
  readonly median: number;
  readonly p95: number;
}

/** Ratio of two neighbouring classes: finer than the difference of two nights, and a few hundred classes hold every latency. */
const ratio = 1.1;
/** Upper bound of the first class, ms. */
const finestMs = 0.1;

/** Counts latencies in classes, so that a million of them take no more memory than ten. */
export class LatencyCounts {
  readonly #counts = new Map<number, number>();
  #total = 0;

  add(ms: number): void {
    const index = Math.max(0, Math.ceil(Math.log(ms / finestMs) / Math.log(ratio)));
    this.#counts.set(index, (this.#counts.get(index) ?? 0) + 1);
    this.#total += 1;
  }

  /** Median and 95th percentile, each a tenth too high at most; undefined where nothing was counted. */
  latency(): Latency | undefined {
    return this.#total === 0 ? undefined : { median: this.#quantile(0.5), p95: this.#quantile(0.95) };
  }

  #quantile(share: number): number {
    let seen = 0;
    let last = 0;
    for (const [index, count] of [...this.#counts].toSorted(([a], [b]) => a - b)) {
      seen += count;
      last = index;
      if (seen >= share * this.#total) break;
    }
    return Number((finestMs * ratio ** last).toPrecision(3));
  }
}
