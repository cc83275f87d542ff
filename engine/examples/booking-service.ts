import type { Call, Reply } from './call.ts';

/** What can be wrong with the booking. The first shows only in calls that overlap. */
export const bookingFaults = [
  'a seat is looked at, and taken later',
  'a cancelled seat stays taken',
  'anybody may cancel',
  'a booking takes the seat of who has it',
] as const;
export type BookingFault = (typeof bookingFaults)[number];

/** Seats of one evening. Each call books a seat for somebody, cancels it, or shows who has it. */
export function bookingService(fault?: BookingFault): (call: Call) => Promise<Reply> {
  const seats = new Map<string, string>();
  const cancelled = new Set<string>();

  /** Writes as a database does: a while after it was asked. */
  const written = () => new Promise<void>((resolve) => setImmediate(resolve));

  const book = async (seat: string, guest: string): Promise<Reply> => {
    const isTaken = seats.has(seat) || cancelled.has(seat);
    if (isTaken && fault !== 'a booking takes the seat of who has it') return { status: 409 };
    if (fault === 'a seat is looked at, and taken later') await written();
    seats.set(seat, guest);
    await written();
    return { status: 201, body: { seat, guest } };
  };

  const cancel = async (seat: string, guest: string): Promise<Reply> => {
    if (!seats.has(seat)) return { status: 404 };
    if (seats.get(seat) !== guest && fault !== 'anybody may cancel') return { status: 403 };
    seats.delete(seat);
    if (fault === 'a cancelled seat stays taken') cancelled.add(seat);
    await written();
    return { status: 204 };
  };

  return async ({ method, path, body = {} }) => {
    const [, , seat = ''] = path.split('/');
    const guest = String(body['guest']);
    if (method === 'PUT') return book(seat, guest);
    if (method === 'DELETE') return cancel(seat, guest);
    const has = seats.get(seat);
    return { status: 200, body: { seat, guest: has ?? null } };
  };
}
