import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Call, Reply } from '../../engine/examples/call.ts';

interface Todo {
  readonly id: number;
  readonly title: string;
  done: boolean;
  gone: boolean;
}
type Model = Todo[];
type Real = (call: Call) => Promise<Reply>;
type Command = fc.AsyncCommand<Model, Real>;

class Add implements Command {
  readonly title: string;
  constructor(title: string) {
    this.title = title;
  }
  check = (model: Model) => model.length < 4;
  toString = () => `add ${JSON.stringify(this.title)}`;
  async run(model: Model, call: Real) {
    const { title } = this;
    const { status, body } = await call({ method: 'POST', path: '/todos', body: { title } });
    if (title === '') return assert.equal(status, 400);
    const { id } = body as { id: number };
    assert.deepEqual([status, body], [201, { id, title, done: false }]);
    model.push({ id, title, done: false, gone: false });
  }
}

class Finish implements Command {
  readonly of: number;
  constructor(of: number) {
    this.of = of;
  }
  check = (model: Model) => model.length > 0;
  toString = () => `finish ${this.of}`;
  async run(model: Model, call: Real) {
    const todo = model[this.of % model.length];
    assert(todo);
    const { status, body } = await call({ method: 'POST', path: `/todos/${todo.id}/finish` });
    if (todo.gone) return assert.equal(status, 404);
    if (todo.done) return assert.equal(status, 409);
    const { id, done } = body as { id: number; done: boolean };
    assert.deepEqual([status, id, done], [200, todo.id, true]);
    todo.done = true;
  }
}

class Delete implements Command {
  readonly of: number;
  constructor(of: number) {
    this.of = of;
  }
  check = (model: Model) => model.length > 0;
  toString = () => `delete ${this.of}`;
  async run(model: Model, call: Real) {
    const todo = model[this.of % model.length];
    assert(todo);
    const { status } = await call({ method: 'DELETE', path: `/todos/${todo.id}` });
    assert.equal(status, todo.gone ? 404 : 204);
    todo.gone = true;
  }
}

class List implements Command {
  check = () => true;
  toString = () => 'list';
  async run(model: Model, call: Real) {
    const { status, body } = await call({ method: 'GET', path: '/todos' });
    const left = model.filter(({ gone }) => !gone).map(({ id, title, done }) => ({ id, title, done }));
    assert.deepEqual([status, body], [200, left]);
  }
}

const index = fc.nat({ max: 3 });
const commands = fc.commands([
  fc.string({ maxLength: 30, size: 'max' }).map((title) => new Add(title)),
  index.map((of) => new Finish(of)),
  index.map((of) => new Delete(of)),
  fc.constant(new List()),
]);

/** Checks to-do lists with commands of fast-check. Rejects where one is not as the model says. */
export const checkTodos = (open: () => Real, seed: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(commands, (drawn) => fc.asyncModelRun(() => ({ model: [], real: open() }), drawn)),
    { seed },
  );
