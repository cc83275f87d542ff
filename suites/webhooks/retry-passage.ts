import type { Answer } from '../../harness/receiver/answers.ts';
import type { Received } from '../../harness/receiver/receiver.ts';
import type { AcceptedHistory } from '../../models/webhooks/accepted.ts';
import { firstIntervalMs } from '../../models/webhooks/intervals.ts';
import { mostRetries, type RetryHistory } from '../../models/webhooks/retries.ts';
import { closeAfterwards, closeMeanwhile, type AwaitedEvent, type LaterEvent } from './awaited-events.ts';
import { objectOf, type Bench } from './bench.ts';
import { resolutions, stepLength, type PassageClock } from './clock/passage-clock.ts';
import {
  isAccepted,
  isRefused,
  progressOf,
  sendsOf,
  watchEach,
  type RefusedNotification,
  type WatchedNotification,
} from './watched-notification.ts';

// An even interval after an answer that took as long as it may, and some more.
const watchMs = 25_000;

/** How long the first sends are awaited, and retries that are due while it is not known how long one is on its way, ms of real time. */
const firstsMs = 2000;
/** Retries that follow at even intervals, so that it is known when they are due. */
const evenRetries = 3;

// No retry comes later after the one before.
const drainMs = 1_200_000;

export interface Passage {
  /** One for each way of refusing; ids of the payments alongside. */
  readonly histories: readonly (RetryHistory & { readonly paymentId: string })[];
  /** One for each notification that was accepted with 200. */
  readonly accepted: readonly (AcceptedHistory & { readonly paymentId: string })[];
  /** Whether a late answer was given by the target's clock: where it came too late, another passage may still show what it shows. */
  readonly isLateByTargetsClock: boolean;
  readonly later: readonly LaterEvent[];
  /** Of one that happened when no retry was awaited any more; none where the watch ended before, or nothing could be closed. */
  readonly afterwards: readonly LaterEvent[];
}

/** How a passage is watched. */
interface Watching {
  /** How long, in real time, a notification is awaited that should have been sent by then, ms. */
  readonly patienceMs: number;
  /** True: it ends once it is certain which events came while the earliest notification was retried. */
  readonly onlyMeanwhile: boolean;
  /** True: the intervals are not judged, so coarse steps are enough. */
  readonly isCoarse: boolean;
  onProgress(retries: number): void;
}

/**
 * Makes one payment for each way of answering, answers the notification of its authorize so each time it comes, and moves the clock until
 * all retries have ended; meanwhile it closes two of the payments. Needs the target to itself. Throws Unjudged.
 */
export async function retryPassage(
  bench: Bench,
  clock: PassageClock,
  { patienceMs, onlyMeanwhile, isCoarse, onProgress }: Watching,
): Promise<Passage> {
  const watched: WatchedNotification[] = [];
  const later: AwaitedEvent[] = [];
  const afterwards: AwaitedEvent[] = [];
  const stopListening = bench.receiver.onNotification((notification) => {
    // Notifications about payments of others may never stop, and a step waits until none comes any more.
    if (watchedOf(watched, notification) === undefined) return;
    note(watched, [...later, ...afterwards], notification, clock.arrived());
  });
  bench.receiver.answerWith((notification) => answerTo(watched, notification));
  try {
    await clock.step(0);
    for (const watch of watchEach(clock)) {
      const one = watch();
      watched.push(one);
      one.paymentId = await bench.authorize(`notification meets ${one.called}`, one.orderRef);
    }
    const accepted = watched.filter(isAccepted);
    const refused = watched.filter(isRefused);
    // A target that queues sends them only much later.
    await clock.wait(
      () => watched.every(({ arrivals }) => arrivals.length > 0),
      Math.min(bench.deadlineMs, firstsMs),
    );
    for (const { lateAnswers } of accepted) await lateAnswers.giveSlowly();
    for (const { arrivals, begunAt } of watched)
      for (const { at } of arrivals.slice(0, 1)) clock.observed('first', at - begunAt);
    await clock.step(0);
    for (let steps = 0; steps < clock.mostSteps && !bench.ended(); steps += 1) {
      const progress = refused.map((one) => progressOf(one, clock));
      // What was accepted is watched as closely, while a retry at an even interval could still come.
      const watching = accepted
        .flatMap((one) => progressOf(one, clock))
        .filter(({ last }) => clock.now() - last.at < watchMs);
      const resolution = isCoarse ? resolutions.coarse : clock.resolution;
      const ms = stepLength(progress.flat(), clock.now(), clock.silenceMs, { watching, resolution });
      if (ms === undefined) {
        await closeAfterwards(bench, refused, afterwards);
        break;
      }
      const retries = progress.map(([one]) => one?.retries ?? -1);
      onProgress(Math.min(...retries));
      if (onlyMeanwhile && retries[0] === mostRetries) break;
      const held = accepted.flatMap(({ lateAnswers }) => lateAnswers.waitMs() ?? []);
      await stepAndMeasure(refused, clock, Math.min(ms, clock.longestStepMs, ...held), bench.deadlineMs);
      for (const { lateAnswers } of accepted) await lateAnswers.give(() => clock.step(0));
      if (later.length === 0 && retries.some((count) => count > 0)) {
        await closeMeanwhile(bench, refused, later);
      }
    }
    for (const ms of clock.tailMs) await clock.step(ms);
    await clock.wait(() => afterwards.every(({ arrivals }) => arrivals.length > 0), patienceMs);
    await clock.step(0);
    const passage = passageOf(clock, watched, later, afterwards);
    if (refused.some((one) => progressOf(one, clock).some(({ retries }) => retries < mostRetries)))
      await drain(bench, clock, refused.length);
    return passage;
  } finally {
    for (const one of watched) if (isAccepted(one)) one.lateAnswers.giveAll();
    stopListening();
    bench.receiver.answerWith(undefined);
  }
}

