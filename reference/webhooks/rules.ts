import type { PaymentEvent } from './event.ts';
import { eventBody, type EventBody } from './body.ts';

/** How one send ended: answered with an HTTP status, or not answered. */
export type SendOutcome = { readonly http: number } | { readonly failure: 'no-answer' | 'lost-connection' };

/** Decisions about sending webhooks. The dispatcher calls them through the world; a fault replaces some. */
export interface DeliveryRules {
  /** The events that notifications are sent of when one happens. */
  readonly announced: (event: PaymentEvent) => readonly PaymentEvent[];
  /** The body of a notification made at `now`; `orderRef` is the payment's. */
  readonly body: (event: PaymentEvent, now: number, orderRef?: string) => EventBody;
  readonly contentType: string;
  /** A body as it is written into the request. */
  readonly written: (body: EventBody) => string;
  /** The body of the nth retry. */
  readonly retryBody: (body: EventBody, retry: number) => EventBody;
  readonly method: 'POST' | 'PUT';
  /** Whether an event that happens while no URL is set is kept until one is. */
  readonly keepsUnsent: boolean;
  /** How many events are skipped after the merchant has set a URL. */
  readonly passedOver: number;
  /** Where notifications are sent to, when the merchant has changed the URL from `first` to `current`. */
  readonly destination: (current: string, first: string) => string;
  /** Whether a send was successful, so that no retry follows. */
  readonly isTaken: (outcome: SendOutcome) => boolean;
  /** How long a receiver may take to answer, ms. */
  readonly answerTimeoutMs: number;
  readonly maxRetries: number;
  /** The interval before the nth retry (from 1), ms. */
  readonly intervalMs: (retry: number) => number;
  /** From when an interval runs: ms since the epoch. */
  readonly intervalFrom: (sentAt: number, failedAt: number) => number;
  /** How long a notification waits before its first send, ms. */
  readonly holdMs: () => number;
  /** How long after a send, or after its success, a copy of it is sent, ms; undefined: no copy. */
  readonly copyAfterMs: (it: 'was sent' | 'was taken') => number | undefined;
  /** Whether later notifications are sent once one has had its last retry. */
  readonly goesOnAfterLast: boolean;
  /** Whether a notification waits until the one before has no more retries. */
  readonly oneAtATime: boolean;
}

const FIRST_INTERVAL_MS = 10_000;
const LAST_INTERVAL_MS = 600_000;
const EVEN_RETRIES = 3;
const MAX_RETRIES = 9;

/** 10 s three times, then longer by a constant factor, so that the ninth interval is 10 minutes. */
function intervalMs(retry: number): number {
  const growth = Math.max(0, retry - EVEN_RETRIES) / (MAX_RETRIES - EVEN_RETRIES);
  return Math.round(FIRST_INTERVAL_MS * (LAST_INTERVAL_MS / FIRST_INTERVAL_MS) ** growth);
}

/** The decisions as the document has them (legacy, Events, rules 3 and 4). */
export const soundDeliveryRules: DeliveryRules = {
  announced: (event) => (event.orderRefOnly === true ? [] : [event]),
  body: (event, now) => eventBody(event, now),
  contentType: 'application/json',
  written: (body) => JSON.stringify(body),
  retryBody: (body) => body,
  method: 'POST',
  keepsUnsent: false,
  passedOver: 0,
  destination: (current) => current,
  isTaken: (outcome) => 'http' in outcome && outcome.http === 200,
  answerTimeoutMs: 10_000,
  maxRetries: MAX_RETRIES,
  intervalMs,
  intervalFrom: (sentAt) => sentAt,
  holdMs: () => 0,
  copyAfterMs: () => undefined,
  goesOnAfterLast: true,
  oneAtATime: false,
};
