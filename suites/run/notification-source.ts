import type { NotificationSource, Patience } from '../../engine/judge/judge-notifications.ts';
import type { openInbox } from '../../harness/receiver/inbox.ts';
import type { Notification } from '../../models/wire.ts';
import { duplicateIdentity } from '../../models/webhooks/event-identity.ts';
import { realTime, type Time } from '../../harness/time.ts';

/** Moves the target's clock by so many ms. */
export type Pass = (ms: number) => Promise<void>;

/** A target's delays on our clock, and on its own where that is moved. */
export interface LearnedDelays {
  readonly real: Delays;
  readonly clock: Delays;
}

/** Of a target that has shown no delay yet. */
export function noDelays(deadlineMs: number): LearnedDelays {
  return { real: new Delays(deadlineMs), clock: new Delays(deadlineMs, 0) };
}

/** Between two moves of the clock, for notifications to reach us, ms. */
const graceMs = 150;

/** The first move of the clock; each further one is twice as long, ms. */
const firstMoveMs = 500;

export interface SourceOptions {
  readonly inbox: Pick<ReturnType<typeof openInbox>, 'take' | 'forget' | 'waitFor'>;
  readonly deadlineMs: number;
  readonly delays: LearnedDelays;
  /** Absent: the clock is not ours to move. */
  readonly pass?: Pass | undefined;
  /** Our own clock. Default: real time. */
  readonly time?: Time;
}

/**
 * Notifications as the engine judges them. With `pass` the waiting moves the target's own clock: a notification counts as missing only once
 * the deadline has passed on both clocks, yet one that is only late costs no real time.
 */
export function notificationSource({
  inbox,
  deadlineMs,
  delays,
  pass,
  time = realTime,
}: SourceOptions): NotificationSource<Notification> {
  const { real, clock } = delays;

  const waitReal = async (held: () => boolean, ms: number, since = time.now()): Promise<boolean> => {
    const came = await inbox.waitFor(held, ms);
    if (came) real.observed(time.now() - since);
    return came;
  };

  /** The first move is as long as this target has needed before, so that one is mostly enough. */
  const waitMoving = async (held: () => boolean, patience: Patience, move: Pass): Promise<boolean> => {
    const started = time.now();
    const soonMs = Math.min(graceMs, real.settleMs());
    // For what the target is not accused of yet, the delays seen so far are enough.
    const reachMs = patience === 'whole' ? graceMs : soonMs;
    const mostMs = patience === 'least' ? clock.settleMs() : deadlineMs;
    let moved = 0;
    let came = await waitReal(held, clock.slowestMs > 0 ? soonMs : reachMs);
    for (let ms = Math.max(firstMoveMs, clock.slowestMs); !came && moved < mostMs; ms *= 2) {
      const stepMs = Math.min(ms, mostMs - moved);
      await move(stepMs);
      moved += stepMs;
      came = await waitReal(held, reachMs);
    }
    const leftMs = { least: 0, short: real.lateMs(), whole: deadlineMs }[patience] - (time.now() - started);
    if (!came && leftMs > 0) came = await waitReal(held, leftMs);
    if (came) clock.observed(moved);
    return came;
  };

  const realMs = { least: () => real.settleMs(), short: () => real.shortMs(), whole: () => deadlineMs };
  return {
    of: (ids) => inbox.take(ids),
    now: () => time.now(),
    wait: async (ids, met, patience, since) => {
      let asked: { readonly length: number; readonly newest: Notification | undefined } | undefined;
      let holds = false;
      const held = (): boolean => {
        const taken = inbox.take(ids);
        const now = { length: taken.length, newest: taken.at(-1) };
        // Where an inbox holds as many as it may, the oldest goes for the newest.
        if (now.length !== asked?.length || now.newest !== asked.newest) {
          asked = now;
          holds = met();
        }
        return holds;
      };
      return pass === undefined
        ? waitReal(held, realMs[patience](), since)
        : waitMoving(held, patience, pass);
    },
    settle: async (since) => {
      if (pass === undefined) {
        // A mistaken notification may come right after an expected one.
        const leastUntil = time.now() + real.leastMs;
        const leftMs = () => Math.max(since + real.settleMs(), leastUntil) - time.now();
        // In pieces: sequences that wait meanwhile may show longer delays, or so many that less is enough.
        const pieceMs = () => Math.max(real.leastMs, real.slowestMs);
        for (let ms = leftMs(); ms > 0; ms = leftMs()) await time.sleep(Math.min(ms, pieceMs()));
        return;
      }
      const ms = clock.settleMs();
      if (ms > 0) await pass(ms);
      // The delays have passed on the clock: what is left is the way to us.
      await time.sleep(Math.min(graceMs, real.settleMs()));
    },
    forget: (ids) => inbox.forget(ids),
    identity: identities(),
  };
}

/** The source that is there when it is asked. */
export function latestSource(
  source: () => NotificationSource<Notification> | undefined,
): NotificationSource<Notification> {
  const now = () => {
    const here = source();
    if (here === undefined) throw new Error('notifications can not be received any more');
    return here;
  };
  return {
    of: (ids) => now().of(ids),
    now: () => now().now(),
    wait: (...of) => now().wait(...of),
    settle: (since) => now().settle(since),
    forget: (ids) => now().forget(ids),
    identity: (notification) => now().identity(notification),
  };
}

/** Reads each text once, though it is asked at each notification. */
function identities(): (notification: Notification) => string {
  const known = new WeakMap<Notification, string>();
  return (notification) => {
    const identity = known.get(notification) ?? duplicateIdentity(notification.text);
    known.set(notification, identity);
    return identity;
  };
}

/** Long enough for a loopback server that sends as it answers; a slower one shows longer delays. */
const shortestMs = 25;

/** A mistaken notification takes about as long as an expected one: three times the slowest is enough, half as much again once many came. */
const margin = { few: 3, many: 1.5 } as const;
const many = 50;

/** An expected notification is waited for longer than a forbidden one, and at least a tenth of the deadline. */
const missing = { times: 5, share: 0.1 } as const;

/** The delays of one target on one clock, and the waits that follow from them, ms. */
class Delays {
  readonly #deadlineMs: number;
  readonly #leastMs: number;
  #slowestMs = 0;
  #count = 0;

  /** `leastMs`: before anything was seen. Default: what a loopback server needs. */
  constructor(deadlineMs: number, leastMs = shortestMs) {
    this.#deadlineMs = deadlineMs;
    this.#leastMs = leastMs;
  }

  /** Notes that an expected notification came after so many ms. */
  observed(delayMs: number): void {
    this.#slowestMs = Math.max(this.#slowestMs, delayMs);
    this.#count += 1;
  }

  /** The shortest wait. */
  get leastMs(): number {
    return this.#leastMs;
  }

  get slowestMs(): number {
    return this.#slowestMs;
  }

  /** How long a late notification may still take, by the delays so far. */
  lateMs(): number {
    return missing.times * this.#slowestMs;
  }

  /** How long a mistaken notification would take. Never more than the deadline. */
  settleMs(): number {
    const times = this.#count < many ? margin.few : margin.many;
    return Math.min(this.#deadlineMs, Math.max(this.#leastMs, times * this.#slowestMs));
  }

  /** After this an expected notification is probably missing, but the target may not be accused yet. Never more than the deadline. */
  shortMs(): number {
    return Math.min(this.#deadlineMs, Math.max(missing.share * this.#deadlineMs, this.lateMs()));
  }
}
