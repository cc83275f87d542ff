import * as fc from 'fast-check';
import { machine } from '../build/build.ts';
import { todosService, type TodosFault } from './todos-service.ts';

interface Todo {
  readonly title: string;
  readonly is: 'open' | 'done' | 'gone';
}
type Todos = Readonly<Record<string, Todo>>;
const none: Todos = {};
const ids = (all: Todos) => Object.keys(all);

/** A to-do list: what was deleted is gone, and the rest is listed in its order. */
export const todos = machine({
  name: 'to-do list',
  state: none,
  operations: ({ operation, expect }) => {
    const gone = expect.status(404).rule('what was deleted is gone').sameState();
    return [
      operation('add', {
        when: (all) => Object.keys(all).length < 4,
        inputs: { title: fc.string({ maxLength: 30, size: 'max' }) },
        call: ({ title }) => ({ method: 'POST', path: '/todos', body: { title } }),
        expect: (all, { title }, made) => {
          if (title === '') return expect.status(400).rule('a title is needed').sameState();
          const added = { ...all, [made]: { title, is: 'open' as const } };
          return expect.status(201).body({ id: made, title, done: false }).then(added);
        },
      }),
      operation('finish', {
        inputs: { id: ids },
        call: ({ id }) => ({ method: 'POST', path: `/todos/${id}/finish` }),
        expect: (all, { id }) => {
          const todo = all[id];
          if (todo === undefined || todo.is === 'gone') return gone;
          if (todo.is === 'done') return expect.status(409).rule('it is finished once').sameState();
          return expect
            .status(200)
            .body({ id, done: true })
            .then({ ...all, [id]: { ...todo, is: 'done' } });
        },
      }),
      operation('delete', {
        inputs: { id: ids },
        call: ({ id }) => ({ method: 'DELETE', path: `/todos/${id}` }),
        expect: (all, { id }) => {
          const todo = all[id];
          if (todo === undefined || todo.is === 'gone') return gone;
          return expect.status(204).then({ ...all, [id]: { ...todo, is: 'gone' } });
        },
      }),
      operation('list', {
        reads: true,
        call: () => ({ method: 'GET', path: '/todos' }),
        expect: (all) => {
          const left = Object.entries(all).filter(([, { is }]) => is !== 'gone');
          const shown = left.map(([id, { title, is }]) => ({ id, title, done: is === 'done' }));
          return expect.status(200).body(shown).sameState();
        },
      }),
    ];
  },
});

/** The driver: a list of its own for each sequence. */
export const openTodos = (fault?: TodosFault) => () => todosService(fault);
