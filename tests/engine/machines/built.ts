import * as fc from 'fast-check';
import { machine, type Model } from '../../../engine/build/build.ts';
import type { Called } from '../../../engine/build/operation.ts';

const first: Readonly<Record<string, number>> = {};

/** Machines that are wrong in themselves, each with what their error says. */
export const wrongModels: readonly (readonly [
  what: string,
  make: () => Model<unknown, Called>,
  says: string,
])[] = [
  [
    'no operation',
    () => machine({ name: 'shop', state: 0, operations: [] }),
    'shop has no operations: give at least one',
  ],
  [
    'two operations of one name',
    () =>
      machine({
        state: 0,
        operations: ({ operation, expect }) => [
          operation('buy', { expect: () => expect.sameState() }),
          operation('buy', { expect: () => expect.sameState() }),
        ],
      }),
    'machine has two operations "buy": give each a name of its own',
  ],
  [
    'a state that is no plain data',
    () =>
      machine({
        state: { items: new Map() },
        operations: ({ operation, expect }) => [operation('buy', { expect: () => expect.sameState() })],
      }),
    'give plain data (records, lists, texts, numbers), no Map, Set, Date or object of a class',
  ],
  [
    'an operation without outcomes',
    () => machine({ state: 3, operations: ({ operation }) => [operation('buy', { expect: () => [] })] }),
    '`expect` of buy, for the state 3, permits no answer: give an answer, such as expect.status(200).sameState(), or a list of them',
  ],
  [
    'an expectation that forgets to answer',
    () =>
      machine({
        state: 3,
        operations: ({ operation }) => [operation('buy', { expect: () => undefined as never })],
      }),
    '`expect` of buy, for the state 3, gave absent: give an answer',
  ],
  [
    'an answer that says nothing of the state',
    () =>
      machine({
        state: 3,
        operations: ({ operation, expect }) => [
          operation('buy', { expect: () => expect.status(200) as never }),
        ],
      }),
    'says nothing of the state: end the answer with .sameState() or .then(next)',
  ],
  [
    'a model that throws',
    () =>
      machine({
        state: { stock: 1 },
        operations: ({ operation }) => [
          operation('buy', {
            inputs: { size: ['s'] },
            expect: () => {
              throw new TypeError('sizes is undefined');
            },
          }),
        ],
      }),
    '`expect` of buy threw for the state {"stock":1} and the input {"size":"s"}: sizes is undefined',
  ],
  [
    'a read that changes the state',
    () =>
      machine({
        state: 0,
        operations: ({ operation, expect }) => [
          operation('buy', { reads: true, expect: (bought) => expect.then(bought + 1) }),
        ],
      }),
    'buy only reads, and an answer of it changes the state: end each with .sameState(), or leave out `reads`',
  ],
  [
    'an input that is a record of things',
    () =>
      machine({
        state: first,
        operations: ({ operation, expect }) => [
          operation('buy', { expect: (all, _input, made) => expect.then({ ...all, [made]: 1 }) }),
          operation('give', { inputs: { item: (all) => all }, expect: () => expect.sameState() }),
        ],
      }),
    'the input "item" of give is a record of things, where names of classes are meant: give a list, such as Object.keys(state)',
  ],
  [
    'an arbitrary that throws',
    () =>
      machine({
        state: 0,
        operations: ({ operation, expect }) => [
          operation('buy', {
            inputs: {
              size: fc.nat().map(() => {
                throw new Error('no size');
              }),
            },
            expect: () => expect.sameState(),
          }),
        ],
      }),
    'the input "size" of buy could not be drawn, its arbitrary threw: no size',
  ],
  [
    'an arbitrary that draws no plain data',
    () =>
      machine({
        state: 0,
        operations: ({ operation, expect }) => [
          operation('buy', { inputs: { at: fc.date() }, expect: () => expect.sameState() }),
        ],
      }),
    'the input "at" of buy drew "',
  ],
  [
    'an input that is no source',
    () =>
      machine({
        state: 0,
        operations: ({ operation, expect }) => [
          operation('buy', { inputs: { size: 's' as never }, expect: () => expect.sameState() }),
        ],
      }),
    'the input "size" of buy is "s": give an arbitrary, a list of values, classes by name, or a function of the state',
  ],
  [
    'too many combinations',
    () => {
      const many = Array.from({ length: 50 }, (_, index) => index);
      return machine({
        state: 0,
        operations: ({ operation, expect }) => [
          operation('buy', { inputs: { a: many, b: many }, expect: () => expect.sameState() }),
        ],
      });
    },
    'buy has more than 2000 combinations of inputs: give an arbitrary in place of a long list',
  ],
  [
    'too many pairs of classes',
    () => {
      const many = Array.from({ length: 20 }, (_, index) => index);
      return machine({
        state: 0,
        operations: ({ operation, expect }) => [
          operation('buy', { inputs: { a: many, b: many, c: many }, expect: () => expect.sameState() }),
        ],
      });
    },
    'buy has more than 1000 pairs of classes of inputs: give an arbitrary in place of a long list',
  ],
  [
    'a next state that needs more of the reply than its answer names',
    () =>
      machine({
        state: '',
        operations: ({ operation, expect }) => [
          operation('buy', {
            expect: () => expect.status(200).then(({ body }) => (body as { name: string }).name.trim()),
          }),
        ],
      }),
    '.then(…) of buy threw for the reply {"status":200}, which its answer permits: name in the answer what it needs.',
  ],
];

/** A shelf of boxes under numbers that the system gives out. A list may show them in any order of the two it has. */
export const boxes = machine({
  name: 'boxes',
  state: [] as readonly string[],
  operations: ({ operation, expect }) => [
    operation('put', {
      when: (all) => all.length < 2,
      expect: (all, _input, made) => expect.reply({ box: made }).then([...all, made]),
    }),
    operation('take', {
      inputs: { box: (all) => all },
      expect: (all, { box }) => expect.reply('taken').then(all.filter((one) => one !== box)),
    }),
    operation('list', {
      reads: true,
      expect: (all) => [
        expect.reply(all).rule('a list has all boxes').sameState(),
        expect.reply(all.toReversed()).rule('a list has all boxes').sameState(),
      ],
    }),
  ],
});

/** Says by a class of amounts that depends on the state what is refused. */
export const purse = machine({
  name: 'purse',
  state: 5,
  operations: ({ operation, expect }) => [
    operation('spend', {
      inputs: { amount: (held) => ({ all: held, 'one too many': held + 1 }) },
      expect: (held, { amount }) =>
        amount > held
          ? expect.throws('not enough').sameState()
          : expect.reply(held - amount).then(held - amount),
    }),
  ],
});

const unwritten: { readonly version: string | null } = { version: null };

/** A note whose version the system chooses at each write. */
export const note = machine({
  name: 'note',
  state: unwritten,
  operations: ({ operation, expect }) => [
    operation('write', {
      expect: () =>
        expect.body({ version: expect.any(String) }).then(({ body }) => ({ version: body.version })),
    }),
    operation('read', { reads: true, expect: ({ version }) => expect.body({ version }).sameState() }),
  ],
});
