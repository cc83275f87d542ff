import type { ReplyWrapper } from '../seams.ts';
import { fieldsOf } from './body.ts';
import type { Fault } from './fault.ts';

const DAY_MS = 86_400_000;

/** Writes the expiry that Status shows in another way. */
const written =
  (otherwise: (expires: string) => string): ReplyWrapper =>
  (reply) => {
    const { expires, ...rest } = fieldsOf(reply);
    return typeof expires === 'string' ? { ...reply, body: { ...rest, expires: otherwise(expires) } } : reply;
  };

const ofTwelve = (hour: number): string => String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0');

function midnightAfter(expires: string): string {
  const day = Date.parse(`${expires.slice(0, 10)}T00:00:00Z`);
  return `${new Date(day + DAY_MS).toISOString().slice(0, 10)} 00:00:00`;
}

/** Faults in the instants that are shown: right for one payment, and wrong for another, or later. */
export const instantFaults: readonly Fault[] = [
  {
    id: 'legacy-expires-of-half-days',
    requirement: 'legacy.authorize.validity',
    summary: 'The expiry is written with the hours of a clock of twelve.',
    reply: {
      status: written(
        (expires) => `${expires.slice(0, 11)}${ofTwelve(Number(expires.slice(11, 13)))}${expires.slice(13)}`,
      ),
    },
  },
  {
    id: 'legacy-expires-at-midnight',
    requirement: 'legacy.authorize.validity',
    summary: 'The expiry is shown as the midnight that follows it.',
    reply: { status: written(midnightAfter) },
  },
  {
    id: 'resource-capture-as-old-as-payment',
    requirement: 'resource.captures.created-at',
    summary: 'A capture shows the instant at which its payment was created.',
    stored: {
      resourcePayments: (payment) => ({
        ...payment,
        captures: payment.captures.map((capture) => ({ ...capture, createdAt: payment.createdAt })),
      }),
    },
  },
];
