import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../harness/receiver/answers.ts';
import type { Received } from '../../harness/receiver/receiver.ts';
import type { AcceptedHistory } from '../../models/webhooks/accepted.ts';
import { withoutDuplicates } from '../../models/webhooks/duplicates.ts';
import type { Send } from '../../models/webhooks/intervals.ts';
import type { RetryHistory } from '../../models/webhooks/retries.ts';
import { objectOf, Unjudged, type Bench } from './bench.ts';
import { mostRetries, stepLength, type Progress } from './step-length.ts';
import type { PassageClock, Span } from './passage-clock.ts';
import {
  isAccepted,
  isRefused,
  watchEach,
  type RefusedNotification,
  type WatchedNotification,
} from './watched-notification.ts';

// An even interval after an answer that took as long as it may, and some more.
const watchMs = 25_000;

// No retry comes later after the one before.
const drainMs = 1_200_000;

/** An event that happened while others were being retried; its notification is accepted. */
export interface LaterEvent {
  readonly paymentId: string;
  readonly what: string;
  /** Of its notification; none: it never came. */
  readonly sends: Send[];
}

export interface Passage {
  /** One for each way of refusing; ids of the payments alongside. */
  readonly histories: readonly (RetryHistory & { readonly paymentId: string })[];
  /** One for each notification that was accepted with 200. */
  readonly accepted: readonly (AcceptedHistory & { readonly paymentId: string })[];
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
  /** How finely the intervals are measured: coarse where they are not judged. */
  readonly resolution: 'fine' | 'coarse';
  onProgress(retries: number): void;
}

/**
 * Makes one payment for each way of answering, answers the notification of its authorize so each time it comes, and moves the clock until
 * all retries have ended; meanwhile it closes two of the payments. Needs the target to itself. Throws Unjudged.
 */
export async function retryPassage(
  bench: Bench,
  clock: PassageClock,
  { patienceMs, onlyMeanwhile, resolution, onProgress }: Watching,
): Promise<Passage> {
  const fresh: Received[] = [];
  const watched: WatchedNotification[] = [];
  const stopListening = bench.receiver.onNotification((notification) => {
    fresh.push(notification);
    // Notifications about payments of others may never stop, and a step waits until none comes any more.
    if (watchedOf(watched, notification) !== undefined) clock.received();
  });
  const later: LaterEvent[] = [];
  const afterwards: LaterEvent[] = [];
  bench.receiver.answerWith((notification) => answerTo(watched, notification));
  const step = async (ms: number): Promise<void> => {
    const span = await clock.step(ms);
    for (const notification of fresh.splice(0)) note(watched, [...later, ...afterwards], notification, span);
  };
  const arrive = async (): Promise<number> => {
    await step(0);
    return clock.now();
  };
  try {
    await step(0);
    for (const watch of watchEach(clock)) {
      const one = watch();
      watched.push(one);
      one.paymentId = await bench.authorize(`notification meets ${one.called}`, one.orderRef);
      await step(0);
    }
    const accepted = watched.filter(isAccepted);
    const refused = watched.filter(isRefused);
    // A target that queues sends them only much later.
    await received(
      Math.min(patienceMs, 2000),
      () => watched.every(({ sends }) => sends.length > 0),
      () => step(0),
    );
    for (let steps = 0; steps < clock.mostSteps && !bench.ended(); steps += 1) {
      const progress = refused.map(progressOf);
      // What was accepted is watched as closely, while a retry at an even interval could still come.
      const watching = accepted.map(progressOf).filter(({ last }) => clock.now() - last.at < watchMs);
      const ms = stepLength(progress, clock.now(), clock.silenceMs, { watching, resolution });
      if (ms === undefined) {
        await closeAfterwards(bench, refused, afterwards);
        break;
      }
      onProgress(Math.min(...progress.map(({ retries }) => retries)));
      if (onlyMeanwhile && progress[0]?.retries === mostRetries) break;
      const held = accepted.flatMap(({ lateAnswers }) => lateAnswers.waitMs(clock.now()) ?? []);
      await step(Math.min(ms, clock.longestStepMs, ...held));
      for (const { lateAnswers } of accepted) await lateAnswers.give(clock.now(), arrive);
      if (later.length === 0 && progress.some(({ retries }) => retries > 0)) {
        await closeMeanwhile(bench, refused, later);
      }
    }
    for (const ms of clock.tailMs) await step(ms);
    await received(
      patienceMs,
      () => afterwards.every(({ sends }) => sends.length > 0),
      () => step(0),
    );
    const until = clock.now();
    const passage: Passage = {
      histories: refused.map(({ failing, sends, paymentId = '' }) => ({ failing, sends, until, paymentId })),
      accepted: [
        ...accepted.map(({ accepted: answered, sends, lateAnswers, paymentId = '' }) => {
          return { answered, sends, inTime: lateAnswers.inTime, until, paymentId };
        }),
        ...later.map(({ sends, paymentId }) => {
          return { answered: 'at-once', sends, inTime: true, until, paymentId } as const;
        }),
      ],
      later,
      afterwards,
    };
    if (refused.some((one) => progressOf(one).retries < mostRetries))
      await drain(bench, clock, refused.length);
    return passage;
  } finally {
    for (const one of watched) if (isAccepted(one)) one.lateAnswers.giveAll();
    stopListening();
    bench.receiver.answerWith(undefined);
  }
}

