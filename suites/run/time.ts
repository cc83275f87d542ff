import { setTimeout as sleep } from 'node:timers/promises';

/** A clock and a timer. */
export interface Time {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

export const realTime: Time = { now: () => Date.now(), sleep: (ms) => sleep(ms) };
