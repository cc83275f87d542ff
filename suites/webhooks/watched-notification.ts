import { randomUUID } from 'node:crypto';
import { inTurn, type Answer } from '../../harness/receiver/answers.ts';
import { withoutDuplicates } from '../../models/webhooks/duplicates.ts';
import { between, type Send } from '../../models/webhooks/intervals.ts';
import { lastIntervalMs, mostRetries, type Failing } from '../../models/webhooks/retries.ts';
import { LateAnswers } from './late-answers.ts';
import type { PassageClock, Span } from './clock/passage-clock.ts';
import type { Progress } from './clock/step-length.ts';

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
 * How far the sends of a notification have come: one for each send after which the next may follow at an even interval, since it can't be
 * told yet which of them are copies, and one for the last.
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
