import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { environmentOf, ownFolder, startBrowser } from '../../../harness/checkout/start-browser.ts';
import { allowChromium, withoutChromium } from '../../support/targets/chromium.ts';

test('a browser gets no variable that may hold a secret', () => {
  const needed = { PATH: '/bin', HOME: '/root', DISPLAY: ':0', LC_ALL: 'C', Path: 'C:' };
  const others = {
    GITHUB_TOKEN: 't',
    AWS_SECRET_ACCESS_KEY: 's',
    PAY_API_KEY: 'k',
    HTTPS_PROXY: 'http://u:p@proxy.test',
    LC_SECRET_KEY: 'l',
    NODE_OPTIONS: '--inspect',
  };
  expect(environmentOf({ ...needed, ...others, TZ: undefined })).toEqual(needed);
});

describe.skipIf(withoutChromium !== '')(`a browser that is started${withoutChromium}`, () => {
  let forbid = () => {};
  beforeAll(() => (forbid = allowChromium()));
  afterAll(() => {
    forbid();
    vi.unstubAllEnvs();
  });
  const folders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`${ownFolder}${process.pid}-`));

  test('sweeps what browsers of killed runs have left, and leaves nothing itself', async () => {
    const { pid: dead } = spawnSync(process.execPath, ['--version']);
    const left = mkdtempSync(join(tmpdir(), `${ownFolder}${dead}-`));
    mkdirSync(join(left, 'profile'));
    writeFileSync(join(left, 'profile', 'x'), 'x');
    // Init runs for as long as the machine does.
    const running = mkdtempSync(join(tmpdir(), `${ownFolder}1-`));
    const before = folders();
    const browser = await startBrowser();
    if ('none' in browser) throw new Error(browser.none);
    expect(existsSync(left)).toBe(false);
    expect(existsSync(running)).toBe(true);
    expect(folders()).toHaveLength(before.length + 1);
    await browser.close();
    expect(folders()).toEqual(before);
    expect(browser.isConnected()).toBe(false);
    rmdirSync(running);
  });

  test.skipIf(process.platform !== 'linux')(
    'has its sandbox unless it is started by root, and the environment alone that it needs',
    async () => {
      vi.stubEnv('PAY_API_KEY', 'api_test_4f1c7a90e2b85d36');
      const browser = await startBrowser();
      if ('none' in browser) throw new Error(browser.none);
      const [folder = ''] = folders();
      const started = readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => [read(`/proc/${pid}/cmdline`), read(`/proc/${pid}/environ`)] as const)
        .filter(([line]) => line.includes(folder));
      await browser.close();
      expect(started.length).toBeGreaterThan(0);
      expect(browser.isSandboxed).toBe(process.getuid?.() !== 0);
      for (const [line, environment] of started) {
        expect(line.includes('--no-sandbox')).toBe(!browser.isSandboxed);
        expect(environment).not.toContain('PAY_API_KEY');
      }
    },
  );
});

/** What a process shows of itself; nothing once it is gone. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
