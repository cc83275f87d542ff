import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTurn, type Answer } from '../../harness/answers.ts';
import type { Received } from '../../harness/receiver.ts';
import { withoutDuplicates } from '../../models/webhooks/duplicates.ts';
import type { Send } from '../../models/webhooks/intervals.ts';
import type { Failing, RetryHistory } from '../../models/webhooks/retries.ts';
import { objectOf, type Bench } from './bench.ts';
import { stepLength } from './step-length.ts';
import type { PassageClock, Span } from './passage-clock.ts';

/** A notification that is never taken, and how. */
interface Refusal {
  readonly failing: Failing;
  /** In turn, the last for ever. */
  readonly answers: readonly Answer[];
  readonly called: string;
}

const refusals: readonly Refusal[] = [
  {
    failing: 'other-2xx',
    answers: [{ status: 204 }, { status: 201 }, { status: 202 }],
    called: '201, 202 or 204',
  },
  { failing: 'redirect', answers: [{ status: 302 }], called: '302' },
  // Some senders give up for good on what says that nobody is there any more.
  {
    failing: 'error',
    answers: [{ status: 410 }, { status: 404 }, { status: 400 }],
    called: '410, 404 or 400',
  },
  { failing: 'error', answers: [{ status: 500 }, { status: 503 }], called: '500 or 503' },
  { failing: 'no-answer', answers: ['never'], called: 'no answer' },
  // A sender that waits anew after each byte would wait for ever.
  {
    failing: 'no-answer',
    answers: [{ dripMs: 1000 }, 'never'],
    called: 'an answer that begins and does not end',
  },
  { failing: 'lost-connection', answers: ['reset'], called: 'a lost connection' },
];

/** An event that happened while others were being retried; its notification is taken. */
export interface LaterEvent {
  readonly paymentId: string;
  readonly what: string;
  /** Absent: its notification never came. */
  arrived?: Span;
}

interface Watched extends Refusal {
  readonly orderRef: string;
  readonly answer: () => Answer;
  paymentId?: string;
  since: Span;
  readonly sends: Send[];
}

export interface Passage {
  /** One for each way of refusing; ids of the payments alongside. */
  readonly histories: readonly (RetryHistory & { readonly paymentId: string })[];
  readonly later: readonly LaterEvent[];
}

/**
 * Makes one payment for each way of refusing, refuses the notification of its authorize for ever, and moves the clock
 * until all retries have ended; on the way two of the payments are closed. Needs the target to itself. Throws Unjudged.
 */
export async function retryPassage(
  bench: Bench,
  clock: PassageClock,
  onProgress: (retries: number) => void = () => undefined,
): Promise<Passage> {
  const fresh: Received[] = [];
  const watched: Watched[] = [];
  const stopListening = bench.receiver.onNotification((notification) => {
    fresh.push(notification);
    // Those about payments of others may come without end, and the settling waits for quiet.
    if (watchedBy(watched, notification) !== undefined) clock.arrived();
  });
  const later: LaterEvent[] = [];
  bench.receiver.answerWith((notification) => answerTo(watched, notification));
  const step = async (ms: number): Promise<void> => {
    const span = await clock.step(ms);
    for (const notification of fresh.splice(0)) note(watched, later, notification, span);
  };
  try {
    await step(0);
    for (const refusal of refusals) {
      const orderRef = `retry-${randomUUID()}`;
      const now = clock.now();
      const one: Watched = {
        ...refusal,
        orderRef,
        answer: inTurn(refusal.answers),
        since: { since: now, at: now },
        sends: [],
      };
      watched.push(one);
      one.paymentId = await bench.authorize(`notification meets ${refusal.called}`, orderRef);
      await step(0);
    }
    await firstSends(
      bench,
      () => watched.every(({ sends }) => sends.length > 0),
      () => step(0),
    );
    for (let steps = 0; steps < clock.mostSteps && !bench.ended(); steps += 1) {
      const progress = watched.map(({ since, sends }) => {
        // Were a duplicate counted, the watch would end before the last retry.
        const kept = withoutDuplicates(sends);
        return { last: kept.at(-1) ?? since, retries: kept.length - 1 };
      });
      const ms = stepLength(progress, clock.now(), clock.silenceMs);
      if (ms === undefined) break;
      onProgress(Math.min(...progress.map(({ retries }) => retries)));
      await step(Math.min(ms, clock.longestStepMs));
      if (later.length === 0 && progress.some(({ retries }) => retries > 0)) {
        await closeMeanwhile(bench, watched, later);
      }
    }
    for (const ms of clock.tailMs) await step(ms);
    return { histories: watched.map((one) => historyOf(one, clock.now())), later };
  } finally {
    stopListening();
    bench.receiver.answerWith(undefined);
  }
}

/** Waits for the first sends in real time, a part of the deadline: in a target that queues they come only much later. */
async function firstSends(bench: Bench, came: () => boolean, look: () => Promise<void>): Promise<void> {
  const until = performance.now() + Math.min(bench.deadlineMs, 2000);
  await look();
  while (!came() && performance.now() < until) {
    await sleep(5);
    await look();
  }
}

/** Two closings: of a payment whose notification is answered with an error, and of one whose is not answered at all. */
async function closeMeanwhile(bench: Bench, watched: readonly Watched[], later: LaterEvent[]): Promise<void> {
  for (const { failing, paymentId } of watched) {
    if (paymentId === undefined || (failing !== 'error' && failing !== 'no-answer')) continue;
    later.push({ paymentId, what: `close_success while authorize_success meets ${failing}` });
    await bench.close(`while its notification meets ${failing}`, paymentId);
  }
}

function answerTo(watched: readonly Watched[], { body }: { readonly body: unknown }): Answer {
  if (objectOf(body)['status'] !== 'authorize_success') return { status: 200 };
  // The notification may be faster than the reply that tells the id.
  const one = watchedBy(watched, { body }) ?? watched.find((candidate) => candidate.paymentId === undefined);
  return one?.answer() ?? { status: 200 };
}

function note(
  watched: readonly Watched[],
  later: readonly LaterEvent[],
  { body, text }: Received,
  span: Span,
): void {
  const { payment_id: paymentId, status } = objectOf(body);
  if (status === 'authorize_success') {
    watchedBy(watched, { body })?.sends.push({ ...span, body: text });
  } else if (status === 'close_success') {
    const event = later.find((one) => one.paymentId === paymentId);
    if (event !== undefined) event.arrived ??= span;
  }
}

/** By either name, so that a retry that has lost one of them is seen to be another event, not to be missing. */
function watchedBy(watched: readonly Watched[], { body }: { readonly body: unknown }): Watched | undefined {
  const { payment_id: paymentId, order_ref: orderRef } = objectOf(body);
  return watched.find(
    (one) => one.orderRef === orderRef || (one.paymentId !== undefined && one.paymentId === paymentId),
  );
}

function historyOf({ failing, sends, paymentId = '' }: Watched, until: number): Passage['histories'][number] {
  return { failing, sends, until, paymentId };
}
