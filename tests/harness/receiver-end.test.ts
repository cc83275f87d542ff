import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const stress = fileURLToPath(new URL('receiver-stress.mjs', import.meta.url));

it('a receiver that is closed while posts to wrong paths keep coming leaves nothing that aborts the process when its thread ends', async () => {
  // Rejects unless the process ends with 0.
  const { stdout } = await promisify(execFile)(process.execPath, [stress]);
  expect(stdout).toBe('20 rounds\n');
}, 300_000);
