import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Call, Reply } from '../../engine/examples/call.ts';

type Model = Map<string, string>;
type Real = (call: Call) => Promise<Reply>;
type Command = fc.AsyncCommand<Model, Real>;

class Book implements Command {
  readonly seat: string;
  readonly guest: string;
  constructor(seat: string, guest: string) {
    this.seat = seat;
    this.guest = guest;
  }
  check = () => true;
  toString = () => `book ${this.seat} for ${this.guest}`;
  async run(model: Model, call: Real) {
    const { seat, guest } = this;
    const { status, body } = await call({ method: 'PUT', path: `/seats/${seat}`, body: { guest } });
    if (model.has(seat)) return assert.equal(status, 409);
    assert.deepEqual([status, body], [201, { seat, guest }]);
    model.set(seat, guest);
  }
}

class Cancel implements Command {
  readonly seat: string;
  readonly guest: string;
  constructor(seat: string, guest: string) {
    this.seat = seat;
    this.guest = guest;
  }
  check = () => true;
  toString = () => `cancel ${this.seat} of ${this.guest}`;
  async run(model: Model, call: Real) {
    const { seat, guest } = this;
    const { status } = await call({ method: 'DELETE', path: `/seats/${seat}`, body: { guest } });
    if (!model.has(seat)) return assert.equal(status, 404);
    if (model.get(seat) !== guest) return assert.equal(status, 403);
    assert.equal(status, 204);
    model.delete(seat);
  }
}

class Show implements Command {
  readonly seat: string;
  constructor(seat: string) {
    this.seat = seat;
  }
  check = () => true;
  toString = () => `show ${this.seat}`;
  async run(model: Model, call: Real) {
    const { seat } = this;
    const { status, body } = await call({ method: 'GET', path: `/seats/${seat}` });
    assert.deepEqual([status, body], [200, { seat, guest: model.get(seat) ?? null }]);
  }
}

const seats = fc.constantFrom('1A', '1B');
const guests = fc.constantFrom('Ann', 'Ben');
const commands = fc.commands([
  fc.tuple(seats, guests).map(([seat, guest]) => new Book(seat, guest)),
  fc.tuple(seats, guests).map(([seat, guest]) => new Cancel(seat, guest)),
  seats.map((seat) => new Show(seat)),
]);

/** Checks evenings with commands of fast-check. Rejects where one is not as the model says. */
export const checkBooking = (open: () => Real, seed: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(commands, (drawn) =>
      fc.asyncModelRun(() => ({ model: new Map(), real: open() }), drawn),
    ),
    { seed },
  );
