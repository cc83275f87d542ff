import { setTimeout as sleep } from 'node:timers/promises';

/** A clock and a timer. */
export interface Time {
  now(): number;
  /** Resolves after so many ms, or once the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<unknown>;
}

/**
 * ms since the epoch, by a clock that nobody sets: the same in all threads of the process. For how long something takes and when it is over. What is compared
 * with instants of others is read from `Date.now()`.
 */
export function steadyNow(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

export const realTime: Time = {
  now: steadyNow,
  sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }).catch(() => undefined),
};

/** A clock that is adjusted a little at a time differs by less, ms. */
const leastSetMs = 1000;

/** Begins to watch the clock of this machine. The result says from then on by how much it was set, ms; undefined: it was not, as far as can be seen. */
export function watchClock(
  wall: () => number = () => Date.now(),
  steady: () => number = steadyNow,
): () => number | undefined {
  const before = wall() - steady();
  return () => {
    const setMs = wall() - steady() - before;
    return Math.abs(setMs) < leastSetMs ? undefined : Math.round(setMs);
  };
}
