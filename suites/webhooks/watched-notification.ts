import { randomUUID } from 'node:crypto';
import { inTurn, type Answer } from '../../harness/receiver/answers.ts';
import {
  withoutDuplicates,
  lastIntervalMs,
  mostRetries,
  type Failing,
} from '../../models/webhooks/retries.ts';
import { between, type Send } from '../../models/webhooks/intervals.ts';
import { type PassageClock, type Span, lateAnswer, type Progress } from './clock/passage-clock.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** How every send of a notification is answered. */
type Treatment = { readonly called: string } &
  /** Never accepted; `answers` in turn, the last for ever. */
  (
    | { readonly failing: Failing; readonly answers: readonly Answer[] }
    /** Accepted with 200. */
    | { readonly accepted: 'at-once' | 'late' }
  );

const treatments: readonly Treatment[] = [
  {
    failing: 'other-2xx',
    answers: [{ status: 204 }, { status: 201 }, { status: 202 }],
    called: '201, 202 or 204',
  },
  { failing: 'redirect', answers: [{ status: 302 }], called: '302' },
  // Some senders give up for good when the receiver says that it is gone.
  {
    failing: 'error',
    answers: [{ status: 410 }, { status: 404 }, { status: 400 }],
    called: '410, 404 or 400',
  },
  { failing: 'error', answers: [{ status: 500 }, { status: 503 }], called: '500 or 503' },
  { failing: 'no-answer', answers: ['never'], called: 'no answer' },
  // A sender whose timeout starts again with each byte would wait for ever.
  {
    failing: 'no-answer',
    answers: [{ dripMs: 1000 }, 'never'],
    called: 'an answer that begins and does not end',
  },
  { failing: 'lost-connection', answers: ['reset'], called: 'a lost connection' },
  { accepted: 'at-once', called: '200' },
  { accepted: 'late', called: '200 after some seconds' },
];

/** A notification as it arrived. When it was sent has bounds that depend on how long others were on their way. */
export interface Arrival {
  /** Our instant. */
  readonly at: number;
  readonly body: string;
}

interface Watched {
  readonly orderRef: string;
  readonly called: string;
  readonly answer: () => Answer;
  paymentId?: string;
  /** When its authorize was begun: on the target's clock, and our instant. */
  readonly since: Span;
  readonly begunAt: number;
  readonly arrivals: Arrival[];
}

/** The notification of one authorize, which is refused for ever. */
export interface RefusedNotification extends Watched {
  readonly failing: Failing;
}

/** The notification of one authorize, which is accepted. */
export interface AcceptedNotification extends Watched {
  readonly accepted: 'at-once' | 'late';
  /** The answers that are given late; none where all are given at once. */
  readonly lateAnswers: LateAnswers;
}

export type WatchedNotification = RefusedNotification | AcceptedNotification;

/** What is to be watched, each to be begun in its turn: one notification for each way of answering. */
export function watchEach(clock: PassageClock): readonly (() => WatchedNotification)[] {
  return treatments.map((treatment) => () => {
    const { called } = treatment;
    const now = clock.now();
    const orderRef = `retry-${randomUUID()}`;
    const begunAt = clock.instant();
    const watched = { called, orderRef, since: { since: now, at: now }, begunAt, arrivals: [] };
    if ('failing' in treatment)
      return { ...watched, failing: treatment.failing, answer: inTurn(treatment.answers) };
    const { accepted } = treatment;
    const lateAnswers = new LateAnswers(clock, begunAt);
    const answer = (): Answer => (accepted === 'late' ? lateAnswers.next() : { status: 200 });
    return { ...watched, accepted, lateAnswers, answer };
  });
}

/** Whether it is never accepted. */
export function isRefused(one: WatchedNotification): one is RefusedNotification {
  return 'failing' in one;
}

/** Whether it is accepted. */
export function isAccepted(one: WatchedNotification): one is AcceptedNotification {
  return 'accepted' in one;
}

/** What arrived, with the bounds of when it was sent. */
export function sendsOf(arrivals: readonly Arrival[], clock: PassageClock): readonly Send[] {
  return arrivals.map(({ at, body }) => ({ ...clock.sent(at), body }));
}

// A send after which the next one may still come at an even interval, a second late.
const nextWithinMs = 12_000;

/**
 * How far the sends of a notification have come: one for each send after which the next may follow at an even interval, since it is not
 * known yet which of them are copies, and one for the last.
 */
export function progressOf(
  { since, arrivals }: WatchedNotification,
  clock: PassageClock,
): readonly Progress[] {
  // Counting copies that come at once would end the passage before the last retry.
  const kept = withoutDuplicates(sendsOf(arrivals, clock));
  const last = kept.at(-1);
  if (last === undefined) return [{ last: since, retries: -1 }];
  const before = kept.at(-2);
  const isLong = before !== undefined && between(before, last, 0).most >= lastIntervalMs;
  const most = isLong ? kept.length - 1 : mostRetries - 1;
  const retries = Math.min(kept.length - 1, most);
  const soon = kept.slice(0, -1).filter(({ at }) => clock.now() - at < nextWithinMs);
  return [...soon, last].map((send) => ({ last: send, retries }));
}

