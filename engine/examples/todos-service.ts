import type { Call, Reply } from './call.ts';

/** What can be wrong with the to-do list. */
export const todosFaults = [
  'a deleted one is still listed',
  'finishing one finishes the one before',
  'an id is given twice after a deletion',
  'one that is done can be finished again',
  'a title loses what is behind 20 letters',
] as const;
export type TodosFault = (typeof todosFaults)[number];

interface Todo {
  readonly id: number;
  readonly title: string;
  readonly done: boolean;
}

/** A to-do list under numbers that it gives out. Each call adds, finishes, deletes, or lists. */
export function todosService(fault?: TodosFault): (call: Call) => Promise<Reply> {
  let todos: readonly Todo[] = [];
  let deleted: readonly Todo[] = [];
  let given = 0;

  const add = (text: string): Reply => {
    if (text === '') return { status: 400 };
    given = fault === 'an id is given twice after a deletion' ? todos.length + 1 : given + 1;
    const kept = fault === 'a title loses what is behind 20 letters' ? text.slice(0, 20) : text;
    const todo = { id: given, title: kept, done: false };
    todos = [...todos, todo];
    return { status: 201, body: { ...todo, title: text } };
  };

  const finish = (todo: Todo): Reply => {
    if (todo.done && fault !== 'one that is done can be finished again') return { status: 409 };
    const before = todos[todos.indexOf(todo) - 1];
    const also = fault === 'finishing one finishes the one before' ? before?.id : undefined;
    todos = todos.map((one) => (one.id === todo.id || one.id === also ? { ...one, done: true } : one));
    return { status: 200, body: { ...todo, done: true } };
  };

  const remove = (todo: Todo): Reply => {
    todos = todos.filter(({ id }) => id !== todo.id);
    deleted = [...deleted, todo];
    return { status: 204 };
  };

  return async ({ method, path, body = {} }) => {
    const [, , id = '', action] = path.split('/');
    if (method === 'POST' && id === '') return add(String(body['title']));
    if (id === '')
      return {
        status: 200,
        body: fault === 'a deleted one is still listed' ? [...todos, ...deleted] : todos,
      };
    const todo = todos.find((one) => String(one.id) === id);
    if (todo === undefined) return { status: 404 };
    return action === 'finish' ? finish(todo) : remove(todo);
  };
}
