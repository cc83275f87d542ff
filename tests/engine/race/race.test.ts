import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Driver } from '../../../engine/judge/execution.ts';
import type { RaceReading } from '../../../engine/race/judge-race.ts';
import { type Race, runRace } from '../../../engine/race/race.ts';
import { queueMachine, type QueueCall, type QueueReply } from '../machines/queue.ts';

const reading: RaceReading<QueueReply> = {
  succeeded: (reply) => reply !== 'empty' && reply !== 'full',
  unclear: (reply) => reply === -1,
  times: () => ({ from: 0, to: 1 }),
};

const step = (id: string, operation: string, data?: number) => ({
  id,
  operation,
  kind: 'one',
  uses: {},
  ...(data !== undefined && { data }),
});

/** One item, taken by two at once. */
const twoTake: Race = {
  before: [step('s1', 'put', 7)],
  overlap: [step('s2', 'get'), step('s3', 'get')],
  after: [step('s4', 'size')],
};

/** A queue that answers through `around`, which may come between what is asked and what is done. */
function queue(
  around: (
    call: QueueCall,
    effect: () => QueueReply,
    nth: number,
    items: number[],
  ) => Promise<QueueReply | undefined>,
): Driver<QueueCall, QueueReply> {
  const items: number[] = [];
  let calls = 0;
  return {
    send: async (call) => {
      const effect = (): QueueReply => {
        if (call.op === 'put') return items.length === 3 ? 'full' : (items.push(call.value), 'ok');
        return call.op === 'size' ? items.length : (items.shift() ?? 'empty');
      };
      calls += 1;
      const reply = await around(call, effect, calls, items);
      return reply === undefined ? { lost: 'reset' } : { reply };
    },
  };
}

const race = (driver: Driver<QueueCall, QueueReply>, of = twoTake) =>
  runRace(queueMachine, of, driver, reading);

test('a queue that executes one request at a time is not accused, whichever request came first', async () => {
  const { verdict, overlapped, settled } = await race(queue(async (_, effect) => Promise.resolve(effect())));
  expect(verdict.kind).toBe('explained');
  expect([overlapped.length, settled.length]).toEqual([2, 1]);
});

test('two requests that take the same item are a violation even without a read afterwards', async () => {
  const { verdict, settled } = await race(
    queue(async (call, effect, _nth, items) => {
      const [head] = items;
      await sleep(1);
      effect();
      return call.op === 'get' ? (head ?? 'empty') : call.op === 'put' ? 'ok' : items.length;
    }),
  );
  expect(verdict).toMatchObject({
    kind: 'violated',
    proven: true,
    breaches: [{ rule: 'empty-refuses', expected: 'empty', received: '7' }],
  });
  expect(settled).toEqual([]);
});

test('a lost change shows in a read after all requests have ended', async () => {
  const twoPut = { ...twoTake, before: [], overlap: [step('s1', 'put', 1), step('s2', 'put', 2)] };
  const { verdict } = await race(
    // The second is answered and not kept.
    queue((_, effect, nth) => Promise.resolve(nth === 2 ? 'ok' : effect())),
    { ...twoPut, after: [step('s3', 'get'), step('s4', 'get')] },
  );
  expect(verdict).toMatchObject({ kind: 'violated', step: { id: 's4' }, proven: false });
  const bySize = await race(
    queue((_, effect, nth) => Promise.resolve(nth === 2 ? 'ok' : effect())),
    { ...twoPut, after: [step('s3', 'get'), step('s4', 'put', 3), step('s5', 'get')] },
  );
  expect(bySize.verdict).toMatchObject({ kind: 'violated', step: { id: 's5' }, proven: true });
});

test('requests that were turned away change nothing and are no violation', async () => {
  const { verdict } = await race(
    queue((call, effect) => Promise.resolve(call.op === 'get' ? 'empty' : effect())),
  );
  expect(verdict.kind).toBe('explained');
});

test('two answers about one change may be one answer that was given twice', async () => {
  const twice = () =>
    queue(async (call, effect, _nth, items) => {
      const [head] = items;
      await sleep(1);
      return call.op === 'get' ? (effect(), head ?? 'empty') : effect();
    });
  expect((await race(twice())).verdict.kind).toBe('violated');
  const once = { ...reading, made: (_step: unknown, reply: QueueReply) => String(reply) };
  expect((await runRace(queueMachine, twoTake, twice(), once)).verdict.kind).toBe('explained');
});

test('a contradiction that rests on a refusal is no proof by itself', async () => {
  const { verdict } = await race(
    // Taken, and refused all the same, as by something in between that asks twice.
    queue((call, effect) => {
      const reply = effect();
      return Promise.resolve(call.op === 'get' ? 'empty' : reply);
    }),
    {
      ...twoTake,
      before: [step('s1', 'put', 7), step('s5', 'put', 8)],
      after: [step('s4', 'size'), step('s6', 'size')],
    },
  );
  // The sizes of none, and of one less, differ by the origin of the count alone.
  expect(verdict.kind).toBe('violated');
  expect(verdict).toMatchObject({ proven: false });
});

test('a race with a lost answer leads to no accusation', async () => {
  const { verdict } = await race(
    queue(async (call, effect, nth, items) => {
      const [head] = items;
      await sleep(1);
      const reply = effect();
      if (nth === 4) return undefined;
      return call.op === 'get' ? (head ?? 'empty') : reply;
    }),
    { ...twoTake, overlap: [...twoTake.overlap, step('s5', 'get')] },
  );
  expect(verdict).toEqual({ kind: 'inconclusive', why: 'an answer was lost: reset' });
});

test('an unclear answer is treated as a lost one', async () => {
  const { verdict } = await race(
    queue((call, effect) => {
      const reply = effect();
      return Promise.resolve(call.op === 'get' && reply === 7 ? -1 : reply);
    }),
  );
  expect(verdict.kind).toBe('explained');
});

test('a race whose preparation failed is not judged', async () => {
  const sound = () => queue((_, effect) => Promise.resolve(effect()));
  const wrong = queue((_, effect, nth) => Promise.resolve(nth === 1 ? 'empty' : effect()));
  expect((await race(wrong)).verdict).toMatchObject({ kind: 'inconclusive' });
  const unmade = { ...twoTake, overlap: [step('s2', 'get'), { ...step('s3', 'get'), operation: 'peek' }] };
  expect((await race(sound(), unmade)).verdict).toMatchObject({ kind: 'inconclusive' });
});
