import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialBelief, type Belief } from '../../../engine/judge/belief.ts';
import { observe } from '../../../engine/judge/observe.ts';
import { interleave, type Overlapped } from '../../../engine/race/interleave.ts';
import type { Machine } from '../../../engine/machine.ts';
import { operationNamed } from '../../../engine/operations.ts';
import { queueMachine, type QueueCall, type QueueReply } from '../machines/queue.ts';
import { overlaps, registerMachine } from '../machines/register.ts';

/** Every order of the items. */
function* orders<T>(items: readonly T[]): IterableIterator<readonly T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const rest of orders(items.toSpliced(index, 1))) yield [item, ...rest];
  }
}

/** The states that some order explains, by trying each order from its first step to its last. */
function byBruteForce<S, C, R>(
  machine: Machine<S, C, R>,
  steps: readonly Overlapped<C, R>[],
): ReadonlySet<string> {
  const states = new Set<string>();
  for (const order of orders(steps)) {
    const respects = order.every((step, at) =>
      order.slice(at + 1).every((later) => !((later.to ?? Infinity) < (step.from ?? -Infinity))),
    );
    if (!respects) continue;
    let belief: Belief<S, never> = initialBelief(machine.initial);
    for (const { step, call, observation } of order) {
      const operation = operationNamed(machine, step.operation);
      const verdict = operation && observe(operation, step, call, belief, observation);
      belief = verdict !== undefined && 'belief' in verdict ? verdict.belief : [];
    }
    for (const { state } of belief) states.add(JSON.stringify(state));
  }
  return states;
}

const steps = (
  ...all: readonly (readonly [call: QueueCall, reply: QueueReply, from?: number, to?: number])[]
): readonly Overlapped<QueueCall, QueueReply>[] =>
  all.map(([call, reply, from = 0, to = 10], index) => ({
    step: {
      id: `s${index + 1}`,
      operation: call.op,
      kind: 'one',
      uses: {},
      ...(call.op === 'put' && { data: call.value }),
    },
    call,
    observation: { reply },
    from,
    to,
  }));

const put = (value: number): QueueCall => ({ op: 'put', value });
const get: QueueCall = { op: 'get' };
const holding = (...items: readonly number[]) =>
  initialBelief<{ items: readonly number[] }, never>({ items });

describe('the search over orders', () => {
  test('finds the same final states as trying every order', () => {
    fc.assert(
      fc.property(overlaps, (all) => {
        const found = interleave(registerMachine, initialBelief(registerMachine.initial), all);
        const states = new Set(
          found.kind === 'explained' ? found.belief.map(({ state }) => JSON.stringify(state)) : [],
        );
        expect(states).toEqual(byBruteForce(registerMachine, all));
      }),
      { numRuns: 3000 },
    );
  });

  test('explains every answer of a queue that executes one request at a time', () => {
    const calls = fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }).map(put), fc.constant(get)), {
      minLength: 2,
      maxLength: 4,
    });
    const taken = fc.array(fc.integer(), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(calls, taken, (all, ranks) => {
        const items: number[] = [1];
        const effect = (call: QueueCall): QueueReply => {
          if (call.op !== 'put') return items.shift() ?? 'empty';
          return items.length === 3 ? 'full' : (items.push(call.value), 'ok');
        };
        // Each takes effect at an instant of its own, between its start and its end.
        const order = all.map((_, index) => index).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b);
        const done: (readonly [QueueCall, QueueReply, number, number])[] = [];
        for (const [at, index] of order.entries()) {
          const call = all[index] ?? get;
          done[index] = [call, effect(call), at * 10 - 15, at * 10 + 15];
        }
        expect(interleave(queueMachine, holding(1), steps(...done)).kind).toBe('explained');
      }),
    );
  });

  test('never places a step before one that had ended when it began', () => {
    const both = [[put(7), 'ok', 0, 1] as const, [get, 'empty', 2, 3] as const];
    expect(interleave(queueMachine, holding(), steps(...both)).kind).toBe('violated');
    const overlapping = [[put(7), 'ok', 0, 2] as const, [get, 'empty', 2, 3] as const];
    expect(interleave(queueMachine, holding(), steps(...overlapping)).kind).toBe('explained');
  });

  test('never places a step before the one that its client sent before, whatever the times', () => {
    const [first, second] = steps([put(7), 'ok'], [get, 'empty']);
    if (first === undefined || second === undefined) throw new Error('two steps');
    const own = { ...second, behind: first.step.id };
    expect(interleave(queueMachine, holding(), [first, second]).kind).toBe('explained');
    expect(interleave(queueMachine, holding(), [first, own]).kind).toBe('violated');
    // Where the first one was not answered, it may be executed later.
    const lost = { ...first, observation: { lost: 'reset' } };
    expect(interleave(queueMachine, holding(), [lost, own]).kind).toBe('explained');
  });
});

describe('a planted race', () => {
  test('that takes one item twice is shown by the order that explains the most steps', () => {
    const found = interleave(queueMachine, holding(5), steps([get, 5], [get, 5], [put(6), 'ok']));
    expect(found).toMatchObject({
      kind: 'violated',
      breaches: [{ rule: 'first-in-first-out', expected: '6', received: '5' }],
    });
    expect(found.kind === 'violated' && found.order).toHaveLength(2);
  });

  test('that loses an added item is shown by the replies', () => {
    const add = (id: string, reply: number) => ({
      step: { id, operation: 'add', kind: 'one', uses: {} },
      call: 'add' as const,
      observation: { reply },
    });
    const three = initialBelief<{ value: number }, never>({ value: 3 });
    expect(interleave(registerMachine, three, [add('a', 4), add('b', 5)]).kind).toBe('explained');
    expect(interleave(registerMachine, three, [add('a', 4), add('b', 4)]).kind).toBe('violated');
  });
});

describe('uncertain requests', () => {
  test('a request with a lost answer may or may not have been executed', () => {
    const [first, second] = steps([get, 5], [get, 'empty']);
    if (first === undefined || second === undefined) throw new Error('two steps');
    const found = interleave(queueMachine, holding(5), [
      { ...first, observation: { lost: 'reset' } },
      second,
    ]);
    expect(found.kind === 'explained' && found.belief.map(({ state }) => state.items)).toEqual([[]]);
    const either = interleave(queueMachine, holding(5, 6), [{ ...first, observation: { lost: 'reset' } }]);
    expect(either.kind === 'explained' && either.belief).toHaveLength(2);
  });

  test('a request that was turned away changes nothing', () => {
    const turnedAway = (reply: QueueReply) => reply === 'empty';
    const found = interleave(queueMachine, holding(5, 6), steps([get, 'empty'], [get, 5]), { turnedAway });
    expect(found.kind === 'explained' && found.belief.map(({ state }) => state.items)).toEqual([[6]]);
  });

  test('checks that are not counted neither accuse nor teach', () => {
    const found = interleave(queueMachine, holding(5), steps([get, 9]), { counts: () => false });
    expect(found.kind).toBe('explained');
  });

  test('too many hypotheses end the search without a verdict', () => {
    const many = Array.from({ length: 65 }, (_, value) => holding(value)[0]).filter(
      (one) => one !== undefined,
    );
    expect(interleave(queueMachine, many, steps([put(1), 'ok'])).kind).toBe('inconclusive');
    // As many again may have been turned away.
    const turnedAway = () => true;
    const half = many.slice(0, 40);
    expect(interleave(queueMachine, half, steps([put(1), 'ok'])).kind).toBe('explained');
    expect(interleave(queueMachine, half, steps([put(1), 'ok']), { turnedAway }).kind).toBe('inconclusive');
  });
});