/** What is answered later than this may have come after the 10 seconds, ms. */
const latestMs = 9500;
/** As late as an answer is to be, ms, and so late at least that it says something. */
const late = { ...lateAnswer, leastMs: 1000 } as const;
/**
 * What was on its way for so long, ms, is answered by our clock: each move of the target's would take as long, of the few seconds that there are.
 * From `whereItRuns` on, if every move took as long and the target's clock is seen to run: one that stands has to be moved.
 */
const slowMs = { whereItRuns: 60, always: 250 } as const;
/** Enough for the retries at even intervals, which show a target that does not wait so long; the others are answered at once. */
const mostHeld = 3;

interface Held {
  /** In real time. */
  readonly arrivedAt: number;
  /** For the clock of the passage. */
  readonly arrival: number;
  readonly release: () => void;
  isReleased: boolean;
}

/** Answers that are held back until some seconds have passed on the target's clock, each counted from its own send. */
class LateAnswers {
  readonly #held: Held[] = [];
  readonly #clock: PassageClock;
  readonly #begunAt: number;
  #inTime = true;
  #isSlow = false;

  /** `begunAt`: when the event was asked for, in real time. */
  constructor(clock: PassageClock, begunAt: number) {
    this.#clock = clock;
    this.#begunAt = begunAt;
  }

  /**
   * Whether the answer to the first send came within the answer time for certain, by the target's clock and by ours. That one ends the sends: how
   * late a copy or a retry is answered says nothing.
   */
  get inTime(): boolean {
    // A clock that stands between moves has not moved while the answer was held back by ours.
    return this.#inTime && (!this.#isSlow || this.#clock.isRunning);
  }

  /** Whether it was given by the target's clock, since the way is short: one that came too late was delayed by us, or by a busy machine. */
  get isByTargetsClock(): boolean {
    return this.#held.length > 0 && !this.#isSlow;
  }

  /** The answer to a send that has just arrived. */
  next(): Answer {
    if (this.#held.length >= mostHeld) return { status: 200 };
    const after = new Promise<void>((release) => {
      const arrival = this.#clock.instant();
      this.#held.push({ arrivedAt: performance.now(), arrival, release, isReleased: false });
    });
    return { status: 200, after };
  }

  /** How long the next answer is held back, ms; undefined: none is. */
  waitMs(): number | undefined {
    const waits = this.#held.filter(({ isReleased }) => !isReleased).map((one) => this.#leftMs(one));
    return waits.length === 0 ? undefined : Math.max(0, Math.min(...waits));
  }

  /** Gives the answers that are due; `arrive` resolves once they have reached the target. */
  async give(arrive: () => Promise<unknown>): Promise<void> {
    const due = this.#held.filter((one) => !one.isReleased && this.#leftMs(one) <= 0);
    if (due.length === 0) return;
    this.#release(due);
    await arrive();
    const [first] = due;
    if (first === undefined || first !== this.#held[0]) return;
    const { since } = this.#clock.sent(first.arrival);
    this.#inTime = this.#clock.now() - since <= latestMs && performance.now() - first.arrivedAt <= latestMs;
  }

  /**
   * Gives the answer to the first send by our clock, where it was on its way for long. To be called before the target's clock is moved.
   */
  async giveSlowly(): Promise<void> {
    const [first] = this.#held;
    if (first === undefined || first.isReleased) return;
    const wayMs = first.arrivedAt - this.#begunAt;
    const answerMs = this.#clock.answerWayMs(wayMs);
    if (answerMs === undefined || wayMs < slowMs.whereItRuns) return;
    const isFar = wayMs >= slowMs.always;
    if (!isFar) {
      // On a machine that has much to do a send may take as long for once.
      if (this.#clock.moveMs < slowMs.whereItRuns) return;
      await this.#clock.step(0);
      if (!this.#clock.isRunning) return;
    }
    const holdMs = Math.min(late.mostMs, late.beforeMs - wayMs - answerMs);
    const leftMs = first.arrivedAt + holdMs - performance.now();
    if (!isFar && (holdMs < late.leastMs || leftMs < 0)) return;
    this.#isSlow = true;
    if (holdMs < late.leastMs || leftMs < 0) {
      this.#inTime = false;
      return this.#release([first]);
    }
    await sleep(leftMs);
    this.#release([first]);
    this.#inTime = performance.now() - this.#begunAt + answerMs <= latestMs;
    await sleep(answerMs);
  }

  /** Gives all that is held back. */
  giveAll(): void {
    this.#release(this.#held);
  }

  #release(these: readonly Held[]): void {
    for (const one of these) {
      one.isReleased = true;
      one.release();
    }
  }

  #leftMs({ arrival }: Held): number {
    return this.#clock.sent(arrival).at + this.#clock.lateAnswerMs - this.#clock.now();
  }
}
