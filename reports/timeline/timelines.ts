import { isNotified, isSend, type SendExpect } from '../../spec/expect.ts';
import { legacyIds } from '../../spec/operations.ts';
import type { ExchangeRecord, NotificationRecord } from '../../harness/records/exchange-records.ts';
import type { ExpectedNotificationRecord } from '../../harness/records/failure-record.ts';
import { paymentsIn } from '../journal/exchange-buffer.ts';
import { type ClockMove } from '../journal/summary.ts';
import type { Failure } from '../journal/summary.ts';
import { eventIn, expectsOf } from '../reproduction/claim.ts';
import { grouped, plain } from '../words/plain.ts';
import { duration } from './duration.ts';

/** What happened to one payment, in order of time. */
export interface Timeline {
  readonly payment: string;
  readonly events: readonly TimelineEvent[];
  /** How many events in the middle are left out. */
  readonly leftOut: number;
}

/** More than a reader follows: a whole schedule of retries has ten sends. */
const mostEvents = 20;
/** How many of the events that are kept are the last ones. */
const keptAtEnd = 7;
/** A procedure watches several payments at once; each gets a timeline. */
const mostPayments = 8;

/** The timelines of a failure about notifications, one for each payment that it is about; empty where the journal kept no run of it. */
export function timelines(failure: Failure, deadlineMs?: number): readonly Timeline[] {
  const { record, exchanges } = failure;
  if (record.interface !== 'webhooks' && record.signature.at !== 'notifications') return [];
  const all = paymentsIn(exchanges);
  const named = new Set(
    record.breaches.flatMap((breach) =>
      expectsOf(breach)
        .filter(isNotified)
        .flatMap((one) => Object.values(eventIn(one))),
    ),
  );
  const accused = record.about ?? all.filter((id) => named.has(id));
  return (accused.length > 0 ? accused : all)
    .slice(0, mostPayments)
    .map((payment) => timelineOf(payment, failure, deadlineMs));
}

