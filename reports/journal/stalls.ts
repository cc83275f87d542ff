import { count } from '../../engine/collections.ts';
import type { ExchangeRecord } from '../../harness/records/exchange-records.ts';

/** A kind of request, and how many. */
export interface OverlappingRequests {
  readonly operation: string;
  readonly times: number;
}

/** A request that got no answer, or a late one, while others were under way: a lock of the server shows in what they have in common. */
export interface Stall {
  readonly operation: string;
  readonly kind: string;
  /** ms since the run's start, when it was sent. */
  readonly at: number;
  readonly ms: number;
  readonly isLost: boolean;
  /** What overlapped with it, the most frequent first. */
  readonly beside: readonly OverlappingRequests[];
}

/** What is answered so late keeps a person waiting, whatever is usual for the target, ms. */
const lateMs = 5000;
/** The longest ones say enough. */
const mostStalls = 5;
/** Requests that are remembered: far more than are under way while one waits. */
const mostRemembered = 2000;

type Sent = Pick<ExchangeRecord, 'operation' | 'kind' | 'at' | 'ms'>;

interface Open extends Sent {
  readonly isLost: boolean;
  readonly beside: Map<string, number>;
}

/** Finds the requests that waited longest, and those that were under way with them, from their records in the order of their ends. */
export class Stalls {
  #ended: Sent[] = [];
  #longest: Open[] = [];

  add({ operation, kind, at, ms, lost }: ExchangeRecord): void {
    const sent = { operation, kind, at, ms };
    for (const one of this.#longest) if (overlap(one, sent)) count(one.beside, [operation]);
    if (ms >= lateMs) this.#note({ ...sent, isLost: lost !== undefined, beside: new Map() });
    this.#ended.push(sent);
    if (this.#ended.length >= 2 * mostRemembered) this.#ended = this.#ended.slice(-mostRemembered);
  }

  /** The longest ones that others overlapped with, in the order in which they were sent. */
  get all(): readonly Stall[] {
    return this.#longest
      .filter(({ beside }) => beside.size > 0)
      .toSorted((a, b) => a.at - b.at)
      .map(({ beside, ...stall }) => ({
        ...stall,
        beside: [...beside]
          .map(([operation, times]) => ({ operation, times }))
          .toSorted((a, b) => b.times - a.times),
      }));
  }

  #note(stall: Open): void {
    for (const sent of this.#ended) if (overlap(stall, sent)) count(stall.beside, [sent.operation]);
    this.#longest = [...this.#longest, stall].toSorted((a, b) => b.ms - a.ms).slice(0, mostStalls);
  }
}

function overlap(one: Sent, other: Sent): boolean {
  return one.at < other.at + other.ms && other.at < one.at + one.ms;
}
