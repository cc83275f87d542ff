import type { Driver } from '../../../engine/judge/execution.ts';
import type { Step } from '../../../engine/model.ts';
import { settingConsumer } from '../../../generators/resource/tokens/control.ts';
import { at } from '../../../models/checks.ts';
import type { Call, Reply } from '../../../models/wire.ts';

/**
 * The consumers of the tokens that the sequences of one suite are issued, where the suite changes consumers. Control may issue all tokens to one consumer: then a
 * sequence is not judged whose consumer another one has that is still under way, and the next batch goes one after another.
 */
export class Consumers {
  readonly #owners = new Map<string, string>();
  readonly #underWay = new Set<string>();
  readonly #suspended = new Set<string>();
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
      end: () => {
        this.#underWay.delete(sequence);
        driver.end?.();
      },
      send: async (call, step) => {
        const observation = await driver.send(call, step);
        if (call.to !== 'control' || 'lost' in observation) return observation;
        const id = at(observation.reply.body, ['consumer_id']);
        if (typeof id !== 'string') return observation;
        if (this.#isHeld(id, sequence))
          return { lost: 'the consumer of its token is that of another sequence' };
        const isTaken = this.#owners.get(id) !== sequence;
        this.#owners.set(id, sequence);
        if (isTaken && this.#suspended.has(id) && !(await this.#activated(id, driver, step)))
          return { lost: 'the consumer of its token is SUSPENDED, and control does not make it ACTIVE' };
        // The status of other answers is that of a token.
        if (step.operation === 'set-consumer') this.#set(id, step.kind === 'SUSPENDED');
        return observation;
      },
    };
  }

  /** Whether another sequence has the consumer that is still under way: the rest of a batch goes side by side even when it is known that consumers are shared. */
  #isHeld(id: string, sequence: string): boolean {
    const owner = this.#owners.get(id);
    const isOthers = owner !== undefined && owner !== sequence;
    this.#areShared ||= isOthers;
    return isOthers && this.#underWay.has(owner);
  }

  /** Makes a consumer ACTIVE that a sequence has left SUSPENDED which has ended; false where control does not. */
  async #activated(id: string, driver: Driver<Call, Reply>, step: Step): Promise<boolean> {
    const kind = 'ACTIVE';
    const observation = await driver.send(settingConsumer(id, kind), {
      ...step,
      operation: 'set-consumer',
      kind,
    });
    if ('lost' in observation || observation.reply.http >= 300) return false;
    this.#suspended.delete(id);
    return true;
  }

  #set(id: string, isSuspended: boolean): void {
    if (isSuspended) this.#suspended.add(id);
    else this.#suspended.delete(id);
  }
}
