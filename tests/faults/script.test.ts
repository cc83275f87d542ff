import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readReproduction } from '../../cli/replay/read-reproduction.ts';
import { type RunningReference, startReference } from '../../reference/server.ts';
import { reproductionOf, startFaulty } from './faulty.ts';

// The replays run in this process; their output is not tested here.
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

const missing = ['curl', 'openssl'].filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
const skipped = missing.length > 0 ? ` (skipped: ${missing.join(' and ')} not installed)` : '';

test.skipIf(skipped !== '')(
  `the script of a failure shows the fault with curl and openssl alone${skipped}`,
  async () => {
    const { fault, server, certify, replay, out, close } = await startFaulty(
      'legacy-full-capture-stays-open',
    );
    const sound = await startReference();
    try {
      expect((await certify('legacy')).exit).toBe(1);
      const file = reproductionOf(out, fault.requirement);
      const script = file.replace(/\.json$/, '.sh');
      const wrong = readReproduction(file).transcript.at(-1)?.received;
      expect(wrong).toMatch(/^200 (open|\w+_success)$/);
      expect(await lastAnswer(script, server)).toBe(wrong);
      expect(await lastAnswer(script, sound)).toMatch(/ (close|\w+_fail)$/);
      expect(await replay(file, 'faulty')).toBe(1);
      expect(await replay(file, 'sound')).toBe(0);
    } finally {
      await Promise.all([close(), sound.close()]);
    }
  },
);

/** Runs a script against a server: HTTP status and `status` of the last answer. */
async function lastAnswer(script: string, { url, keys }: RunningReference): Promise<string> {
  const env = { PATH: process.env['PATH'], BASE_URL: url, PAY_API_KEY: keys.apiKey, PAY_SECRET: keys.secret };
  const { stdout, stderr } = await promisify(execFile)('sh', [script], { env });
  expect(stderr).toBe('');
  const [, http, status] = /(\d{3}) \{.*"status":"(\w+)".*\}\s*$/.exec(stdout) ?? [];
  return `${http} ${status}`;
}
