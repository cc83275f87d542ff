import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('interrupted.ts', import.meta.url));

test.concurrent.each([
  ['while the run is ending', 'running', 'SIGINT'],
  ['when the run has just ended', 'released', 'SIGINT'],
  ['by another signal than the first time', 'released', 'SIGTERM'],
] as const)('a second interrupt %s ends at once with 130 and a message', async (_when, state, second) => {
  const child = spawn(process.execPath, ['--import', 'tsx', script, state], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  await new Promise<void>((resolve) =>
    child.stderr.on('data', (chunk) => {
      err += String(chunk);
      if (err.includes('Interrupt again to end at once.')) resolve();
    }),
  );
  child.kill(second);
  await once(child, 'close');
  expect([child.exitCode, child.signalCode]).toEqual([130, null]);
  expect(err).toContain('Interrupted again: ended at once.');
});
