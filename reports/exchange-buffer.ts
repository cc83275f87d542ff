import type { ExchangeRecord, FailureRecord, SequenceRecord } from '../harness/journal-records.ts';

/** Sequences that are remembered at once: far more than ever run side by side, few enough to keep memory flat. */
const mostSequences = 256;

/** Keeps the requests of sequences that were violated until the failure that they show is recorded, and forgets the rest. */
export class ExchangeBuffer {
  readonly #running = new Map<string, ExchangeRecord[]>();
  readonly #violated = new Map<string, ExchangeRecord[]>();

  add(exchange: ExchangeRecord): void {
    // What prepares the target belongs to no sequence.
    if (exchange.sequence === '') return;
    const known = this.#running.get(exchange.sequence);
    if (known !== undefined) {
      known.push(exchange);
      return;
    }
    this.#running.set(exchange.sequence, [exchange]);
    forgetOldest(this.#running);
  }

  /** Called at the end of a sequence. */
  settle(sequence: SequenceRecord): void {
    const exchanges = this.#running.get(sequence.id);
    this.#running.delete(sequence.id);
    if (exchanges === undefined || sequence.verdict !== 'violated') return;
    this.#violated.delete(sequence.id);
    this.#violated.set(sequence.id, exchanges);
    forgetOldest(this.#violated);
  }

  /** The newest violated run of exactly the failure's steps; none when no run of them is remembered. */
  of(failure: FailureRecord): readonly ExchangeRecord[] {
    const wanted = signature(failure.transcript);
    for (const exchanges of [...this.#violated.values()].toReversed()) {
      if (exchanges[0]?.suite === failure.suite && signature(exchanges) === wanted) return exchanges;
    }
    return [];
  }
}

function signature(
  lines: readonly { readonly step: string; readonly operation: string; readonly kind: string }[],
): string {
  return JSON.stringify(lines.map(({ step, operation, kind }) => [step, operation, kind]));
}

function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > mostSequences && oldest !== undefined) map.delete(oldest);
}
