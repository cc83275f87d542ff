import type {
  ExchangeRecord,
  NotificationRecord,
  ExpectedNotificationRecord,
} from '../../harness/journal-records.ts';
import { type ClockMove, paymentsIn } from '../journal/notification-buffer.ts';
import { plain } from '../plain.ts';
import type { Failure } from '../journal/summary.ts';
import { duration } from './duration.ts';
import { eventOf, missing } from './missing.ts';

/** Something that happened, or should have. */
export interface TimelineEvent {
  /** ms on the target's clock since the first request. */
  readonly at: number;
  /** `due`: a notification that was owed by then and did not come. */
  readonly lane: 'request' | 'arrival' | 'due';
  readonly text: string;
}

/** What happened to one payment, in the order in which it did. */
export interface Timeline {
  readonly payment: string;
  readonly events: readonly TimelineEvent[];
  /** Events of the middle that are left out. */
  readonly leftOut: number;
}

/** More than a reader follows: a whole schedule of retries has ten sends. */
const mostEvents = 20;
/** Of those that are kept, so many are the last. */
const keptAtEnd = 7;
/** One procedure watches several payments at once; each is drawn. */
const mostPayments = 8;

/** True for a violation that notifications show, not an answer. */
export function isAboutNotifications({ record }: Failure): boolean {
  return record.interface === 'webhooks' || record.signature.at === 'notifications';
}

/** The timelines of a failure about notifications, one for each payment that it is about; none where the journal kept no run of it. */
export function timelines(failure: Failure, deadlineMs?: number): readonly Timeline[] {
  if (!isAboutNotifications(failure)) return [];
  const { record, exchanges } = failure;
  const all = paymentsIn(exchanges);
  const told = record.breaches.map(({ expected, received }) => `${expected} ${received}`).join(' ');
  const accused = record.about ?? all.filter((id) => told.includes(id));
  return (accused.length > 0 ? accused : all)
    .slice(0, mostPayments)
    .map((payment) => timelineOf(payment, failure, deadlineMs));
}

function timelineOf(payment: string, failure: Failure, deadlineMs?: number): Timeline {
  const { exchanges, notifications, moves, record } = failure;
  const ids = [payment, ...capturesOf(payment, exchanges)];
  const ours = exchanges.filter(
    ({ control, request: { body = '' }, reply }) =>
      control === true || ids.some((id) => body.includes(id) || reply?.body.includes(id) === true),
  );
  const came = notifications.filter(({ body }) => body.includes(payment));
  const start = ours.find(({ control }) => control !== true)?.at ?? 0;
  const clock = (at: number): number => targetTime(at, moves) - targetTime(start, moves);
  const owed = (record.owed ?? []).filter(({ event }) => event.split(' ').includes(payment));
  const events = [
    ...ours.map((one) => request(one, record.transcript, clock)),
    ...arrivals(came, owed, clock),
    ...missing({ came, owed, requests: ours, clock, deadlineMs }),
  ].toSorted((a, b) => a.at - b.at);
  const leftOut = Math.max(0, events.length - mostEvents);
  const head = mostEvents - keptAtEnd;
  return {
    payment,
    leftOut,
    events: leftOut === 0 ? events : [...events.slice(0, head), ...events.slice(-keptAtEnd)],
  };
}

/** A refund may name its capture alone. */
function capturesOf(payment: string, exchanges: readonly ExchangeRecord[]): readonly string[] {
  return exchanges.flatMap(({ reply }) => {
    if (reply?.body.includes(payment) !== true) return [];
    return /"capture_id"\s*:\s*"([^"\\]{4,80})"/.exec(reply.body)?.[1] ?? [];
  });
}

/** Real time and all that the clock was moved by then: what arrives while it moves, arrives because of it. */
function targetTime(at: number, moves: readonly ClockMove[]): number {
  return moves.reduce((sum, move) => (move.at <= at ? sum + move.ms : sum), at);
}

function request(
  one: ExchangeRecord,
  transcript: Failure['record']['transcript'],
  clock: (at: number) => number,
): TimelineEvent {
  const index = transcript.findIndex(({ step }) => step === one.step);
  const answer =
    one.control === true
      ? ''
      : ` → ${one.lost ?? transcript[index]?.received ?? one.reply?.http ?? 'nothing'}`;
  const text = `${index + 1} ${one.operation} ${one.kind}${answer}`;
  return { at: clock(one.at - (one.control === true ? 1 : 0)), lane: 'request', text: plain(text, 120) };
}

function arrivals(
  came: readonly NotificationRecord[],
  owed: readonly ExpectedNotificationRecord[],
  clock: (at: number) => number,
): readonly TimelineEvent[] {
  const before = new Map<string, { readonly at: number; readonly answered: number | null; sends: number }>();
  return came.map(({ at, body, answered }) => {
    const { status, capture } = eventOf(body);
    const key = `${status} ${capture}`;
    const last = before.get(key);
    const sends = (last?.sends ?? 0) + 1;
    before.set(key, { at, answered, sends });
    const again =
      last === undefined
        ? ''
        : `, ${last.answered === 200 ? 'again' : `send ${sends}`} after ${duration(clock(at) - clock(last.at))}`;
    const unasked = owed.length > 0 && !owed.some(({ event }) => event.split(' ')[0] === status);
    const text = `${status === '' ? 'a body without status' : status}${again}${unasked ? ', not owed' : ''} → ${answered ?? 'no answer'}`;
    return { at: clock(at), lane: 'arrival' as const, text: plain(text, 120) };
  });
}
