import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { curlScript } from '../../reports/reproduction/curl.ts';
import { failureRecord, line, lostRace, signature } from './synthetic.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-verdict-'));
afterAll(() => rmSync(dir, { recursive: true }));

const keys = { TARGET_URL: 'http://t.test', PAY_API_KEY: 'key', PAY_SECRET: 'secret' };
const broken = failureRecord({
  transcript: [line({ received: '200' }), line({ received: '200 open', reply: { status: 'open' } })],
});

/** Runs a script with a curl that gives these answers, each an HTTP status and a body. */
function runScript(
  script: string,
  answers: readonly (readonly [number, string])[],
  { env = keys, words = [] }: { env?: Readonly<Record<string, string>>; words?: readonly string[] } = {},
) {
  writeFileSync(join(dir, 'script.sh'), script);
  writeFileSync(join(dir, 'count'), '0');
  answers.forEach(([http, body], index) =>
    writeFileSync(join(dir, `reply-${index + 1}`), `${body}\n${http}`),
  );
  const fake = '#!/bin/sh\nn=$(($(cat "$FAKE/count") + 1)); echo $n > "$FAKE/count"; cat "$FAKE/reply-$n"\n';
  writeFileSync(join(dir, 'curl'), fake);
  chmodSync(join(dir, 'curl'), 0o755);
  const path = `${dir}:${process.env['PATH'] ?? ''}`;
  return spawnSync('sh', [join(dir, 'script.sh'), ...words], {
    encoding: 'utf8',
    env: { PATH: path, FAKE: dir, ...env },
  });
}

const made = [200, '{"payment_id":"NEW-9"}'] as const;

test.each([
  ['0 for what was expected', [made, [200, '{"status":"close"}']], 0],
  ['1 for the same wrong answer', [made, [200, '{"amount":1, "status" : "open"}']], 1],
  ['3 for a refusal, which only a replay can judge', [made, [400, '{"status":"open"}']], 3],
  ['3 for another value', [made, [200, '{"status":"held"}']], 3],
  ['3 where the field stands there twice', [made, [200, '{"a":{"status":"open"},"status":"open"}']], 3],
  ['3 where the first step is refused', [[503, '{"payment_id":"NEW-9"}']], 3],
] as const)('a script exits %s', (_case, answers, exit) => {
  expect(runScript(curlScript(broken), answers).status).toBe(exit);
});

test('a value that was wrong then is not held against an answer with another result', () => {
  const code = { rule: 'x', expected: 'HTTP status 400', received: '200' };
  const wrong = [line({ received: '200 authorize_success', reply: { status: 'authorize_success' } })];
  const script = curlScript(failureRecord({ breaches: [code], transcript: wrong }));
  expect(runScript(script, [[200, '{"status":"authorize_success"}']]).status).toBe(1);
  expect(runScript(script, [[200, '{"status":"authorize_fail"}']]).status).toBe(3);
  expect(runScript(script, [[400, '{}']]).status).toBe(0);
});

test('a script stops with 3 where an answer lacks the id that a later step needs', () => {
  const { status, stderr } = runScript(curlScript(failureRecord()), [[200, '{}']]);
  expect(stderr).toBe("an answer has no payment_id, so the sequence can't go on\n");
  expect(status).toBe(3);
});

test('a script names all variables that are not set, and exits 3', () => {
  const { status, stderr } = runScript(curlScript(broken), [], { env: {} });
  expect(stderr).toContain('not set: TARGET_URL PAY_API_KEY PAY_SECRET\n');
  expect(status).toBe(3);
});

test('--help says the variables and the exit codes, and sends nothing', () => {
  const { status, stdout } = runScript(curlScript(broken), [], { env: {}, words: ['--help'] });
  expect(stdout).toContain('0 mended, 1 broken, 3 it could not be run or judged');
  expect(stdout).toContain("PAY_SECRET: the merchant's secret key for checksums");
  expect(status).toBe(0);
});

test.each([
  ['overlapping requests', lostRace()],
  ['notifications', failureRecord({ signature: signature('notifications') })],
  [
    'words that are no plain value',
    failureRecord({ breaches: [{ rule: 'x', expected: 'a JSON object', received: '"x"' }] }),
  ],
])('a script says that only a replay judges %s, and exits 3', (_case, failure) => {
  const { status, stderr } = runScript(curlScript(failure), [made, made, made]);
  expect(stderr).toContain('npx payproof replay judges it');
  expect(status).toBe(3);
});
