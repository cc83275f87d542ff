import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from '../../cli/main.ts';
import { captureOutput } from '../support/runs/captured-output.ts';
import { command, type Command } from '../support/runs/command.ts';
import { startRedis, withoutRedis } from '../support/targets/redis.ts';
import { byQueue } from './queue/by-queue.ts';

const folder = mkdtempSync(join(tmpdir(), 'payproof-queue-'));
// Without a targets file the target is the embedded one.
const empty = mkdtempSync(join(tmpdir(), 'payproof-queue-'));
const home = process.cwd();
const printed = captureOutput();
beforeAll(() => process.chdir(empty));
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => {
  process.chdir(home);
  for (const one of [folder, empty]) rmSync(one, { recursive: true });
});

describe('a run by a queue', () => {
  test.skipIf(withoutRedis !== '')(
    `has the verdicts of one run though a worker is killed, counts each sequence once, keeps to the limit and gives Redis no key${withoutRedis}`,
    { timeout: 300_000 },
    async () => {
      const perSecond = 500;
      const found = await byQueue({
        folder,
        workers: 2,
        parts: 3,
        atOnce: 2,
        perSecond,
        killEveryMs: 5000,
        mostKills: 1,
        arguments: ['--seed', '3', '--runs', '3', '--only', 'resource'],
      });
      expect(found.differences).toEqual([]);
      expect(found.merged.totals.sequences).toBeGreaterThan(50);
      expect(found.kills).toBeGreaterThan(0);
      expect(found.doubled).toEqual([]);
      expect(found.mostPerSecond).toBeLessThanOrEqual(perSecond);
      expect(found.secretsInRedis).toEqual([]);
      expect(await run(['verify', join(folder, 'merged')])).toBe(0);
    },
  );

  const secret = 'geheim';
  const withPassword = `redis://:${secret}@127.0.0.1:1`;
  test.each([
    ['certify', ['--queue', 'http://127.0.0.1:1'], '', 2, /--queue must be the address of a Redis server/],
    ['certify', ['--queue'], '', 2, /No queue is named/],
    ['work', [], '', 2, /No queue is named/],
    [
      'certify',
      ['--queue'],
      `http://${secret}`,
      2,
      /PAYPROOF_REDIS_URL must be the address of a Redis server/,
    ],
    ['certify', ['--queue', withPassword], '', 2, /Set PAYPROOF_REDIS_URL/],
    ['work', ['--queue', withPassword], '', 2, /Set PAYPROOF_REDIS_URL/],
    ['work', ['--queue', `redis://127.0.0.1:1?password=${secret}`], '', 2, /Set PAYPROOF_REDIS_URL/],
    [
      'certify',
      ['--queue'],
      withPassword,
      3,
      /redis:\/\/\*\*\*@127\.0\.0\.1:1 could not be reached: .*ECONNREFUSED/,
    ],
    [
      'work',
      [],
      `redis://127.0.0.1:1?password=${secret}`,
      3,
      /redis:\/\/127\.0\.0\.1:1 could not be reached/,
    ],
    ['work', ['--queue', 'redis://127.0.0.1:1'], withPassword, 3, /could not be reached: .*ECONNREFUSED/],
  ] as const)(
    '%s %j with PAYPROOF_REDIS_URL=%s says what is wrong, and no password',
    async (verb, queue, variable, exit, message) => {
      const out = verb === 'certify' ? ['--out', join(folder, `wrong-${exit}`)] : [];
      vi.stubEnv('PAYPROOF_REDIS_URL', variable === '' ? undefined : variable);
      expect(await run([verb, ...queue, ...out])).toBe(exit);
      expect(printed.err).toMatch(message);
      expect(printed.out + printed.err).not.toContain(secret);
    },
  );

  test.skipIf(withoutRedis !== '')(
    `takes its password from the environment, and says of a wrong one that it is refused, without it${withoutRedis}`,
    async () => {
      const redis = await startRedis(secret);
      try {
        const idle = ['work', '--idle', '1s'];
        const right = await command(idle, empty, { PAYPROOF_REDIS_URL: redis.address }).finished;
        expect(right).toMatchObject({ exit: 0, err: '' });
        for (const wrong of ['falsch', '']) {
          const address = redis.address.replace(secret, wrong);
          const told = await command(idle, empty, { PAYPROOF_REDIS_URL: address }).finished;
          expect(told).toMatchObject({ exit: 3, err: expect.stringMatching(/WRONGPASS|NOAUTH/) as string });
          expect(told.err).not.toContain('falsch');
        }
      } finally {
        await redis.close();
      }
    },
  );

  test.skipIf(withoutRedis !== '')(
    `says who holds its target, and ends where it is interrupted, while Redis is away too${withoutRedis}`,
    async () => {
      const redis = await startRedis();
      const held = { run: 'r0', host: 'other', pid: 7, since: '2026-01-31T09:00:00.000Z', id: 'x' };
      const key = `payproof:lease:${Buffer.from('embedded').toString('hex')}`;
      await redis.client.set(key, JSON.stringify(held));
      const wait = (): Command =>
        command(['certify', '--queue', redis.address, '--out', mkdtempSync(join(empty, 'held-'))], empty);
      try {
        const there = wait();
        await there.printed(
          /embedded is held by run r0 of process 7 on other, since 2026-01-31T09:00:00\.000Z: waiting/,
        );
        there.child.kill('SIGINT');
        expect((await there.finished).exit).toBe(130);
        const away = wait();
        await away.printed(/is held by run r0/);
        await redis.close();
        away.child.kill('SIGINT');
        expect((await away.finished).exit).toBe(130);
      } finally {
        await redis.close();
      }
    },
  );
});
