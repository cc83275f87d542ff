import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
      const broken = await runScript(script, server);
      expect(broken).toMatchObject({ exit: 1, stderr: '' });
      expect(broken.answer).toBe(wrong);
      expect(await runScript(script, sound)).toMatchObject({ exit: 0, stderr: '' });
      expect(await runScript(script, { ...sound, url: 'http://127.0.0.1:9' })).toMatchObject({ exit: 3 });
      expect(await replay(file, 'faulty')).toBe(1);
      expect(await replay(file, 'sound')).toBe(0);
    } finally {
      await Promise.all([close(), sound.close()]);
    }
  },
);

/** Runs a script against a server: its exit code, and HTTP status and `status` of the last answer. */
async function runScript(script: string, { url, keys }: Pick<RunningReference, 'url' | 'keys'>) {
  const env = {
    PATH: process.env['PATH'],
    TARGET_URL: url,
    PAY_API_KEY: keys.apiKey,
    PAY_SECRET: keys.secret,
  };
  const child = spawn('sh', [script], { env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [exit] = (await once(child, 'close')) as [number];
  const [, http, status] = [...stdout.matchAll(/(\d{3}) \{.*"status":"(\w+)".*\}\s*$/gm)].at(-1) ?? [];
  return { exit, stderr, answer: `${http} ${status}` };
}
