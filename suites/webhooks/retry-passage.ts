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

/** A notification that is never accepted, and how it is refused. */
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
];

/** An event that happened while others were being retried; its notification is accepted. */
export interface LaterEvent {
  readonly paymentId: string;
  readonly what: string;
  /** Absent: its notification never came. */
  received?: Span;
}

interface RefusedNotification extends Refusal {
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
 * Makes one payment for each way of refusing, refuses the notification of its authorize for ever, and moves the clock until all retries
 * have ended; meanwhile it closes two of the payments. Needs the target to itself. Throws Unjudged.
 */
export async function retryPassage(
  bench: Bench,
  clock: PassageClock,
  onProgress: (retries: number) => void = () => undefined,
): Promise<Passage> {
  const fresh: Received[] = [];
  const refused: RefusedNotification[] = [];
  const stopListening = bench.receiver.onNotification((notification) => {
    fresh.push(notification);
    // Notifications about payments of others may never stop, and a step waits until none comes any more.
    if (refusedOf(refused, notification) !== undefined) clock.received();
  });
  const later: LaterEvent[] = [];
  bench.receiver.answerWith((notification) => answerTo(refused, notification));
  const step = async (ms: number): Promise<void> => {
    const span = await clock.step(ms);
    for (const notification of fresh.splice(0)) note(refused, later, notification, span);
  };
  try {
    await step(0);
    for (const refusal of refusals) {
      const orderRef = `retry-${randomUUID()}`;
      const now = clock.now();
      const one: RefusedNotification = {
        ...refusal,
        orderRef,
        answer: inTurn(refusal.answers),
        since: { since: now, at: now },
        sends: [],
      };
      refused.push(one);
      one.paymentId = await bench.authorize(`notification meets ${refusal.called}`, orderRef);
      await step(0);
    }
    await firstSends(
      bench,
      () => refused.every(({ sends }) => sends.length > 0),
      () => step(0),
    );
    for (let steps = 0; steps < clock.mostSteps && !bench.ended(); steps += 1) {
      const progress = refused.map(({ since, sends }) => {
        // Counting duplicates would end the passage before the last retry.
        const kept = withoutDuplicates(sends);
        return { last: kept.at(-1) ?? since, retries: kept.length - 1 };
      });
      const ms = stepLength(progress, clock.now(), clock.silenceMs);
      if (ms === undefined) break;
      onProgress(Math.min(...progress.map(({ retries }) => retries)));
      await step(Math.min(ms, clock.longestStepMs));
      if (later.length === 0 && progress.some(({ retries }) => retries > 0)) {
        await closeMeanwhile(bench, refused, later);
      }
    }
    for (const ms of clock.tailMs) await step(ms);
    return { histories: refused.map((one) => historyOf(one, clock.now())), later };
  } finally {
    stopListening();
    bench.receiver.answerWith(undefined);
  }
}

/** Waits for the first sends in real time, at most a part of the deadline: a target that queues sends them only much later. */
async function firstSends(bench: Bench, came: () => boolean, read: () => Promise<void>): Promise<void> {
  const until = performance.now() + Math.min(bench.deadlineMs, 2000);
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
    later.push({ paymentId, what: `close_success while authorize_success meets ${failing}` });
    await bench.close(`while its notification meets ${failing}`, paymentId);
  }
}

function answerTo(refused: readonly RefusedNotification[], { body }: { readonly body: unknown }): Answer {
  if (objectOf(body)['status'] !== 'authorize_success') return { status: 200 };
  // The notification may be faster than the reply with the id.
  const one = refusedOf(refused, { body }) ?? refused.find((candidate) => candidate.paymentId === undefined);
  return one?.answer() ?? { status: 200 };
}

function note(
  refused: readonly RefusedNotification[],
  later: readonly LaterEvent[],
  { body, text }: Received,
  span: Span,
): void {
  const { payment_id: paymentId, status } = objectOf(body);
  if (status === 'authorize_success') {
    refusedOf(refused, { body })?.sends.push({ ...span, body: text });
  } else if (status === 'close_success') {
    const event = later.find((one) => one.paymentId === paymentId);
    if (event !== undefined) event.received ??= span;
  }
}

/** By either id, so that a retry that lacks one of them counts as a different event, not as missing. */
function refusedOf(
  refused: readonly RefusedNotification[],
  { body }: { readonly body: unknown },
): RefusedNotification | undefined {
  const { payment_id: paymentId, order_ref: orderRef } = objectOf(body);
  return refused.find(
    (one) => one.orderRef === orderRef || (one.paymentId !== undefined && one.paymentId === paymentId),
  );
}

function historyOf(
  { failing, sends, paymentId = '' }: RefusedNotification,
  until: number,
): Passage['histories'][number] {
  return { failing, sends, until, paymentId };
}
