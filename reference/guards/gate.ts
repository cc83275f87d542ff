import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { MiddlewareHandler } from 'hono';
import { drawing } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { Fault, Overrides } from '../faults/fault.ts';
import { objectIn } from '../json.ts';
import type { ReplyWrapper } from '../seams.ts';
import type { Store, StoredWrapper, StoredWrappers } from '../store.ts';
import type { Facts, Guard } from './guards.ts';
import { subjectOf } from './subject.ts';

/** What guards look at in a world. */
interface Guarded {
  readonly store: Store;
  readonly clock: Clock;
}

/**
 * Lets the decisions of a guarded fault through while its guards hold. They are looked at once for each request, before it is handled, and
 * hold for all that the request does and schedules, however many requests are handled at once.
 */
export class Gate {
  readonly #guards: readonly Guard[];
  readonly #open = new AsyncLocalStorage<boolean>();
  readonly #chance: () => number;
  #requests = 0;
  #shown = 0;

  constructor(guards: readonly Guard[], seed: number) {
    this.#guards = guards;
    this.#chance = drawing(seed);
  }

  /** How often the fault has decided otherwise than the sound server. */
  get shown(): number {
    return this.#shown;
  }

  /** Looks at each request before it is handled. */
  middleware({ store, clock }: Guarded): MiddlewareHandler {
    return async ({ req }, next) => {
      const text = await req.raw.clone().text();
      const request = { method: req.method, path: req.path, body: objectIn(parsed(text)) };
      const facts: Facts = {
        request,
        subject: subjectOf(request, store),
        store,
        now: clock.now(),
        before: this.#requests,
        chance: this.#chance(),
      };
      this.#requests += 1;
      await this.#open.run(
        this.#guards.every((guard) => guard.holds(facts)),
        next,
      );
    };
  }

  /** The sound rules, with those of the fault in place of some while the guards hold. */
  rules<R extends object>(sound: R, faulty: Partial<R> | undefined): R {
    if (faulty === undefined) return sound;
    return new Proxy(sound, {
      get: (rules, name) => {
        const right: unknown = Reflect.get(rules, name);
        if (!Object.hasOwn(faulty, name) || !this.#isOpen()) return right;
        const wrong: unknown = Reflect.get(faulty, name);
        if (typeof wrong !== 'function' || typeof right !== 'function') return this.#chosen(right, wrong);
        return (...args: unknown[]) =>
          this.#chosen<unknown>(Reflect.apply(right, rules, args), Reflect.apply(wrong, faulty, args));
      },
    });
  }

  /** A change to replies that happens only while the guards hold. */
  reply(wrapper: ReplyWrapper): ReplyWrapper {
    return (reply, context) => (this.#isOpen() ? this.#chosen(reply, wrapper(reply, context)) : reply);
  }

  /** Changes to what is stored, only while the guards hold. */
  stored(wrappers: StoredWrappers): StoredWrappers {
    const gated = Object.entries(wrappers).map(([table, wrapper]) => [
      table,
      (record: never, previous: never) =>
        this.#isOpen()
          ? this.#chosen(record, (wrapper as unknown as StoredWrapper<never>)(record, previous))
          : record,
    ]);
    return Object.fromEntries(gated) as StoredWrappers;
  }

  #isOpen(): boolean {
    return this.#open.getStore() === true;
  }

  #chosen<T>(right: T, wrong: T): T {
    if (!isDeepStrictEqual(right, wrong)) this.#shown += 1;
    return wrong;
  }
}

/** What a fault replaces, let through by a gate of its own. */
export interface GatedFault {
  readonly gate: Gate;
  readonly fault: Fault;
}

/** The guarded ones of some overrides, each with its gate. `seed` is of what is drawn for each request. */
export function gatedFaults(overrides: readonly Overrides[], seed: number): readonly GatedFault[] {
  return overrides.flatMap((one) => (isGuarded(one) ? { fault: one, gate: new Gate(one.guards, seed) } : []));
}

/** Whether a fault shows only while guards hold. */
export const isGuarded = (one: Overrides): one is Fault & Required<Pick<Fault, 'guards'>> => 'guards' in one;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
