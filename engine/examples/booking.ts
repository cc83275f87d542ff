import { machine } from '../build/build.ts';
import { bookingService, type BookingFault } from './booking-service.ts';

/** Who has which seat. */
type Seats = Readonly<Record<string, string>>;
const none: Seats = {};
const seat = ['1A', '1B'] as const;
const guest = ['Ann', 'Ben'] as const;

/** Seats of one evening: each is had by one guest at most, who alone can give it back. */
export const booking = machine({
  name: 'booking',
  state: none,
  operations: ({ operation, expect }) => [
    operation('book', {
      inputs: { seat, guest },
      call: (input) => ({ method: 'PUT', path: `/seats/${input.seat}`, body: { guest: input.guest } }),
      expect: (seats, input) =>
        seats[input.seat] === undefined
          ? expect
              .status(201)
              .body(input)
              .then({ ...seats, [input.seat]: input.guest })
          : expect.status(409).rule('a seat is booked once').sameState(),
    }),
    operation('cancel', {
      inputs: { seat, guest },
      call: (input) => ({ method: 'DELETE', path: `/seats/${input.seat}`, body: { guest: input.guest } }),
      expect: (seats, input) => {
        const { [input.seat]: has, ...others } = seats;
        if (has === undefined) return expect.status(404).sameState();
        if (has !== input.guest) return expect.status(403).rule('only its guest cancels a seat').sameState();
        return expect.status(204).then(others);
      },
    }),
    operation('show', {
      reads: true,
      inputs: { seat },
      call: (input) => ({ method: 'GET', path: `/seats/${input.seat}` }),
      expect: (seats, input) =>
        expect
          .status(200)
          .body({ seat: input.seat, guest: seats[input.seat] ?? null })
          .sameState(),
    }),
  ],
});

/** The driver: an evening of its own for each sequence. */
export const openBooking = (fault?: BookingFault) => () => bookingService(fault);
