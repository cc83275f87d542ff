import type { Driver } from '../../../engine/judge/execution.ts';
import type { Call, Reply } from '../../../models/wire.ts';
import { consumerIn } from '../suspended-consumers.ts';

/**
 * The consumers of the tokens that the sequences of one suite are issued, where the suite changes consumers. Control may issue all tokens to one consumer: then a
 * sequence is not judged whose consumer another one has that is still under way. The next batch goes one after another.
 */
export class Consumers {
  readonly #owners = new Map<string, string>();
  readonly #underWay = new Set<string>();
  #areShared = false;

  /** Whether two sequences have had tokens of one consumer. */
  get areShared(): boolean {
    return this.#areShared;
  }

  /** The driver of a sequence, without an answer where its token is of a consumer that it can't have for itself. */
  watching(driver: Driver<Call, Reply>, sequence: string): Driver<Call, Reply> {
    this.#underWay.add(sequence);
    return {
      ...driver,
      end: async () => {
        await driver.end?.();
        this.#underWay.delete(sequence);
      },
      send: async (call, step) => {
        const observation = await driver.send(call, step);
        const id = consumerIn(call, observation);
        if (id !== undefined && this.#isOthers(id, sequence))
          return { lost: 'the consumer of its token is that of another sequence' };
        return observation;
      },
    };
  }

  #isOthers(id: string, sequence: string): boolean {
    const owner = this.#owners.get(id);
    const isOthers = owner !== undefined && owner !== sequence;
    this.#areShared ||= isOthers;
    // The rest of a batch still goes side by side.
    if (isOthers && this.#underWay.has(owner)) return true;
    this.#owners.set(id, sequence);
    return false;
  }
}
