import { setTimeout as sleep } from 'node:timers/promises';

/** A clock and a timer, ms. */
export interface PaceClock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

/** To be called once a request was answered or lost; false: it was not sent. */
export type Over = (sent?: boolean) => void;

/** Resolves when the next request may be sent. */
export type Pace = () => Promise<Over>;

/** Servers count in whole ms, and by a clock of their own. */
const margin = 1.01;
/** So long a new pace waits at most for what another may have sent before it. */
const mostBeforeMs = 5000;

export const ourClock: PaceClock = { now: () => performance.now(), sleep: (ms) => sleep(ms) };

/**
 * Keeps to so many requests a second, as the target counts them: each is sent a second after the answer to that many before it, however long any
 * of them was under way. A new pace begins as if its second were used up, so that those that follow each other keep to it together.
 */
export function openPace(requestsPerSecond: number, { now, sleep: wait }: PaceClock = ourClock): Pace {
  // Whole requests per window: half a request a second is one every two seconds.
  const most = Math.max(1, Math.floor(requestsPerSecond));
  const windowMs = (margin * 1000 * most) / requestsPerSecond;
  let open = 0;
  let used = Array.from({ length: most }, () => now() - Math.max(0, windowMs - mostBeforeMs));
  let answered = (): void => undefined;
  let last: Promise<unknown> = Promise.resolve();

  const free = async (): Promise<Over> => {
    for (;;) {
      const since = now() - windowMs;
      if ((used[0] ?? Infinity) <= since) used = used.filter((at) => at > since);
      if (open + used.length < most) break;
      const [oldest] = used;
      await (oldest === undefined
        ? new Promise<void>((resolve) => {
            answered = resolve;
          })
        : wait(Math.max(1, oldest - since)));
    }
    open += 1;
    return (sent = true) => {
      open -= 1;
      if (sent) used.push(now());
      answered();
    };
  };
  return () => {
    const turn = last.then(free);
    last = turn;
    return turn;
  };
}
