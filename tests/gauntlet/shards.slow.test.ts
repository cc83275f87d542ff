import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../../cli/main.ts';
import { captureOutput } from '../support/runs/captured-output.ts';
import { compared, differencesOf } from './shards/compared.ts';
import { certificateIn } from './resume/killed.ts';

const folder = mkdtempSync(join(tmpdir(), 'payproof-shards-'));
afterAll(() => rmSync(folder, { recursive: true }));
const printed = captureOutput();

// One after another: they share the plan that the first one makes.
const limit = pLimit(1);
const how = {
  shards: 2,
  seed: '3',
  runs: '3',
  only: 'resource',
  inTurn: <T>(task: () => Promise<T>) => limit(task),
};

describe('two shards, each with a server of its own', () => {
  test('merged accuse as one run does, and report, verify and pack take the merged run', async () => {
    const at = join(folder, 'faulty');
    const found = await compared('resource-refund-exhausted-is-409', { ...how, folder: at });
    expect(found.differences).toEqual([]);
    expect(found.accusations).toBeGreaterThan(0);
    const merged = join(at, 'merged');
    const before = certificateIn(merged);
    for (const verb of ['verify', 'report', 'pack'])
      expect([verb, await run([verb, merged])]).toEqual([verb, 0]);
    expect(differencesOf(before, certificateIn(merged))).toEqual([]);
    const alone = certificateIn(join(at, 'shard-1'));
    expect(alone.shards).toEqual({ of: 2, shared: false, only: 1 });
    expect(alone.scope?.narrowed_by).toContainEqual({
      by: 'shards',
      what: 'it is shard 1 of 2 alone: payproof merge joins all of them',
    });
    expect(await run(['certify', '--resume', merged])).toBe(2);
    expect(printed.err).toContain('it was merged of shards');
    expect(await run(['merge', join(at, 'shard-1'), join(at, 'shard-1')])).toBe(2);
    expect(printed.err).toContain('is there twice');
  });
});
