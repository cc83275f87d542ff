import { expect, test } from 'vitest';
import { tryRowsOf } from './files/try-rows.ts';

const rows = await tryRowsOf(['verify', 'sign']);

test('each verb that reads files of others has at least 30 of them, no two of one name', () => {
  for (const verb of ['verify', 'sign', 'report', 'diff', 'merge', '--resume', 'judge', 'replay']) {
    const names = rows.filter((row) => row.verb === verb).map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(30);
    expect(new Set(names).size).toBe(names.length);
  }
});
