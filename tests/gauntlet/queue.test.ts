import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { command } from '../support/runs/command.ts';
import { withoutRedis } from '../support/targets/redis.ts';
import { byQueue } from './queue/by-queue.ts';

const folder = mkdtempSync(join(tmpdir(), 'payproof-queue-'));
// Without a targets file the target is the embedded one.
const empty = mkdtempSync(join(tmpdir(), 'payproof-queue-'));
afterAll(() => {
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
      expect((await command(['verify', join(folder, 'merged')]).finished).exit).toBe(0);
    },
  );

  test.each([
    ['certify', 'http://127.0.0.1:1', 2, /must be the address of a Redis server/],
    [
      'certify',
      'redis://:geheim@127.0.0.1:1',
      3,
      /redis:\/\/:\*\*\*@127\.0\.0\.1:1 \(--queue\) could not be reached: .*ECONNREFUSED/,
    ],
    ['work', 'redis://127.0.0.1:1', 3, /could not be reached: .*ECONNREFUSED/],
  ] as const)('%s says what is wrong with %s', async (verb, address, exit, message) => {
    const out = verb === 'certify' ? ['--out', join(folder, `wrong-${exit}`)] : [];
    const told = await command([verb, '--queue', address, ...out], empty).finished;
    expect(told.exit).toBe(exit);
    expect(told.err).toMatch(message);
    expect(told.err).not.toContain('geheim');
  });
});
