import type {
  ExchangeRecord,
  ExpectedNotificationRecord,
  NotificationRecord,
} from '../../harness/journal/journal-records.ts';
import { plain } from '../words/plain.ts';
import { duration } from './duration.ts';
import { type Notified, notifiedIn, readEvent, type TimelineEvent } from './event.ts';

interface Due extends Notified {
  /** The request that made it due; undefined where it is not drawn. */
  readonly cause: ExchangeRecord | undefined;
}

export interface MissingFrom {
  readonly came: readonly NotificationRecord[];
  readonly expected: readonly ExpectedNotificationRecord[];
  readonly requests: readonly ExchangeRecord[];
  /** Gives the target's time at a time of the run. */
  readonly clock: (at: number) => number;
  readonly deadlineMs?: number | undefined;
}

/** The notifications that were expected and did not come, each at its deadline. */
export function missing({
  came,
  expected,
  requests,
  clock,
  deadlineMs,
}: MissingFrom): readonly TimelineEvent[] {
  const open = expected.flatMap(({ event, step, times }): Due[] => {
    const due = { ...readEvent(event), cause: requests.find((one) => one.step === step) };
    return Array.from({ length: times }, () => due);
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

function isOf({ status, capture }: Notified, due: Due): boolean {
  return status === due.status && (due.capture === '' || capture === '' || capture === due.capture);
}
