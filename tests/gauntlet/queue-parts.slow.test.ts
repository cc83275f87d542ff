import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'bullmq';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { clockOf, queueLibraries } from '../../cli/queue/connection.ts';
import { coordinate, partFolder, type QueueTimes } from '../../cli/queue/coordinate.ts';
import { holdTarget, holderOf, type LeaseTimes } from '../../cli/queue/lease.ts';
import { type PartJob, queueOf } from '../../cli/queue/part-job.ts';
import { segmentKey } from '../../cli/queue/segment.ts';
import { isLeftOut, strike } from '../../cli/queue/strikes.ts';
import { packedJournalName } from '../../harness/journal/journal-bytes.ts';
import { type RunningRedis, startRedis, withoutRedis } from '../support/targets/redis.ts';
import { badParts, expected, leaveBad, leaveGood, meanwhile, ownPart, task } from './queue/made-parts.ts';

const times: QueueTimes = {
  looks: 20,
  retries: 50,
  settles: 300,
  waitsForOthers: 500,
  away: 1000,
  ends: 200,
};
const leaseTimes: LeaseTimes = { lasts: 1000, renews: 100, looks: 50, waitsWhereForgotten: 400, away: 5000 };
const folder = mkdtempSync(join(tmpdir(), 'payproof-parts-'));
let redis: RunningRedis;
let out: string;
let folders = 0;
let workers: Worker[] = [];

