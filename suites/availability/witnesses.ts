import type { Observation } from '../../engine/model.ts';
import type { ApiCall, Call, Reply } from '../../models/wire.ts';

/** The steps that read one entity by its id. */
const reads: ReadonlySet<string> = new Set(['status', 'get', 'token-get']);

/** More than are ever asked again; older ones serve nothing. */
const mostKept = 2000;

/** A fault may lose one payment or another. A server that was started anew has lost them all. */
const mostAsked = 3;

/** A read that was answered. */
export interface Witness {
  readonly call: ApiCall;
  /** ms since the epoch. */
  readonly at: number;
}

/**
 * Reads that the target has answered: for each sequence its last request, where that was one. Nothing has touched the entity since, so a
 * target that does not know it any more has forgotten it by itself.
 */
export class Witnesses {
  readonly #bySequence = new Map<string, Witness>();

  /** A call of a sequence is being sent. */
  sent(sequence: string, call: Call): void {
    this.#bySequence.delete(sequence);
    // What has expired meanwhile may be dropped.
    if (call.to === 'control' && call.operation === 'clock.advance') this.clear();
  }

  /** It was answered, or not. */
  answered(sequence: string, operation: string, call: Call, observation: Observation<Reply>): void {
    if (call.to === 'control' || !reads.has(operation)) return;
    if ('lost' in observation || observation.reply.http !== 200) return;
    this.#bySequence.set(sequence, { call, at: Date.now() });
    if (this.#bySequence.size <= mostKept) return;
    for (const oldest of this.#bySequence.keys()) {
      this.#bySequence.delete(oldest);
      break;
    }
  }

  /** Forgets all reads. */
  clear(): void {
    this.#bySequence.clear();
  }

  /** The last reads of other sequences that were answered by then. */
  by(instant: number, sequence: string): readonly Witness[] {
    return [...this.#bySequence]
      .flatMap(([of, witness]) => (of !== sequence && witness.at <= instant ? [witness] : []))
      .slice(-mostAsked);
  }
}
