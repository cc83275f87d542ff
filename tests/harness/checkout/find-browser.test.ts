import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { browserUnavailableReason } from '../../../harness/checkout/chromium.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-browser-'));
const chromium = join(dir, 'chromium');
writeFileSync(chromium, '');
chmodSync(chromium, 0o755);
const downloaded = join(dir, 'with-downloads');
mkdirSync(join(downloaded, 'ms-playwright'), { recursive: true });
afterAll(() => rmSync(dir, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

/** Whether somebody has loaded playwright-core, which takes longer than all else before the first request. */
const isLoaded = () =>
  Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('playwright-core'));

const isThere = 'a browser';

describe('whether there is a browser', () => {
  // In this order, since what was loaded stays.
  it.each([
    ['one on the PATH', { PATH: dir }, isThere, false],
    ['one that is named', { PAYPROOF_CHROMIUM: chromium }, isThere, false],
    [
      'one that is named and is not there',
      { PAYPROOF_CHROMIUM: `${chromium}-not` },
      'there is no Chromium',
      false,
    ],
    ['none is wanted', { PAYPROOF_CHROMIUM: 'none' }, 'PAYPROOF_CHROMIUM is none', false],
    [
      'none on the PATH, and Playwright has no folder',
      { XDG_CACHE_HOME: dir, HOME: dir },
      'there is no Chromium',
      false,
    ],
    [
      'none on the PATH, and Playwright has a folder without one',
      { XDG_CACHE_HOME: downloaded },
      'there is no Chromium',
      true,
    ],
  ])('is known: %s', async (_how, env, why, loads) => {
    for (const name of ['PAYPROOF_CHROMIUM', 'PLAYWRIGHT_BROWSERS_PATH', 'PATH']) vi.stubEnv(name, '');
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    // Files of tests share what is loaded: once another has loaded it, nobody can.
    const before = isLoaded();
    expect((await browserUnavailableReason()) ?? isThere).toContain(why);
    expect(isLoaded()).toBe(before || loads);
  });
});
