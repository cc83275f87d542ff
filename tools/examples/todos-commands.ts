import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Call, Reply } from '../../engine/examples/call.ts';
import { checkCommands, command } from './commands.ts';

interface Todo {
  readonly id: number;
  readonly title: string;
  done: boolean;
  gone: boolean;
}
type Model = Todo[];
type Real = (call: Call) => Promise<Reply>;
const hasOne = (model: Model) => model.length > 0;
function at(model: Model, index: number): Todo {
  const todo = model[index % model.length];
  assert(todo);
  return todo;
}

const add = (title: string) =>
  command(
    `add ${JSON.stringify(title)}`,
    (model: Model) => model.length < 4,
    async (model, call: Real) => {
      const { status, body } = await call({ method: 'POST', path: '/todos', body: { title } });
      if (title === '') return assert.equal(status, 400);
      const { id } = body as { id: number };
      assert.deepEqual([status, body], [201, { id, title, done: false }]);
      model.push({ id, title, done: false, gone: false });
    },
  );
const finish = (of: number) =>
  command(`finish ${of}`, hasOne, async (model, call: Real) => {
    const todo = at(model, of);
    const { status, body } = await call({ method: 'POST', path: `/todos/${todo.id}/finish` });
    if (todo.gone) return assert.equal(status, 404);
    if (todo.done) return assert.equal(status, 409);
    const { id, done } = body as { id: number; done: boolean };
    assert.deepEqual([status, id, done], [200, todo.id, true]);
    todo.done = true;
  });
const remove = (of: number) =>
  command(`delete ${of}`, hasOne, async (model, call: Real) => {
    const todo = at(model, of);
    const { status } = await call({ method: 'DELETE', path: `/todos/${todo.id}` });
    assert.equal(status, todo.gone ? 404 : 204);
    todo.gone = true;
  });
const list = command(
  'list',
  () => true,
  async (model: Model, call: Real) => {
    const { status, body } = await call({ method: 'GET', path: '/todos' });
    const left = model.filter(({ gone }) => !gone).map(({ id, title, done }) => ({ id, title, done }));
    assert.deepEqual([status, body], [200, left]);
  },
);

const index = fc.nat({ max: 3 });
export const checkTodos = checkCommands<Model, Real>(
  [
    fc.string({ maxLength: 30, size: 'max' }).map(add),
    index.map(finish),
    index.map(remove),
    fc.constant(list),
  ],
  () => [],
);
