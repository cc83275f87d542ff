import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SettingsError } from '../../../harness/settings/settings-error.ts';
import { reservedFolder } from '../../../suites/run/run-folder.ts';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'payproof-folders-')));
afterAll(() => rmSync(dir, { recursive: true }));

test('runs that begin in the same second get folders of their own, which no other user can read', () => {
  const mask = process.umask(0);
  try {
    const made = [1, 2, 3].map(() => reservedFolder(Date.UTC(2026, 0, 31, 9), 'shop', dir));
    expect(made.map((folder) => folder.slice(dir.length))).toEqual(
      ['', '-2', '-3'].map((end) => `/runs/2026-01-31T09-00-00-shop${end}`),
    );
    for (const folder of [join(dir, 'runs'), ...made]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  } finally {
    process.umask(mask);
  }
});

test('where no folder can be made, the message says so', () => {
  expect(() => reservedFolder(0, 'shop', '/dev/null')).toThrow(SettingsError);
});
