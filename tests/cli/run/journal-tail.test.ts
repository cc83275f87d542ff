import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JournalTail } from '../../../cli/progress/show-progress.ts';

async function gained(tail: JournalTail): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of tail.lines()) lines.push(line);
  return lines;
}

test('a growing file gives each line once, and only whole lines', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'payproof-tail-'));
  const file = join(dir, 'journal.ndjson');
  // The first byte of a character of two, then its second: a look in between must not break it.
  const half = Buffer.from('é\n');
  writeFileSync(file, Buffer.concat([Buffer.from('one\ntwo '), half.subarray(0, 1)]));
  const tail = new JournalTail(file);
  expect(await gained(tail)).toEqual(['one']);
  appendFileSync(file, half.subarray(1));
  appendFileSync(file, 'three\n');
  expect(await gained(tail)).toEqual(['two é', 'three']);
  expect(await gained(tail)).toEqual([]);
  await tail.close();
  rmSync(dir, { recursive: true });
});
