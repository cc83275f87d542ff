import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { givenCommands } from '../../tools/shrinkers/given-commands.ts';
import { shrinkPlainly } from '../../tools/shrinkers/shrink-plainly.ts';
import { execute } from '../../engine/judge/execute.ts';
import type { Sequence } from '../../engine/model.ts';
import { queueDriver, queueMachine } from '../engine/machines/queue.ts';

const step = (id: number, operation: string, data?: number) =>
  ({ id: `s${id}`, operation, kind: 'one', uses: {}, ...(data !== undefined && { data }) }) as const;
/** Fails at its end on a queue that gives its last item first; two puts of different values and a get are the least. */
const sequence: Sequence = [
  step(1, 'get'),
  step(2, 'put', 3),
  step(3, 'get'),
  step(4, 'put', 7),
  step(5, 'get'),
  step(6, 'put', 5),
  step(7, 'put', 8),
  step(8, 'put', 9),
  step(9, 'put', 4),
  step(10, 'get'),
];

test('fc.commands draws all given commands in their order', async () => {
  const ran: number[] = [];
  const command = (drawn: number): fc.AsyncCommand<object, object> => ({
    check: () => true,
    run: () => Promise.resolve(void ran.push(drawn)),
    toString: () => String(drawn),
  });
  const commands = givenCommands([3, 1, 2], command, () => fc.Stream.nil());
  const [drawn] = fc.sample(commands, 1);
  await fc.asyncModelRun(() => ({ model: {}, real: {} }), drawn ?? []);
  expect(ran).toEqual([3, 1, 2]);
});

const manners = ['as drawn', 'filled', 'by name'] as const;

test.each(manners)('fc.commands shrinks a failing list to the least, %s', async (manner) => {
  const faulty = () => queueDriver({ lifoAfter: 1 });
  const failing = await execute(queueMachine, sequence, faulty());
  expect(failing.performed).toHaveLength(sequence.length);
  const shrunk = await shrinkPlainly(queueMachine, failing, faulty, { most: 1000, manner });
  expect(shrunk?.steps).toBe(3);
  expect(shrunk?.runs).toBeGreaterThan(3);
  expect(shrunk?.requests).toBeGreaterThan(shrunk?.runs ?? Infinity);
});

test('the data of a step are shrunk only in the manner "as drawn"', async () => {
  const values = async (manner: (typeof manners)[number]) => {
    const sent = new Set<number>();
    const faulty = () => {
      const driver = queueDriver({ lifoAfter: 1 });
      return {
        send: (...[call, made]: Parameters<typeof driver.send>) => {
          if (call.op === 'put') sent.add(call.value);
          return driver.send(call, made);
        },
      };
    };
    const failing = await execute(queueMachine, sequence, faulty());
    sent.clear();
    await shrinkPlainly(queueMachine, failing, faulty, { most: 1000, manner });
    return [...sent].filter((value) => !sequence.some(({ data }) => data === value));
  };
  expect(await values('as drawn')).not.toEqual([]);
  expect(await values('filled')).toEqual([]);
});

test('a list that does not fail again is not shrunk, and a budget ends the shrinking', async () => {
  const failing = await execute(queueMachine, sequence, queueDriver({ lifoAfter: 1 }));
  const how = { most: 1000, manner: 'by name' } as const;
  expect(await shrinkPlainly(queueMachine, failing, () => queueDriver(), how)).toBeUndefined();
  const faulty = () => queueDriver({ lifoAfter: 1 });
  const ended = await shrinkPlainly(queueMachine, failing, faulty, { ...how, most: 5 });
  expect(ended?.requests).toBe(5);
});
