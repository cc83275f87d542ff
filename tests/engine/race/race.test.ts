import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Driver } from '../../../engine/judge/execution.ts';
import type { RaceReading } from '../../../engine/race/judge-race.ts';
import type { Check } from '../../../engine/model.ts';
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

describe('what a client reads behind its own request', () => {
  const own = { ...reading, counts: ({ cites }: Check<QueueReply>) => cites.includes('put-answers-ok') };
  /** Two items are put at once, and each client counts them behind its own. */
  const twoPut: Race = {
    before: [step('s1', 'put', 1), step('s2', 'size')],
    overlap: [step('s3', 'put', 2), step('s4', 'put', 3)],
    following: [
      { behind: 's3', step: step('s5', 'size') },
      { behind: 's4', step: step('s6', 'size') },
    ],
    after: [step('s7', 'size')],
  };
  /** A queue that answers sizes otherwise: by how many were asked for before. */
  const sizes = (shown: (items: readonly number[], nth: number) => number) => {
    let nth = 0;
    return queue((call, effect, _nth, items) => {
      if (call.op !== 'size') return Promise.resolve(effect());
      nth += 1;
      return Promise.resolve(shown(items, nth));
    });
  };
  const verdictOf = async (driver: Driver<QueueCall, QueueReply>) =>
    (await runRace(queueMachine, twoPut, driver, own)).verdict;

  test('is sent as soon as that one is answered, while another is under way', async () => {
    const sent: string[] = [];
    let answer = (): void => undefined;
    const isRead = new Promise<void>((resolve) => (answer = resolve));
    const driver = queue(async (call, effect, nth) => {
      sent.push(call.op);
      const reply = effect();
      // The second of the two is answered once the first client has read.
      if (nth === 4) await isRead;
      if (nth === 5) answer();
      return reply;
    });
    const { verdict, overlapped, answered } = await runRace(queueMachine, twoPut, driver, own);
    expect(verdict.kind).toBe('explained');
    expect(sent).toEqual(['put', 'size', 'put', 'put', 'size', 'size', 'size']);
    expect(answered).toEqual(['s3', 's5', 's4', 's6']);
    expect(overlapped.map((one) => [one.step.id, one.behind])).toEqual([
      ['s3', undefined],
      ['s5', 's3'],
      ['s4', undefined],
      ['s6', 's4'],
    ]);
  });

  test('may show the change of the other client or not, while that one is under way', async () => {
    // The first read that overlaps shows two of the three items, as before the other change.
    expect((await verdictOf(sizes((items, nth) => (nth === 2 ? 2 : items.length)))).kind).toBe('explained');
  });

  test('shows its own change', async () => {
    const verdict = await verdictOf(sizes((items, nth) => (nth === 2 ? 1 : items.length)));
    expect(verdict).toMatchObject({ kind: 'violated', step: { id: 's5' }, proven: true });
  });

  test('is not undone by a read when all has settled', async () => {
    // Both clients have seen two items at least, and one of them all three.
    const verdict = await verdictOf(sizes((items, nth) => (nth === 4 ? 2 : items.length)));
    expect(verdict).toMatchObject({ kind: 'violated', step: { id: 's7' }, proven: true });
  });

  test('is not judged where its operation is unknown', async () => {
    const following = [{ behind: 's3', step: { ...step('s5', 'size'), operation: 'peek' } }];
    const { verdict } = await runRace(
      queueMachine,
      { ...twoPut, following },
      sizes((items) => items.length),
      own,
    );
    expect(verdict).toEqual({ kind: 'inconclusive', why: 'what was to overlap could not be made' });
  });
});
