import * as fc from 'fast-check';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { machine, modelOf, type Model } from '../../../engine/build/build.ts';
import type { HttpReply, Permitted } from '../../../engine/build/expect.ts';
import { check } from '../../../engine/check/check.ts';
import { functions } from '../../../engine/check/systems.ts';

interface Account {
  readonly balance: number;
}
const { operation, expect: answer } = modelOf<Account>();
const account = z.object({ id: z.string(), balance: z.number(), owner: z.object({ name: z.string() }) });

test('inputs have the types of their arbitraries, lists, classes and functions of the state', () => {
  operation('all', {
    inputs: {
      drawn: fc.record({ cents: fc.integer() }),
      listed: ['card', 'cash'],
      classes: { none: 0, some: fc.nat() },
      ofState: ({ balance }) => ({ all: balance, 'one more': balance + 1 }),
      keys: (state) => Object.keys(state),
    },
    call: (input) => {
      expectTypeOf(input.drawn).toEqualTypeOf<{ cents: number }>();
      expectTypeOf(input.listed).toEqualTypeOf<'card' | 'cash'>();
      expectTypeOf(input.classes).toEqualTypeOf<number>();
      expectTypeOf(input.ofState).toEqualTypeOf<number>();
      expectTypeOf(input.keys).toEqualTypeOf<string>();
      return input.drawn.cents;
    },
    expect: (state, input, made) => {
      expectTypeOf(state).toEqualTypeOf<Account>();
      expectTypeOf(input.listed).toEqualTypeOf<'card' | 'cash'>();
      expectTypeOf(made).toEqualTypeOf<string>();
      // @ts-expect-error there is no such input
      void input.amount;
      return answer.sameState();
    },
  });
});

test('constraints are about inputs that have classes, and are given the values of a list and the names of classes', () => {
  operation('pay', {
    inputs: {
      by: ['card', 'cash'],
      amount: { none: 0, some: fc.nat() },
      ofState: ({ balance }) => ({ all: balance }),
      drawn: fc.nat(),
    },
    constraints: [
      {
        of: ['by', 'amount'],
        holds: (classes) => {
          expectTypeOf(classes).toEqualTypeOf<{
            readonly by: 'card' | 'cash';
            readonly amount: 'none' | 'some';
            readonly ofState: 'all';
          }>();
          // @ts-expect-error there is no such class
          return classes.amount !== 'som';
        },
        reason: 'cash is not nothing',
      },
      // @ts-expect-error what is drawn has no classes
      { of: ['drawn'], holds: () => true, reason: 'none' },
    ],
    expect: () => answer.sameState(),
  });
});

test('a state in `then` is that of the machine, with no key more and none less', () => {
  expectTypeOf(answer.then({ balance: 1 })).toEqualTypeOf<Permitted<Account>>();
  // @ts-expect-error a key more
  answer.then({ balance: 1, owner: 'me' });
  // @ts-expect-error a key less
  answer.status(200).then({});
  // @ts-expect-error the answer says nothing of the state
  operation('unfinished', { expect: () => answer.status(200) });
});

test('a body is checked against the schema of the reply, in each of its fields', () => {
  const shown = answer.status(200).schema(account);
  shown.body({ balance: 1, owner: { name: answer.any(String) } });
  // @ts-expect-error a wrong key
  shown.body({ balanc: 1 });
  // @ts-expect-error a wrong key further down
  shown.body({ owner: { nam: 'me' } });
  // @ts-expect-error a wrong type
  shown.body({ balance: '1' });
  shown.then((reply) => {
    expectTypeOf(reply).toEqualTypeOf<HttpReply<z.infer<typeof account>>>();
    return { balance: reply.body.balance };
  });
});

test('without a schema the reply is as far known as it is described', () => {
  answer.body({ version: answer.any(Number) }).then((reply) => {
    expectTypeOf(reply.body.version).toEqualTypeOf<number>();
    expectTypeOf(reply.headers).toEqualTypeOf<Readonly<Record<string, string>>>();
    return { balance: reply.body.version };
  });
  answer.reply({ at: 'now' }).then((reply) => {
    expectTypeOf(reply).toEqualTypeOf<{ at: string }>();
    return { balance: 0 };
  });
});

test('a driver must take the calls of the machine, each of them', () => {
  const both = machine({
    state: { balance: 0 },
    operations: ({ operation: define, expect }) => [
      define('read', { call: () => ({ get: 'balance' }), expect: () => expect.sameState() }),
      define('pay', {
        inputs: { amount: fc.nat() },
        call: ({ amount }) => ({ post: amount }),
        expect: () => expect.sameState(),
      }),
    ],
  });
  expectTypeOf(both).toEqualTypeOf<Model<{ balance: number }, { get: string } | { post: number }>>();
  const run = () => {
    void check(both, () => (call) => expectTypeOf(call).toEqualTypeOf<{ get: string } | { post: number }>());
    const calling = functions(() => ({}));
    // @ts-expect-error these calls have no names of functions
    void check(both, calling);
  };
  expectTypeOf(run).returns.toBeVoid();
});
