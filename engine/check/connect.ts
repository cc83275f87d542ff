import { received } from '../build/expect.ts';
import { shown } from '../build/match.ts';
import { lostBecause, openFresh, type System, type Systems } from './systems.ts';
import { asMade, type Made, type SentOf } from '../build/made.ts';
import type { Driver } from '../judge/execution.ts';
import type { Observation } from '../model.ts';

/** What was sent so far, in all sequences. */
export interface Traffic {
  sent: number;
  lost: number;
  /** Why the last answer was lost. */
  why: string;
}

/** Connects sequences with systems: each has one of its own, which is opened with its first call. */
export class Connections<C> {
  readonly traffic: Traffic = { sent: 0, lost: 0, why: '' };
  readonly #systems: Systems<SentOf<C>>;
  readonly #timeoutMs: number;
  readonly #closing: Promise<unknown>[] = [];

  constructor(systems: Systems<SentOf<C>>, timeoutMs: number) {
    this.#systems = systems;
    this.#timeoutMs = timeoutMs;
  }

  driver<R>(): Driver<C, R> {
    let opened: Promise<System<SentOf<C>>> | undefined;
    return {
      may: (call) => asMade(call).unknown !== true,
      // A reply may be anything: the checks of a machine are total.
      send: async (call) =>
        (await this.#send(await (opened ??= openFresh(this.#systems)), asMade(call))) as Observation<R>,
      end: () => {
        // One system for all is closed when all is over.
        if (opened === undefined || typeof this.#systems !== 'function') return;
        this.#closing.push(opened.then(async (system) => system.close?.()));
      },
    };
  }

  /** Resolves once all systems are closed. Rejects as the first that could not be. */
  async closed(): Promise<void> {
    await Promise.all(this.#closing.splice(0));
    if (typeof this.#systems !== 'function') await this.#systems.close?.();
  }

  async #send(system: System<SentOf<C>>, { call, until }: Made<SentOf<C>>): Promise<Observation<unknown>> {
    const times = until === undefined ? 0 : Math.floor(until.within / until.every);
    for (let time = 0; ; time += 1) {
      const observation = await this.#sendOnce(system, call);
      if (until === undefined || time >= times || 'lost' in observation || until.isDone(observation.reply))
        return observation;
      await (system.wait ?? sleep)(until.every);
    }
  }

  async #sendOnce({ send }: System<SentOf<C>>, call: SentOf<C>): Promise<Observation<unknown>> {
    this.traffic.sent += 1;
    try {
      const reply = await within(this.#timeoutMs, () => send(call));
      return reply === noAnswer
        ? this.#lost(`no answer within ${this.#timeoutMs} ms`)
        : { reply: received(reply) };
    } catch (error) {
      const why = lostBecause(error);
      if (why !== undefined) return this.#lost(why);
      if (error instanceof Error) {
        error.message = `the driver threw for the call ${shown(call)}: ${error.message}`;
        throw error;
      }
      throw new Error(`the driver threw ${shown(error)} for the call ${shown(call)}`, { cause: error });
    }
  }

  #lost(why: string): Observation<unknown> {
    this.traffic.lost += 1;
    this.traffic.why = why;
    return { lost: why };
  }
}

const noAnswer = Symbol('no answer');

/** What a call gives, or that it took too long. */
async function within(ms: number, call: () => unknown): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof noAnswer>((resolve) => {
    timer = setTimeout(() => resolve(noAnswer), ms);
  });
  try {
    return await Promise.race([call(), late]);
  } finally {
    clearTimeout(timer);
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
