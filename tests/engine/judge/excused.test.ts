import { describe, expect, test } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import { type Driver } from '../../../engine/judge/execution.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Check, Sequence } from '../../../engine/model.ts';
import { shrink } from '../../../engine/shrink/shrink.ts';

type Call = 'make' | 'list';

const check = (rule: string, holds: (reply: number) => boolean): Check<number> => ({
  cites: [rule],
  test: (reply) => (holds(reply) ? [] : [{ rule, expected: rule, received: String(reply) }]),
});

/** A list must hold what was made, 0 says that it does; one of these lengths may be a page that does not. */
function listing(pages: readonly number[]): Machine<number, Call, number> {
  const made = check('made', (reply) => reply > 0);
  return {
    name: 'list',
    initial: 0,
    abstract: () => 'any',
    operations: [
      {
        name: 'make',
        attempts: () => [{ kind: 'one', uses: {} }],
        resolve: () => 'make',
        predict: (state) => [{ name: 'made', checks: [made], next: () => state + 1 }],
      },
      {
        name: 'list',
        reads: true,
        attempts: () => [{ kind: 'one', uses: {} }],
        resolve: () => 'list',
        predict: (state) => [
          {
            name: 'whole',
            checks: [check('holds', (reply) => reply === 0)],
            assumes: { paging: 'whole' },
            next: () => state,
          },
          {
            name: 'page',
            checks: [check('page', (reply) => pages.includes(reply))],
            assumes: { paging: 'paged' },
            next: () => state,
          },
        ],
      },
    ],
  };
}

const step = (id: string, operation: Call) => ({ id, operation, kind: 'one', uses: {} });
const sequence: Sequence = [step('s1', 'make'), step('s2', 'list')];

/** What shrinking makes of a target whose list shows how many were made, or holds them. */
async function shrunk(
  pages: readonly number[],
  holds: (made: number) => boolean = () => false,
  isLost: (made: number) => boolean = () => false,
) {
  const machine = listing(pages);
  let made = 0;
  const driver: Driver<Call, number> = {
    send: (call) => {
      if (call === 'make') made += 1;
      if (isLost(made)) return Promise.resolve({ lost: 'connection refused' });
      return Promise.resolve({ reply: call === 'list' && holds(made) ? 0 : made });
    },
  };
  return shrink(await execute(machine, sequence, driver), {
    machine,
    run: async (candidates) => {
      const executions = [];
      for (const candidate of candidates) executions.push(await execute(machine, candidate, driver));
      return executions;
    },
    width: 1,
    budget: 0,
    stop: () => false,
  });
}

describe('a confirming run that an open point excuses', () => {
  test('is repeated after its first step alone, and is not counted', async () => {
    const { failed, outOf, execution } = await shrunk([2, 3, 5]);
    expect([failed, outOf]).toEqual([3, 3]);
    expect(execution.violation?.breaches.map(({ rule }) => rule)).toContain('holds');
  });

  test('is no failure when every repetition is excused too', async () => {
    const { failed, outOf } = await shrunk(Array.from({ length: 50 }, (_, index) => index + 2));
    expect([failed, outOf]).toEqual([1, 4]);
  });

  test('is counted as passing when it proves the rule that was broken before', async () => {
    const { failed, outOf } = await shrunk([], (made) => made === 2);
    expect([failed, outOf]).toEqual([3, 4]);
  });
});

describe('a run without an answer', () => {
  test('is made again once the target answers', async () => {
    const { failed, outOf } = await shrunk(
      [],
      () => false,
      (made) => made === 2,
    );
    expect([failed, outOf]).toEqual([3, 3]);
  });

  test('does not count: what was seen once, and never to a verdict again, is not confirmed', async () => {
    const { failed, outOf, unconfirmed } = await shrunk(
      [],
      () => false,
      (made) => made > 1,
    );
    expect([failed, outOf]).toEqual([1, 1]);
    expect(unconfirmed).toBe('an answer was lost');
  });

  test('does not hide one that passes', async () => {
    const { failed, outOf, unconfirmed } = await shrunk(
      [],
      (made) => made > 2,
      (made) => made === 2,
    );
    expect([failed, outOf]).toEqual([1, 4]);
    expect(unconfirmed).toBeUndefined();
  });
});
