import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrivals } from '../engine/arrivals.ts';
import type { openArrivals } from '../harness/arrivals.ts';
import type { Notification } from '../models/wire.ts';
import { eventIdentity } from '../models/webhooks/event-identity.ts';
import { settleTime } from './settle-time.ts';

/** Moves the target's clock by so many ms. */
type Pass = (ms: number) => Promise<void>;

/** Between two moves of the clock, for what was started by them to reach us, ms. */
const graceMs = 150;

/** The first move of the clock; each further one is twice as long, ms. */
const firstMoveMs = 500;

/**
 * Notifications as the engine judges them. With `pass` a target's delays go by on its own clock: nothing is taken for missing before the
 * deadline has passed on both clocks, yet what is only late costs no time.
 */
export function judgedArrivals(
  inbox: ReturnType<typeof openArrivals>,
  deadlineMs: number,
  pass?: Pass,
): Arrivals<Notification> {
  const settling = settleTime(deadlineMs);
  const passing = settleTime(deadlineMs, 0);

  const onBothClocks = async (held: () => boolean, left: () => number): Promise<boolean> => {
    let moved = 0;
    let came = await inbox.waitFor(held, Math.min(graceMs, left()));
    for (let move = firstMoveMs; !came && moved < deadlineMs; move *= 2) {
      const ms = Math.min(move, deadlineMs - moved);
      await pass?.(ms);
      moved += ms;
      came = await inbox.waitFor(held, Math.min(graceMs, left()));
    }
    if (came) passing.observed(moved);
    return came && moved > 0;
  };

  const wait = async (held: () => boolean): Promise<void> => {
    const started = Date.now();
    const waited = (): number => Date.now() - started;
    const left = (): number => Math.max(0, deadlineMs - waited());
    // Of a wait that the clock has shortened, what is longer than the grace is no delay of the target's.
    if (pass !== undefined && (await onBothClocks(held, left)))
      settling.observed(Math.min(graceMs, waited()));
    else if (await inbox.waitFor(held, left())) settling.observed(waited());
  };

  return {
    of: (ids) => inbox.take(ids),
    wait: async (ids, met) => {
      let asked = -1;
      let held = false;
      await wait(() => {
        const { length } = inbox.take(ids);
        if (length !== asked) {
          asked = length;
          held = met();
        }
        return held;
      });
    },
    settle: async () => {
      const ms = passing.ms();
      if (ms > 0) await pass?.(ms);
      await sleep(settling.ms());
    },
    forget: (ids) => inbox.forget(ids),
    identity: identityOf,
  };
}

// Asked again at each arrival, so each text is read once.
const identities = new WeakMap<Notification, string>();

function identityOf(notification: Notification): string {
  const known = identities.get(notification) ?? eventIdentity(notification.text);
  identities.set(notification, known);
  return known;
}
