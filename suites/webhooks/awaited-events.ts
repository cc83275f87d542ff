import type { Send } from '../../models/webhooks/intervals.ts';
import { Unjudged, type Bench } from './bench.ts';
import type { Arrival, RefusedNotification } from './watched-notification.ts';
import { ruleGoal } from '../../engine/goals.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { eventRules } from '../../spec/legacy/events.ts';
import type { Session } from '../run/session.ts';

/** An event that happened while others were being retried; its notification is accepted. */
export interface LaterEvent {
  readonly paymentId: string;
  readonly what: string;
  /** Of its notification; none: it never came. */
  readonly sends: readonly Send[];
}

/** The same, while it is awaited. */
export interface AwaitedEvent {
  readonly paymentId: string;
  readonly what: string;
  readonly arrivals: Arrival[];
}

/** Two closings: of a payment whose notification is answered with an error, and of one whose is not answered at all. */
export async function closeMeanwhile(
  bench: Bench,
  refused: readonly RefusedNotification[],
  later: AwaitedEvent[],
): Promise<void> {
  for (const { failing, paymentId } of refused) {
    if (paymentId === undefined || (failing !== 'error' && failing !== 'no-answer')) continue;
    later.push({ paymentId, what: `close_success while authorize_success meets ${failing}`, arrivals: [] });
    await bench.close(`while its notification meets ${failing}`, paymentId);
  }
}

/** One more closing, once nothing is retried any more. A target that does not close it leaves this open. */
export async function closeAfterwards(
  bench: Bench,
  refused: readonly RefusedNotification[],
  afterwards: AwaitedEvent[],
): Promise<void> {
  const paymentId = refused.find(({ failing }) => failing === 'other-2xx')?.paymentId;
  if (paymentId === undefined) return;
  const event = { paymentId, what: 'close_success', arrivals: [] };
  afterwards.push(event);
  try {
    await bench.close('once the retries have ended', paymentId);
  } catch (error) {
    if (!(error instanceof Unjudged)) throw error;
    afterwards.splice(0);
  }
}

/**
 * Whether the target was accused of not sending all events (legacy, Events), and this one was never seen. Then it says nothing about
 * deliveries where it does not come: the cause is known, and only the rule of the event is broken for certain.
 */
export function isUnseen(
  {
    run: {
      memory: { known, reached },
    },
  }: Session,
  event: Requirement,
): boolean {
  if (!known.accuses(eventRules.allSent.id)) return false;
  return [...reached.values()].every((goals) => !goals.has(ruleGoal(event.id)));
}