describe.skipIf(withoutRedis !== '')(`a run by queue${withoutRedis}`, () => {
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    await redis.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    folders += 1;
    out = join(folder, String(folders));
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close(true)));
    workers = [];
    await redis.client.flushall();
  });

  /** Starts a worker that does this with each part. */
  function startWorker(name: string, make: (index: number) => Promise<void>): void {
    const worker = new Worker<PartJob>(
      queueOf(task.target),
      async ({ data }) => {
        await make(data.index);
      },
      { connection: redis.client, name },
    );
    worker.on('error', () => undefined);
    workers.push(worker);
  }

  const startSound = (): void => startWorker('sound', (index) => leaveGood(redis.client, index, 'sound'));

  /** Coordinates the run. Gives the parts that came of it, and what was said. */
  async function coordinated(signal = new AbortController().signal) {
    const notes: string[] = [];
    const own = redis.client.duplicate();
    own.on('error', () => undefined);
    onTestFinished(() => own.disconnect());
    const libraries = await queueLibraries();
    const { shards, troubles } = await coordinate({
      libraries,
      redis: own,
      expected: { ...expected, own: await ownPart() },
      indices: [2, 3],
      out,
      signal,
      times,
      onNote: (text) => notes.push(text),
      onProgress: () => undefined,
    });
    const parts = shards.map(({ run }) => run.shard.index).toSorted((one, other) => one - other);
    return { parts, troubles, notes: notes.join('\n') };
  }

  test.each(badParts)(
    'drops $name in Redis, counts it against its worker and gives the part out again',
    async (bad) => {
      await leaveBad(redis.client, bad);
      // A second one in a row.
      await strike(redis.client, task.run, 'other', 'it failed');
      startSound();
      const { parts, troubles, notes } = await coordinated();
      expect(notes).toMatch(bad.says);
      expect(notes).toContain(
        bad.isNameless === true ? 'of an unknown worker is dropped' : 'of wrong is dropped',
      );
      expect({ parts, troubles }).toEqual({ parts: [2, 3], troubles: [] });
      expect(await redis.client.hget(`payproof:strikes:${task.run}`, 'wrong')).toBe(
        bad.isNameless === true ? null : '1',
      );
    },
  );

  test.each(badParts)(
    'drops $name in its folder where it goes on, and gives the part out again',
    async (bad) => {
      const { facts, journal } = bad.left();
      mkdirSync(partFolder(out, 2), { recursive: true });
      writeFileSync(join(partFolder(out, 2), 'segment.json'), `${facts}\n`);
      writeFileSync(join(partFolder(out, 2), packedJournalName), journal);
      startSound();
      const { parts, notes } = await coordinated();
      expect(notes).toContain('part 2 that was there is dropped');
      expect(parts).toEqual([2, 3]);
    },
  );

  test('drops a part that is a link in its folder, and leaves what it leads to', async () => {
    const other = join(folder, 'other.json');
    writeFileSync(other, 'x');
    mkdirSync(partFolder(out, 2), { recursive: true });
    symlinkSync(other, join(partFolder(out, 2), 'segment.json'));
    startSound();
    expect((await coordinated()).parts).toEqual([2, 3]);
    expect(existsSync(other)).toBe(true);
  });

  test('drops what is no text where a segment should be', async () => {
    await redis.client.rpush(segmentKey('r1-2'), 'x');
    startSound();
    const { parts, notes } = await coordinated();
    expect(notes).toContain('it is no text');
    expect(parts).toEqual([2, 3]);
  });

  test('keeps a good part that is there, and asks nobody for it', async () => {
    startSound();
    await coordinated();
    await Promise.all(workers.map((worker) => worker.close(true)));
    expect(await coordinated()).toEqual({ parts: [2, 3], troubles: [], notes: '' });
  });

  test('takes a part that came after the first one by the clock of the queue, though by its own it did not', async () => {
    const hourMs = 3_600_000;
    startWorker('sound', (index) =>
      leaveGood(redis.client, index, 'sound', {
        run: { startedAt: meanwhile },
        shard: { queue: { run: task.run, clockMs: hourMs } },
      }),
    );
    expect(await coordinated()).toEqual({ parts: [2, 3], troubles: [], notes: '' });
  });

  test('gives a part up that could not be taken six times', async () => {
    const [bad] = badParts;
    if (bad === undefined) throw new Error('there is none');
    startWorker('sound', async (index) => {
      if (index === 2) await leaveBad(redis.client, bad);
      else await leaveGood(redis.client, index, 'sound');
    });
    const { parts, troubles } = await coordinated();
    expect(parts).toEqual([3]);
    expect(troubles).toEqual([expect.stringContaining('part 2: 6 times it could not be taken') as string]);
  });

  test('gives a part up that fails six times, with its reason, and spreads the tries', async () => {
    const triedAt: number[] = [];
    startWorker('sound', async (index) => {
      if (index === 3) return leaveGood(redis.client, index, 'sound');
      triedAt.push(performance.now());
      throw new Error('its settings are wrong');
    });
    const { parts, troubles } = await coordinated();
    expect(parts).toEqual([3]);
    expect(troubles).toEqual(['part 2: 6 times it failed: its settings are wrong']);
    const pauses = triedAt.slice(1).map((at, nth) => at - (triedAt[nth] ?? 0));
    // 50, 100, 200, 400, 800.
    expect(pauses.length).toBe(5);
    for (const [nth, pause] of pauses.entries()) expect(pause).toBeGreaterThan(40 * 2 ** nth);
  });

  test('ends where all workers that are there were left out, and says why', async () => {
    startWorker('wrong', async () => {
      for (let count = 0; count < 2; count += 1)
        await strike(redis.client, task.run, 'wrong', 'no key is set');
      throw new Error('no key is set');
    });
    const { parts, troubles, notes } = await coordinated();
    expect(parts).toEqual([]);
    expect(notes).toContain('wrong gets no other part of this run, since two failed there: no key is set');
    expect(troubles).toContain('part 2: no worker was left to make it: no key is set');
  });

  test('forgives a worker whose next part is good', async () => {
    startWorker('sound', async (index) => {
      await strike(redis.client, task.run, 'sound', 'once');
      expect(await isLeftOut(redis.client, task.run, 'sound')).toBe(false);
      await leaveGood(redis.client, index, 'sound');
      await vi.waitFor(async () => expect(await redis.client.exists(segmentKey(`r1-${index}`))).toBe(0));
    });
    expect((await coordinated()).parts).toEqual([2, 3]);
  });

  test('puts its parts in again where Redis has come back empty', async () => {
    const found = coordinated();
    await vi.waitFor(async () => expect(await redis.client.keys('bull:*r1-2')).toHaveLength(1));
    await redis.forget(300);
    expect(await redis.client.keys('bull:*r1-2')).toEqual([]);
    startSound();
    expect(await found).toMatchObject({ parts: [2, 3], troubles: [] });
  });

  test.each([
    ['does not come back', false],
    ['is away and the run is interrupted', true],
  ])('ends with what it has where Redis %s', async (_what, isInterrupted) => {
    const before = redis;
    redis = await startRedis();
    const gone = redis;
    const interrupt = new AbortController();
    const found = coordinated(interrupt.signal);
    await vi.waitFor(async () => expect(await gone.client.keys('bull:*r1-2')).toHaveLength(1), 5000);
    redis = before;
    await gone.close();
    const from = performance.now();
    if (isInterrupted) interrupt.abort();
    expect((await found).troubles).toEqual(
      [2, 3].map((part) => `part ${part}: the queue did not answer any more`),
    );
    expect(performance.now() - from).toBeLessThan(isInterrupted ? times.away : 2 * times.away);
  });

  test('has a second one wait that names who holds the target, and go on once it is free', async () => {
    const never = new AbortController().signal;
    const told: string[] = [];
    const hold = (run: string, signal = never) =>
      holdTarget(redis.client, {
        target: 'sandbox',
        run,
        signal,
        onWait: (who) => told.push(`${run}: ${who}`),
        times: leaseTimes,
      });
    const first = await hold('r1');
    const impatient = await hold('r0', AbortSignal.timeout(200));
    expect(impatient).toBeUndefined();
    const second = hold('r2');
    // Longer than a lease lasts.
    await sleep(leaseTimes.lasts * 1.5);
    expect(told).toEqual(
      ['r0', 'r2'].map(
        (run) => expect.stringMatching(new RegExp(`^${run}: run r1 of process ${process.pid} on `)) as string,
      ),
    );
    expect(await holderOf(redis.client, 'sandbox')).toMatchObject({ run: 'r1' });
    // Who holds it says so again before the other one takes it.
    await redis.client.flushall();
    await sleep(leaseTimes.waitsWhereForgotten * 2);
    expect(await holderOf(redis.client, 'sandbox')).toMatchObject({ run: 'r1' });
    expect(first?.lost.aborted).toBe(false);
    await first?.release();
    const then = await second;
    expect(await holderOf(redis.client, 'sandbox')).toMatchObject({ run: 'r2' });
    await then?.release();
  });

  test('takes the target of a coordinator that has died, and tells one that has not', async () => {
    const never = new AbortController().signal;
    const how = { target: 'sandbox', signal: never, onWait: () => undefined };
    const slept = await holdTarget(redis.client, {
      ...how,
      run: 'r1',
      times: { ...leaseTimes, lasts: 300, renews: 2000 },
    });
    const second = await holdTarget(redis.client, { ...how, run: 'r2', times: leaseTimes });
    expect(await holderOf(redis.client, 'sandbox')).toMatchObject({ run: 'r2' });
    expect(await slept?.isHeld()).toBe(false);
    expect(slept?.lost.aborted).toBe(true);
    expect(String(slept?.lost.reason)).toContain('run r2 of process');
    // What it gives free is not its own any more.
    await slept?.release();
    expect(await holderOf(redis.client, 'sandbox')).toMatchObject({ run: 'r2' });
    await second?.release();
  });

  test('waits on for a target while Redis is away for a moment, and says who can not be asked where it stays away', async () => {
    const own = await startRedis();
    const how = { target: 'sandbox', signal: new AbortController().signal };
    const first = await holdTarget(own.client, {
      ...how,
      run: 'r1',
      onWait: () => undefined,
      times: leaseTimes,
    });
    const asked: string[] = [];
    // It is refused at once while it is away.
    const broken = Object.assign(Object.create(own.client) as typeof own.client, {
      eval: async (...args: Parameters<typeof own.client.eval>) => {
        asked.push('asked');
        if (asked.length === 2 || asked.length === 3) throw new Error('Connection is closed');
        return own.client.eval(...args);
      },
    });
    const waiting = holdTarget(broken, { ...how, run: 'r2', onWait: () => undefined, times: leaseTimes });
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(4));
    await first?.release();
    const second = await waiting;
    expect(await holderOf(own.client, 'sandbox')).toMatchObject({ run: 'r2' });
    const gone = Object.assign(Object.create(own.client) as typeof own.client, {
      eval: async () => {
        throw new Error('Connection is closed');
      },
    });
    await expect(
      holdTarget(gone, { ...how, run: 'r3', onWait: () => undefined, times: leaseTimes }),
    ).rejects.toThrow('does not say who has sandbox: Connection is closed');
    await second?.release();
    await own.close();
  });

  test('knows that another run had the target, though that has ended since', async () => {
    const how = { target: 'sandbox', signal: new AbortController().signal, onWait: () => undefined };
    const brief = { ...leaseTimes, lasts: 100, renews: 60_000 };
    const slept = await holdTarget(redis.client, { ...how, run: 'r1', times: brief });
    expect(await slept?.isHeld()).toBe(true);
    await (await holdTarget(redis.client, { ...how, run: 'r2', times: leaseTimes }))?.release();
    expect(await slept?.isHeld()).toBe(false);
    expect(String(slept?.lost.reason)).toContain('has ended since');
    await slept?.release();
  });

  test('renews its lease by itself, and so learns that it is lost', async () => {
    const how = { target: 'sandbox', signal: new AbortController().signal, onWait: () => undefined };
    const held = await holdTarget(redis.client, { ...how, run: 'r1', times: leaseTimes });
    const [key = ''] = await redis.client.keys('payproof:lease:*');
    await redis.client.set(key, 'another');
    await vi.waitFor(() => expect(held?.lost.aborted).toBe(true), 5000);
    await held?.release();
  });
});

test('the clock of a queue is compared with that of the machine by the look that was answered first', async () => {
  const hourMs = 3_600_000;
  const pausesMs = [80, 5, 80, 80, 80];
  const time = async (): Promise<[number, number]> => {
    // The answer is made at once, and takes its time.
    const ms = Date.now() + hourMs;
    await sleep(pausesMs.shift());
    return [Math.floor(ms / 1000), (ms % 1000) * 1000];
  };
  const clockMs = await clockOf({ time });
  expect(Math.abs(clockMs - hourMs)).toBeLessThan(20);
});
