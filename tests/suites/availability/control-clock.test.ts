import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { preflight } from '../../../harness/preflight/preflight.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { startReference } from '../../../reference/server.ts';
import { withoutWrongClock } from '../../../suites/availability/control-clock.ts';
import { unwrittenConfig } from '../../../suites/run/unwritten-run.ts';
import { startProxy } from '../../gauntlet/support/proxy.ts';
import { entryOf } from '../../gauntlet/support/reference-target.ts';

const hourMs = 3_600_000;
const closing: (() => Promise<void> | void)[] = [];

/** What is known of a server before its run. `serverMs`: how far its own clock is ahead of ours. `controlMs`: how far what control says of it is ahead of that. */
async function looked({ serverMs = 0, controlMs = 0 }) {
  const reference = await startReference({ seed: 1, aheadMs: serverMs });
  const moved = (now: string) => new Date(Date.parse(now) + controlMs).toISOString();
  const proxy = await startProxy(() => reference.url, {
    controlled: (reply) => ({
      ...reply,
      body: Buffer.from(
        reply.body.toString().replace(/"now":"([^"]+)"/, (_, now: string) => `"now":"${moved(now)}"`),
      ),
    }),
  });
  const folder = mkdtempSync(join(tmpdir(), 'control-clock-'));
  closing.push(
    () => proxy.close(),
    () => reference.close(),
    () => rmSync(folder, { recursive: true }),
  );
  const file = join(folder, 'targets.yaml');
  writeFileSync(file, stringify({ targets: { own: entryOf(reference, proxy.url) } }));
  const target = loadTarget({ file, name: 'own' });
  return withoutWrongClock(unwrittenConfig(target, await preflight(target)));
}

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe('the clock that control shows', () => {
  it.each([
    ['is that of the server, and ours', {}],
    ['is that of the server, which was moved by years', { serverMs: 3 * 365 * 24 * hourMs }],
    ['differs from ours by a minute', { controlMs: 60_000 }],
    [
      'agrees with neither that of the server nor ours, which is for the checks',
      { serverMs: 100 * hourMs, controlMs: hourMs },
    ],
  ])('is used where it %s', async (_, apart) => {
    const { clockTrouble, capabilities } = await looked(apart);
    expect(clockTrouble).toBeUndefined();
    expect(capabilities).toContain('clock.advance');
  });

  it.each([
    ['7.0 h ahead of', 7 * hourMs],
    ['9.0 h behind', -9 * hourMs],
  ])('is not used where it is %s ours and the times that the server writes', async (words, controlMs) => {
    const { clockTrouble, capabilities } = await looked({ controlMs });
    expect(clockTrouble).toContain(`(GET /clock) is ${words} ours and the times that the server writes`);
    expect(capabilities.filter((one) => one.startsWith('clock.'))).toEqual([]);
    expect(capabilities).toContain('tokens.issue');
  });
});
