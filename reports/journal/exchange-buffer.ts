import type { ExchangeRecord, FailureRecord, SequenceRecord } from '../../harness/journal-records.ts';

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

  /**
   * The newest violated run of exactly the failure's steps, or else, for a procedure that leaves some of its steps out of the
   * transcript, of those and others beside them; none when no such run is remembered.
   */
  of(failure: FailureRecord): readonly ExchangeRecord[] {
    const wanted = signature(failure.transcript);
    const steps = new Set(failure.transcript.map(({ step }) => step));
    const newest = [...this.#violated.values()]
      .toReversed()
      .filter((exchanges) => exchanges[0]?.suite === failure.suite);
    const told = (exchanges: readonly ExchangeRecord[]) => exchanges.filter(({ step }) => steps.has(step));
    const whole = newest.filter((exchanges) => signature(exchanges) === wanted);
    const fitting =
      whole.length > 0 ? whole : newest.map(told).filter((exchanges) => signature(exchanges) === wanted);
    // Several runs of the final form differ in the target's ids: the one that the transcript tells of comes first.
    return fitting.find((exchanges) => isTold(exchanges, failure)) ?? fitting[0] ?? [];
  }
}

/** Whether these are the very requests of the transcript, by what was answered. */
function isTold(exchanges: readonly ExchangeRecord[], { transcript }: FailureRecord): boolean {
  return exchanges.every(({ reply }, index) => {
    const told = transcript[index]?.reply ?? null;
    return told === null || JSON.stringify(told) === compact(reply?.body ?? '');
  });
}

function compact(json: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return undefined;
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