function timelineOf(payment: string, failure: Failure, deadlineMs?: number): Timeline {
  const { exchanges, notifications, moves, record } = failure;
  const ids = [payment, ...capturesOf(payment, exchanges)];
  const requests = exchanges.filter(
    ({ control, request: { body = '' }, reply }) =>
      control === true || ids.some((id) => body.includes(id) || reply?.body.includes(id) === true),
  );
  const came = notifications.filter(({ body }) => body.includes(payment));
  const start = requests.find(({ control }) => control !== true)?.at ?? 0;
  const clock = (at: number): number => targetTime(at, moves) - targetTime(start, moves);
  const expected = (record.owed ?? []).filter((one) => eventOf(one).payment === payment);
  const events = [
    ...requests.map((one) => requestEvent(one, record.transcript, clock, moves)),
    ...moveEvents(moves, { requests, came, clock }),
    ...notificationEvents(came, expected, clock),
    ...missing({ came, expected, requests, clock, deadlineMs }),
    ...missingSends(record.breaches.flatMap(expectsOf).filter(isSend), came, clock),
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

/** Real time plus all clock moves so far: a notification that comes while the clock moves comes because of the move. */
function targetTime(at: number, moves: readonly ClockMove[]): number {
  return moves.reduce((sum, move) => (move.at <= at ? sum + move.ms : sum), at);
}

function requestEvent(
  one: ExchangeRecord,
  transcript: Failure['record']['transcript'],
  clock: (at: number) => number,
  moves: readonly ClockMove[],
): TimelineEvent {
  const moved = one.control === true ? moves.find(({ at }) => at === one.at) : undefined;
  const index = transcript.findIndex(({ step }) => step === one.step);
  const answer =
    one.control === true
      ? moved === undefined
        ? ''
        : `, by ${duration(moved.ms)}`
      : ` → ${one.lost ?? transcript[index]?.received ?? one.reply?.http ?? 'nothing'}`;
  const text = `${index + 1} ${one.operation} ${one.kind}${answer}`;
  return { at: clock(one.at - (one.control === true ? 1 : 0)), lane: 'request', text: plain(text, 120) };
}

/**
 * What the suite moved the target's clock by, beside its steps: without that a reader who knows how long a run took finds hours in it. Moves that nothing
 * separates are one.
 */
function moveEvents(
  moves: readonly ClockMove[],
  { requests, came, clock }: Pick<MissingFrom, 'requests' | 'came' | 'clock'>,
): readonly TimelineEvent[] {
  const stepped = new Set(requests.map(({ at }) => at));
  const others = [...stepped, ...came.map(({ at }) => at)];
  const own = moves.filter(({ at }) => !stepped.has(at));
  const apart = grouped(own, (move) => String(others.filter((at) => at <= move.at).length));
  return [...apart.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const ms = all.reduce((sum, one) => sum + one.ms, 0);
    return {
      at: clock(first.at - 1),
      lane: 'request' as const,
      text: `the suite moves the clock by ${duration(ms)}`,
    };
  });
}

function notificationEvents(
  came: readonly NotificationRecord[],
  expected: readonly ExpectedNotificationRecord[],
  clock: (at: number) => number,
): readonly TimelineEvent[] {
  const before = new Map<string, { readonly at: number; readonly answered: number | null; sends: number }>();
  const statuses = new Set(expected.map((one) => eventOf(one).status));
  return came.map(({ at, body, answered }) => {
    const { status, capture } = notifiedIn(body);
    const key = `${status} ${capture}`;
    const last = before.get(key);
    const sends = (last?.sends ?? 0) + 1;
    before.set(key, { at, answered, sends });
    const again =
      last === undefined
        ? ''
        : `, ${last.answered === 200 ? 'again' : `send ${sends}`} after ${duration(clock(at) - clock(last.at))}`;
    const unexpected = statuses.size > 0 && !statuses.has(status) ? ', not expected' : '';
    const text = `${status === '' ? 'a body without status' : status}${again}${unexpected} → ${answered ?? 'no answer'}`;
    return { at: clock(at), lane: 'notification' as const, text: plain(text, 120) };
  });
}

interface Due extends Notified {
  /** The request that made it due; undefined where it is not drawn. */
  readonly cause: ExchangeRecord | undefined;
}

interface MissingFrom {
  readonly came: readonly NotificationRecord[];
  readonly expected: readonly ExpectedNotificationRecord[];
  readonly requests: readonly ExchangeRecord[];
  /** Gives the target's time at a time of the run. */
  readonly clock: (at: number) => number;
  readonly deadlineMs?: number | undefined;
}

/** The notifications that were expected and did not come, each at its deadline. */
function missing({ came, expected, requests, clock, deadlineMs }: MissingFrom): readonly TimelineEvent[] {
  const open = expected.flatMap((awaited): Due[] => {
    const due = { ...eventOf(awaited), cause: requests.find(({ step }) => step === awaited.step) };
    return Array.from({ length: awaited.times }, () => due);
  });
  for (const { at, body } of came) {
    const notified = notifiedIn(body);
    // It belongs to the latest request that made it due, unless only an earlier one is still without.
    const index = open.findLastIndex((due) => isOf(notified, due) && (due.cause?.at ?? 0) <= at);
    if (index >= 0) open.splice(index, 1);
  }
  const deadline = deadlineMs === undefined ? '' : ` within ${duration(deadlineMs)}`;
  return open.map(({ status, cause }) => {
    const of = cause === undefined ? '' : ` of ${cause.operation}`;
    return {
      at: clock((cause?.at ?? 0) + (cause?.ms ?? 0)) + (deadlineMs ?? 0),
      lane: 'due',
      text: plain(`${status} expected${deadline}${of}: missing`, 120),
    };
  });
}

/** The sends of a notification that did not come when they were due, each drawn there. */
function missingSends(
  dues: readonly SendExpect[],
  came: readonly NotificationRecord[],
  clock: (at: number) => number,
): readonly TimelineEvent[] {
  const [first] = came;
  if (first === undefined) return [];
  const { status } = notifiedIn(first.body);
  const sends = came.filter(({ body }) => notifiedIn(body).status === status);
  // Of two that are due, the earlier one is missed first.
  const bySend = new Map(dues.toSorted((a, b) => b.afterMs - a.afterMs).map((due) => [due.send, due]));
  return [...bySend.values()].flatMap(({ send, afterMs }) => {
    const before = sends[send - 2];
    if (before === undefined) return [];
    const isMissing = sends[send - 1] === undefined;
    const text = `${status}, send ${send} expected after ${duration(afterMs)}${isMissing ? ': missing' : ''}`;
    return { at: clock(before.at) + afterMs, lane: 'due' as const, text: plain(text, 120) };
  });
}

function isOf({ status, capture }: Notified, due: Due): boolean {
  return status === due.status && (due.capture === '' || capture === '' || capture === due.capture);
}

/** Something that happened, or should have. */
export interface TimelineEvent {
  /** ms on the target's clock since the first request. */
  readonly at: number;
  /** `due`: a notification that was expected by then and did not come. */
  readonly lane: 'request' | 'notification' | 'due';
  readonly text: string;
}

/** What all attempts to send one notification share. Empty where the body does not say. */
interface Notified {
  readonly status: string;
  readonly capture: string;
}

/** Reads the body of a notification. */
function notifiedIn(body: string): Notified {
  const field = (name: string): string =>
    new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,80})"`).exec(body)?.[1] ?? '';
  return { status: field('status'), capture: field(legacyIds.capture) };
}

/** The event of an expected notification; empty where its record does not name it. */
function eventOf({
  fields = {},
}: Pick<ExpectedNotificationRecord, 'fields'>): Notified & { readonly payment: string } {
  const { status = '', [legacyIds.payment]: payment = '', [legacyIds.capture]: capture = '' } = fields;
  return { status, payment, capture };
}
