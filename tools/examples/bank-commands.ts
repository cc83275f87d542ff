import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Call, Reply } from '../../engine/examples/call.ts';
import { checkCommands, command } from './commands.ts';

type Model = Map<string, number>;
type Real = (call: Call) => Promise<Reply>;

/** The account at an index, which is drawn before it is known how many there are. */
const at = (model: Model, index: number) => [...model][index % model.size] ?? (['', 0] as const);
const hasOne = (model: Model) => model.size > 0;
const post = (path: string, body?: Call['body']) => ({ method: 'POST', path, ...(body && { body }) });

const open = command(
  'open',
  (model: Model) => model.size < 3,
  async (model, call: Real) => {
    const { status, body } = await call(post('/accounts'));
    const { id } = body as { id: string };
    assert.deepEqual([status, body], [201, { id, balance: 0 }]);
    model.set(id, 0);
  },
);
const deposit = (of: number, amount: number) =>
  command(`deposit ${amount} to ${of}`, hasOne, async (model, call: Real) => {
    const [id, held] = at(model, of);
    const { status, body } = await call(post(`/accounts/${id}/deposit`, { amount }));
    if (amount <= 0) return assert.equal(status, 400);
    assert.deepEqual([status, body], [200, { balance: held + amount }]);
    model.set(id, held + amount);
  });
const withdraw = (of: number, amount: number) =>
  command(`withdraw ${amount} from ${of}`, hasOne, async (model, call: Real) => {
    const [id, held] = at(model, of);
    const { status, body } = await call(post(`/accounts/${id}/withdraw`, { amount }));
    if (amount <= 0 || amount > held) return assert.equal(status, amount <= 0 ? 400 : 409);
    assert.deepEqual([status, body], [200, { balance: held - amount }]);
    model.set(id, held - amount);
  });
const transfer = (of: number, other: number, amount: number) =>
  command(`transfer ${amount} from ${of} to ${other}`, hasOne, async (model, call: Real) => {
    const [[id, held], [to]] = [at(model, of), at(model, other)];
    const { status, body } = await call(post(`/accounts/${id}/transfer`, { amount, to }));
    if (amount <= 0 || amount > held) return assert.equal(status, amount <= 0 ? 400 : 409);
    model.set(id, held - amount);
    model.set(to, (model.get(to) ?? 0) + amount);
    assert.deepEqual([status, body], [200, { balance: model.get(id) }]);
  });
const show = (of: number) =>
  command(`show ${of}`, hasOne, async (model, call: Real) => {
    const [id, balance] = at(model, of);
    const { status, body } = await call({ method: 'GET', path: `/accounts/${id}` });
    assert.deepEqual([status, body], [200, { id, balance }]);
  });

const index = fc.nat({ max: 2 });
const amounts = fc.integer({ min: -1, max: 1000 });
export const checkBank = checkCommands<Model, Real>(
  [
    fc.constant(open),
    fc.tuple(index, amounts).map((drawn) => deposit(...drawn)),
    fc.tuple(index, amounts).map((drawn) => withdraw(...drawn)),
    fc.tuple(index, index, amounts).map((drawn) => transfer(...drawn)),
    index.map(show),
  ],
  () => new Map(),
);
