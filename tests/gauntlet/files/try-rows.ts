import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../../../cli/main.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';
import { faultsOf, fileRows, freshPlace, type FileRow } from './rows.ts';
import { makeSound } from './sound.ts';

/** Has a test for each forged file of these verbs, in this process. Gives the rows of all verbs. */
export async function tryRowsOf(verbs: readonly string[]): Promise<readonly FileRow[]> {
  const base = mkdtempSync(join(tmpdir(), 'payproof-files-'));
  afterAll(() => rmSync(base, { recursive: true }));
  const rows = fileRows(await makeSound(base));
  describe.each(verbs)('%s refuses a file of others, or it is harmless, where', (verb) => {
    const printed = captureOutput();
    test.each(rows.filter((row) => row.verb === verb))(
      '$name',
      async (row) => {
        const place = freshPlace(base);
        const exit = await run(row.prepare(place));
        expect(faultsOf(row, { exit, printed: `${printed.out}${printed.err}` }, place)).toEqual([]);
      },
      30_000,
    );
  });
  return rows;
}