/** Accepts what a target may still send, so that a later passage does not come behind it. In real time there is none. */
async function drain({ receiver }: Bench, clock: PassageClock, notifications: number): Promise<void> {
  if (clock.longestStepMs < drainMs) return;
  receiver.answerWith(undefined);
  for (let one = 0; one < notifications; one += 1) await clock.step(drainMs);
}

/** Counting duplicates would end the passage before the last retry. */
function progressOf({ since, sends }: WatchedNotification): Progress {
  const kept = withoutDuplicates(sends);
  return { last: kept.at(-1) ?? since, retries: kept.length - 1 };
}

/** Waits for sends in real time. */
async function received(mostMs: number, came: () => boolean, read: () => Promise<void>): Promise<void> {
  const until = performance.now() + mostMs;
  await read();
  while (!came() && performance.now() < until) {
    await sleep(5);
    await read();
  }
}

/** Two closings: of a payment whose notification is answered with an error, and of one whose is not answered at all. */
async function closeMeanwhile(
  bench: Bench,
  refused: readonly RefusedNotification[],
  later: LaterEvent[],
): Promise<void> {
  for (const { failing, paymentId } of refused) {
    if (paymentId === undefined || (failing !== 'error' && failing !== 'no-answer')) continue;
    later.push({ paymentId, what: `close_success while authorize_success meets ${failing}`, sends: [] });
    await bench.close(`while its notification meets ${failing}`, paymentId);
  }
}

/** One more closing, once nothing is retried any more. A target that does not close it leaves this open. */
async function closeAfterwards(
  bench: Bench,
  refused: readonly RefusedNotification[],
  afterwards: LaterEvent[],
): Promise<void> {
  const paymentId = refused.find(({ failing }) => failing === 'other-2xx')?.paymentId;
  if (paymentId === undefined) return;
  const event = { paymentId, what: 'close_success', sends: [] };
  afterwards.push(event);
  try {
    await bench.close('once the retries have ended', paymentId);
  } catch (error) {
    if (!(error instanceof Unjudged)) throw error;
    afterwards.splice(0);
  }
}

function answerTo(watched: readonly WatchedNotification[], { body }: { readonly body: unknown }): Answer {
  if (objectOf(body)['status'] !== 'authorize_success') return { status: 200 };
  // The notification may be faster than the reply with the id.
  const one = watchedOf(watched, { body }) ?? watched.find((candidate) => candidate.paymentId === undefined);
  return one?.answer() ?? { status: 200 };
}

function note(
  watched: readonly WatchedNotification[],
  later: readonly LaterEvent[],
  { body, text }: Received,
  span: Span,
): void {
  const { payment_id: paymentId, status } = objectOf(body);
  const send = { ...span, body: text };
  if (status === 'authorize_success') {
    const one = watchedOf(watched, { body });
    one?.sends.push(send);
    if (one !== undefined && isAccepted(one)) one.lateAnswers.sent(span);
  } else if (status === 'close_success') {
    later.find((one) => one.paymentId === paymentId)?.sends.push(send);
  }
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
