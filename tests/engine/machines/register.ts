import * as fc from 'fast-check';
import type { Machine } from '../../../engine/machine.ts';
import type { Check, Outcome } from '../../../engine/model.ts';

/** A register that counts: whether it starts at 0 or 1 is left open. An example for overlapping steps that is not a payment. */
export interface RegisterState {
  readonly value: number;
}
export type RegisterCall = 'add' | 'take' | 'read';
/** `add` answers the value after it, `take` the value that it leaves at 0, `read` the value. */
export type RegisterReply = number | 'empty';

const equals = (rule: string, expected: RegisterReply): Check<RegisterReply> => ({
  cites: [rule],
  test: (reply) =>
    reply === expected ? [] : [{ rule, expected: String(expected), received: String(reply) }],
});

type RegisterOutcome = Outcome<RegisterState, RegisterReply>;

const outcome = (name: string, reply: RegisterReply, value: number): RegisterOutcome => ({
  name,
  checks: [equals(name, reply)],
  next: () => ({ value }),
});

export const registerMachine: Machine<RegisterState, RegisterCall, RegisterReply> = {
  name: 'register',
  initial: { value: 0 },
  abstract: ({ value }) => (value === 0 ? 'zero' : 'more'),
  operations: [
    {
      name: 'add',
      attempts: () => [{ kind: 'one', uses: {} }],
      resolve: () => 'add',
      // What an addition to nothing makes is left open.
      predict: ({ value }) => [
        outcome('adds', value + 1, value + 1),
        ...(value === 0 ? [outcome('adds', 2, 2)] : []),
      ],
    },
    {
      name: 'take',
      attempts: () => [{ kind: 'all', uses: {} }],
      resolve: () => 'take',
      predict: ({ value }) => [value === 0 ? outcome('refuses', 'empty', 0) : outcome('takes', value, 0)],
    },
    {
      name: 'read',
      reads: true,
      attempts: () => [{ kind: 'read', uses: {} }],
      resolve: () => 'read',
      predict: ({ value }) => [outcome('reads', value, value)],
    },
  ],
};

/** Calls of up to four steps with the times at which each was sent and answered. */
export const overlaps = fc
  .array(
    fc.record({
      call: fc.constantFrom<RegisterCall>('add', 'take', 'read'),
      reply: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant('empty' as const)),
      from: fc.integer({ min: 0, max: 6 }),
      lasts: fc.integer({ min: 0, max: 4 }),
      lost: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(({ call, reply, from, lasts, lost }, index) => ({
      step: { id: `s${index + 1}`, operation: call, kind: 'one', uses: {} },
      call,
      observation: lost ? { lost: 'reset' } : { reply },
      ...(!lost && { from, to: from + lasts }),
    })),
  );
