import type { OperationName } from '../../../spec/operations.ts';
import type { Call } from '../../../models/wire.ts';
import { Barrier } from './barrier.ts';
import type { Made, Member, SendNow, Together } from './together.ts';

const listing: OperationName = 'token-list';

/** A sequence that waits to list what all have. */
interface Waiting {
  readonly call: Call;
  readonly send: SendNow;
}

/**
 * Lists of what all sequences have that go side by side. A list may count as a request on every token that it shows, those of other sequences too (resource, Token:
 * version_nr). So all lists are sent at one moment, at which nothing else is under way, and each knows how many others there are.
 */
export class ListMoments implements Together {
  readonly #barrier = new Barrier<Waiting, Made>((waiting) => this.#list(waiting));
  /** Lists without an answer beside others: they may be executed, and count, at any later time. */
  #lost = 0;

  async join(): Promise<Member> {
    await this.#barrier.join();
    const before = this.#lost;
    return {
      doubt: () =>
        this.#lost === before ? undefined : 'a list of another sequence got no answer, and may count later',
      leave: () => this.#barrier.leave(),
    };
  }

  concerns(call: Call): boolean {
    return call.to === 'resource' && call.operation === listing;
  }

  make(call: Call, send: SendNow): Promise<Made> {
    return this.#barrier.wait({ call, send });
  }

  async #list(waiting: readonly Waiting[]): Promise<ReadonlyMap<Waiting, Made>> {
    const others = waiting.length - 1;
    const made = waiting.map(async (one): Promise<readonly [Waiting, Made]> => {
      const call = others === 0 || one.call.to === 'control' ? one.call : { ...one.call, others };
      const observation = await one.send(call);
      if ('lost' in observation && others > 0) this.#lost += 1;
      return [one, { call, observation }];
    });
    return new Map(await Promise.all(made));
  }
}
