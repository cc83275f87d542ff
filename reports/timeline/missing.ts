import type {
  ExchangeRecord,
  NotificationRecord,
  ExpectedNotificationRecord,
} from '../../harness/journal-records.ts';
import { plain } from '../plain.ts';
import { duration } from './duration.ts';
import type { TimelineEvent } from './events.ts';

interface Event {
  readonly status: string;
  readonly capture: string;
}

/** A notification's event and, where it has one, its capture: what the sends of one event share. Empty where it says none. */
export function eventOf(body: string): Event {
  const field = (name: string): string =>
    new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,80})"`).exec(body)?.[1] ?? '';
  return { status: field('status'), capture: field('capture_id') };
}

interface Due {
  readonly status: string;
  readonly capture: string | undefined;
  /** The request that made it due; absent where it is not drawn. */
  readonly maker: ExchangeRecord | undefined;
}

export interface MissingFrom {
  readonly came: readonly NotificationRecord[];
  readonly owed: readonly ExpectedNotificationRecord[];
  readonly requests: readonly ExchangeRecord[];
  /** The target's clock, for an instant of the run. */
  readonly clock: (at: number) => number;
  readonly deadlineMs?: number | undefined;
}

/** What was owed and did not come, at the end of the time that it had. */
export function missing({ came, owed, requests, clock, deadlineMs }: MissingFrom): readonly TimelineEvent[] {
  const open: Due[] = owed.flatMap(({ event, step, times }) => {
    const [status = '', , capture] = event.split(' ');
    const maker = requests.find((one) => one.step === step);
    return Array.from({ length: times }, () => ({ status, capture, maker }));
  });
  for (const { at, body } of came) {
    const event = eventOf(body);
    const fits = (due: Due) => isOf(event, due);
    // It answers the latest request that made it due, and one before it only where that one has its own.
    const index = open.findLastIndex((due) => fits(due) && (due.maker?.at ?? 0) <= at);
    if (index >= 0) open.splice(index, 1);
  }
  const within = deadlineMs === undefined ? '' : ` within ${duration(deadlineMs)}`;
  return open.map(({ status, maker }) => {
    const of = maker === undefined ? '' : ` of ${maker.operation}`;
    return {
      at: clock((maker?.at ?? 0) + (maker?.ms ?? 0)) + (deadlineMs ?? 0),
      lane: 'due',
      text: plain(`${status} owed${within}${of}: missing`, 120),
    };
  });
}

function isOf({ status, capture }: Event, due: Due): boolean {
  if (status !== due.status) return false;
  return due.capture === undefined || capture === '' || capture === due.capture;
}
