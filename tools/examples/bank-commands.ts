import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Call, Reply } from '../../engine/examples/call.ts';

type Model = Map<string, number>;
type Real = (call: Call) => Promise<Reply>;
type Command = fc.AsyncCommand<Model, Real>;

/** The account at an index, which is drawn before it is known how many there are. */
const at = (model: Model, index: number): readonly [id: string, held: number] => {
  const all = [...model];
  return all[index % all.length] ?? ['', 0];
};

class Open implements Command {
  check = (model: Model) => model.size < 3;
  toString = () => 'open';
  async run(model: Model, call: Real) {
    const { status, body } = await call({ method: 'POST', path: '/accounts' });
    assert.equal(status, 201);
    const { id, balance } = body as { id: string; balance: number };
    assert.equal(balance, 0);
    model.set(id, 0);
  }
}

class Deposit implements Command {
  readonly of: number;
  readonly amount: number;
  constructor(of: number, amount: number) {
    this.of = of;
    this.amount = amount;
  }
  check = (model: Model) => model.size > 0;
  toString = () => `deposit ${this.amount} to ${this.of}`;
  async run(model: Model, call: Real) {
    const [id, held] = at(model, this.of);
    const { amount } = this;
    const { status, body } = await call({
      method: 'POST',
      path: `/accounts/${id}/deposit`,
      body: { amount },
    });
    if (amount <= 0) return assert.equal(status, 400);
    assert.deepEqual([status, body], [200, { balance: held + amount }]);
    model.set(id, held + amount);
  }
}

class Withdraw implements Command {
  readonly of: number;
  readonly amount: number;
  constructor(of: number, amount: number) {
    this.of = of;
    this.amount = amount;
  }
  check = (model: Model) => model.size > 0;
  toString = () => `withdraw ${this.amount} from ${this.of}`;
  async run(model: Model, call: Real) {
    const [id, held] = at(model, this.of);
    const { amount } = this;
    const { status, body } = await call({
      method: 'POST',
      path: `/accounts/${id}/withdraw`,
      body: { amount },
    });
    if (amount <= 0) return assert.equal(status, 400);
    if (amount > held) return assert.equal(status, 409);
    assert.deepEqual([status, body], [200, { balance: held - amount }]);
    model.set(id, held - amount);
  }
}

class Transfer implements Command {
  readonly of: number;
  readonly to: number;
  readonly amount: number;
  constructor(of: number, to: number, amount: number) {
    this.of = of;
    this.to = to;
    this.amount = amount;
  }
  check = (model: Model) => model.size > 0;
  toString = () => `transfer ${this.amount} from ${this.of} to ${this.to}`;
  async run(model: Model, call: Real) {
    const [id, held] = at(model, this.of);
    const [to] = at(model, this.to);
    const { amount } = this;
    const path = `/accounts/${id}/transfer`;
    const { status, body } = await call({ method: 'POST', path, body: { amount, to } });
    if (amount <= 0) return assert.equal(status, 400);
    if (amount > held) return assert.equal(status, 409);
    model.set(id, held - amount);
    model.set(to, (model.get(to) ?? 0) + amount);
    assert.deepEqual([status, body], [200, { balance: model.get(id) }]);
  }
}

class Show implements Command {
  readonly of: number;
  constructor(of: number) {
    this.of = of;
  }
  check = (model: Model) => model.size > 0;
  toString = () => `show ${this.of}`;
  async run(model: Model, call: Real) {
    const [id, balance] = at(model, this.of);
    const { status, body } = await call({ method: 'GET', path: `/accounts/${id}` });
    assert.deepEqual([status, body], [200, { id, balance }]);
  }
}

const index = fc.nat({ max: 2 });
const amount = fc.integer({ min: -1, max: 1000 });
const commands = fc.commands([
  fc.constant(new Open()),
  fc.tuple(index, amount).map(([of, much]) => new Deposit(of, much)),
  fc.tuple(index, amount).map(([of, much]) => new Withdraw(of, much)),
  fc.tuple(index, index, amount).map(([of, to, much]) => new Transfer(of, to, much)),
  index.map((of) => new Show(of)),
]);

/** Checks banks with commands of fast-check. Rejects where one is not as the model says. */
export const checkBank = (open: () => Real, seed: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(commands, (drawn) =>
      fc.asyncModelRun(() => ({ model: new Map(), real: open() }), drawn),
    ),
    { seed },
  );
