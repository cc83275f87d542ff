import type { Observation } from '../../engine/model.ts';
import { settingConsumer } from '../../generators/resource/tokens/control.ts';
import { at } from '../../models/checks.ts';
import type { Call, ControlCall, Reply } from '../../models/wire.ts';

/**
 * The consumers that the sequences of a run have suspended. Control may issue all tokens to one consumer: left SUSPENDED, it would refuse what others
 * send after it, in this run and in the next.
 */
export class SuspendedConsumers {
  /** By consumer, the sequence that has suspended it. */
  readonly #by = new Map<string, string>();

  /** Notes what control has answered a sequence. Gives why it is not judged: its token is of a consumer that another one has left SUSPENDED. */
  answered(sequence: string, call: Call, observation: Observation<Reply>): string | undefined {
    const id = consumerIn(call, observation);
    if (id === undefined) return undefined;
    const by = this.#by.get(id);
    if (by !== undefined && by !== sequence)
      return 'the consumer of its token was left SUSPENDED, and control did not make it ACTIVE';
    // The status of other answers is that of a token.
    if (call.operation !== 'set-consumer') return undefined;
    if (at(call.body, ['status']) === 'SUSPENDED') this.#by.set(id, sequence);
    else this.#by.delete(id);
    return undefined;
  }

  /** Makes those ACTIVE that a sequence has left SUSPENDED. Those that control leaves so stay known. */
  async restore(
    sequence: string,
    control: (call: ControlCall, kind: string) => Promise<Observation<Reply>>,
  ): Promise<void> {
    const left = [...this.#by].filter(([, by]) => by === sequence).map(([id]) => id);
    for (const id of left) {
      const observation = await control(settingConsumer(id, 'ACTIVE'), 'ACTIVE');
      if ('reply' in observation && observation.reply.http < 300) this.#by.delete(id);
    }
  }
}

/** The consumer of the token that control has answered about. */
export function consumerIn(call: Call, observation: Observation<Reply>): string | undefined {
  if (call.to !== 'control' || 'lost' in observation) return undefined;
  const id = at(observation.reply.body, ['consumer_id']);
  return typeof id === 'string' ? id : undefined;
}
