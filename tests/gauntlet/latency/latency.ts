import { setTimeout as sleep } from 'node:timers/promises';
import { drawing } from '../../../reference/chance.ts';
import type { Ways } from '../permitted/row.ts';

/** When a notification reaches the receiver, by the reply to the request that caused it. */
export type Arrival = 'before' | 'during' | 'after';

/** Of the time that a reply takes, how much a notification takes from the same moment on. */
const partOfReply: Readonly<Record<Arrival, number>> = { before: 0, during: 1, after: 2 };
export const arrivals = Object.keys(partOfReply) as readonly Arrival[];

/** How far away a target is. */
export interface Distance {
  /** How long a request and its reply take together, ms. */
  readonly ms: number;
  readonly arrival: Arrival;
}

/** Each wait is between half and one and a half of its mean. */
const jitter = 0.5;

/**
 * The way to a target at a distance. Requests and control calls take half of the time there and half back. Notifications come before, with
 * or after the reply.
 */
export function atDistance({ ms, arrival }: Distance, seed: number): Ways {
  const draw = drawing(seed);
  const wait = async (mean: number): Promise<void> => {
    if (mean > 0) await sleep(mean * (1 - jitter + 2 * jitter * draw()));
  };
  const passed = async <T>(it: T): Promise<T> => {
    await wait(ms / 2);
    return it;
  };
  return {
    proxy: () => ({ control: passed, controlled: passed, before: passed, after: passed }),
    notifications: () => async (came, send) => {
      await wait((ms / 2) * partOfReply[arrival]);
      return send(came);
    },
  };
}
