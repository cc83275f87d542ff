import { setTimeout as sleep } from 'node:timers/promises';
import { drawing } from '../../../reference/chance.ts';
import type { Ways } from '../permitted/row.ts';

/** When a notification reaches the receiver, by the reply to the request that caused it. */
export type Arrival = 'before' | 'during' | 'after';

export const arrivals: readonly Arrival[] = ['before', 'during', 'after'];

/** Of the time that a reply is on its way. */
const partOnItsWay: Readonly<Record<Arrival, number>> = { before: 0, during: 0.5, after: 1 };

/** Each wait is between half and one and a half of its mean. */
const jitter = 0.5;

/**
 * The way to a target at a distance: each request and each control call takes `ms` there and back, one half each, and its notifications come
 * before, with or after the reply.
 */
export function atDistance(ms: number, arrival: Arrival, seed: number): Ways {
  const random = drawing(seed);
  const wait = async (mean: number): Promise<void> => {
    if (mean > 0) await sleep(mean * (1 - jitter + 2 * jitter * random()));
  };
  const passed = async <T>(it: T): Promise<T> => {
    await wait(ms / 2);
    return it;
  };
  return {
    proxy: () => ({ control: passed, controlled: passed, before: passed, after: passed }),
    notifications: () => async (came, send) => {
      await wait(ms * partOnItsWay[arrival]);
      return send(came);
    },
  };
}