/** What was seen, by the clock as it is known in the end. */
function passageOf(
  clock: PassageClock,
  watched: readonly WatchedNotification[],
  later: readonly AwaitedEvent[],
  afterwards: readonly AwaitedEvent[],
): Passage {
  const until = clock.now();
  const seen = ({ paymentId, what, arrivals }: AwaitedEvent): LaterEvent => {
    return { paymentId, what, sends: sendsOf(arrivals, clock) };
  };
  return {
    histories: watched.filter(isRefused).map(({ failing, arrivals, paymentId = '' }) => {
      return { failing, sends: sendsOf(arrivals, clock), until, paymentId };
    }),
    accepted: [
      ...watched.filter(isAccepted).map(({ accepted, arrivals, lateAnswers, paymentId = '' }) => {
        const sends = sendsOf(arrivals, clock);
        return { answered: accepted, sends, inTime: lateAnswers.inTime, until, paymentId };
      }),
      ...later.map(seen).map(({ sends, paymentId }) => {
        return { answered: 'at-once', sends, inTime: true, until, paymentId } as const;
      }),
    ],
    isLateByTargetsClock: watched.some((one) => isAccepted(one) && one.lateAnswers.isByTargetsClock),
    later: later.map(seen),
    afterwards: afterwards.map(seen),
  };
}

/** Moves the clock; retries that certainly fall due in the step show how long notifications are on their way. */
async function stepAndMeasure(
  refused: readonly RefusedNotification[],
  clock: PassageClock,
  ms: number,
  deadlineMs: number,
): Promise<void> {
  const now = clock.now();
  const due = refused.flatMap((one) => {
    const [{ last, retries } = { last: one.since, retries: -1 }] = progressOf(one, clock).slice(-1);
    const dueAt = last.at + firstIntervalMs;
    const isDue = retries >= 0 && retries < evenRetries && now < dueAt && dueAt <= now + ms;
    return isDue ? [{ one, before: one.arrivals.length }] : [];
  });
  const askedAt = await clock.step(ms);
  if (!clock.isWayKnown) {
    const cameAll = (): boolean => due.every(({ one, before }) => one.arrivals.length > before);
    await clock.wait(cameAll, Math.min(deadlineMs, firstsMs));
  }
  for (const { one, before } of due)
    for (const { at } of one.arrivals.slice(before, before + 1)) clock.observed('retry', at - askedAt);
}

/** Accepts what a target may still send, so that a later passage does not come behind it. In real time there is none. */
async function drain({ receiver }: Bench, clock: PassageClock, notifications: number): Promise<void> {
  if (clock.longestStepMs < drainMs) return;
  receiver.answerWith(undefined);
  for (let one = 0; one < notifications; one += 1) await clock.step(drainMs);
}

function answerTo(watched: readonly WatchedNotification[], { body }: { readonly body: unknown }): Answer {
  if (objectOf(body)['status'] !== 'authorize_success') return { status: 200 };
  // The notification may be faster than the reply with the id.
  const one = watchedOf(watched, { body }) ?? watched.find((candidate) => candidate.paymentId === undefined);
  return one?.answer() ?? { status: 200 };
}

function note(
  watched: readonly WatchedNotification[],
  awaited: readonly AwaitedEvent[],
  { body, text }: Received,
  at: number,
): void {
  const { payment_id: paymentId, status } = objectOf(body);
  const arrival = { at, body: text };
  if (status === 'authorize_success') watchedOf(watched, { body })?.arrivals.push(arrival);
  else if (status === 'close_success')
    awaited.find((one) => one.paymentId === paymentId)?.arrivals.push(arrival);
}

/** By either id, so that a retry that lacks one of them counts as a different event, not as missing. */
function watchedOf(
  watched: readonly WatchedNotification[],
  { body }: { readonly body: unknown },
): WatchedNotification | undefined {
  const { payment_id: paymentId, order_ref: orderRef } = objectOf(body);
  return watched.find(
    (one) => one.orderRef === orderRef || (one.paymentId !== undefined && one.paymentId === paymentId),
  );
}
