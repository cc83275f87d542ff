import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Call, Reply } from '../../engine/examples/call.ts';
import { checkCommands, command } from './commands.ts';

type Model = Map<string, string>;
type Real = (call: Call) => Promise<Reply>;
const always = () => true;

const book = (seat: string, guest: string) =>
  command(`book ${seat} for ${guest}`, always, async (model: Model, call: Real) => {
    const { status, body } = await call({ method: 'PUT', path: `/seats/${seat}`, body: { guest } });
    if (model.has(seat)) return assert.equal(status, 409);
    assert.deepEqual([status, body], [201, { seat, guest }]);
    model.set(seat, guest);
  });
const cancel = (seat: string, guest: string) =>
  command(`cancel ${seat} of ${guest}`, always, async (model: Model, call: Real) => {
    const { status } = await call({ method: 'DELETE', path: `/seats/${seat}`, body: { guest } });
    if (!model.has(seat)) return assert.equal(status, 404);
    if (model.get(seat) !== guest) return assert.equal(status, 403);
    assert.equal(status, 204);
    model.delete(seat);
  });
const show = (seat: string) =>
  command(`show ${seat}`, always, async (model: Model, call: Real) => {
    const { status, body } = await call({ method: 'GET', path: `/seats/${seat}` });
    assert.deepEqual([status, body], [200, { seat, guest: model.get(seat) ?? null }]);
  });

const seats = fc.constantFrom('1A', '1B');
const ofGuests = fc.tuple(seats, fc.constantFrom('Ann', 'Ben'));
export const checkBooking = checkCommands<Model, Real>(
  [ofGuests.map((drawn) => book(...drawn)), ofGuests.map((drawn) => cancel(...drawn)), seats.map(show)],
  () => new Map(),
);
