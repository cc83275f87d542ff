import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { command } from '../../support/runs/command.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-uncaught-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** The environment of a process in which so much goes wrong after a while, outside of what awaits it. */
function environment(what: string, afterMs: number): Readonly<Record<string, string>> {
  const script = `import { isMainThread } from 'node:worker_threads'; if (isMainThread) setTimeout(() => { ${what} }, ${afterMs});`;
  return { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(script)}"` };
}

const wrong = [
  ['an exception', "throw new Error('seeded');"],
  ['a rejection', "void Promise.reject(new Error('seeded'));"],
] as const;

describe.each(wrong)('%s that nothing has caught', (_what, text) => {
  test('ends a run with 3, one message and the reports so far', async () => {
    const out = join(dir, String(Math.random()));
    const { exit, err } = await command(
      ['certify', '--seed', '1', '--out', out],
      dir,
      environment(text, 6000),
    ).finished;
    expect(err).toContain('payproof itself failed: seeded. Run with --verbose for where.');
    expect(err).not.toMatch(/^ {4}at /m);
    expect(exit).toBe(3);
    for (const name of ['certificate.json', 'report.html', 'junit.xml'])
      expect(existsSync(join(out, name))).toBe(true);
  });

  test('ends a command that has no run with 3', async () => {
    const { exit, err } = await command(['serve', '--port', '0'], dir, environment(text, 3000)).finished;
    expect(err).toContain('payproof itself failed: seeded.');
    expect(exit).toBe(3);
  });
});
