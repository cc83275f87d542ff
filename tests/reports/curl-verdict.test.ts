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
  ['1 for another value that is not permitted', [made, [200, '{"status":"held"}']], 1],
  ['1 for what is no JSON', [made, [200, '<html>close</html>']], 1],
  [
    '0 whatever stands under the same name elsewhere',
    [made, [200, '{"a":{"status":"open"},"status":"close"}']],
    0,
  ],
  ['3 where the first step is refused', [[503, '{"payment_id":"NEW-9"}']], 3],
] as const)('a script exits %s', (_case, answers, exit) => {
  expect(runScript(curlScript(broken), answers).status).toBe(exit);
});

test('a script exits 0 for each of the answers that are permitted, and 1 for any other', () => {
  const wrong = [line({ received: '200 authorize_success', reply: { status: 'authorize_success' } })];
  const breach = (expected: string, received: string) => ({ rule: 'x', expected, received });
  const script = curlScript(
    failureRecord({
      breaches: [breach('HTTP status 400', '200'), breach('status "authorize_fail"', '"authorize_success"')],
      alsoPermitted: [[breach('a refusal', '200 "authorize_success"')]],
      transcript: wrong,
    }),
  );
  const exitOn = (http: number, body: string) => runScript(script, [[http, body]]).status;
  expect(exitOn(400, '{"status":"authorize_fail"}')).toBe(0);
  expect(exitOn(200, '{"status":"request_failed"}')).toBe(0);
  expect(exitOn(403, 'no')).toBe(0);
  expect(exitOn(200, '{"status":"authorize_success"}')).toBe(1);
  expect(exitOn(400, '{"status":"authorize_success"}')).toBe(1);
  expect(exitOn(200, '{}')).toBe(1);
});

test.each([
  ['amount: a number', '"12"', '{"amount":12}', '{"amount":"12"}'],
  ['order.tax: a number', 'nothing', '{"order":{"tax":1}}', '{"order":{}}'],
  ['reason: absent', '"x"', '{"reason":""}', '{"reason":"x"}'],
  ['code: null', '"x"', '{"code":null}', '{}'],
  ['status request_failed or failed_request', '"x"', '{"status":"failed_request"}', '{"status":"x"}'],
  ['a status, or no JSON', '{}', 'no', '{}'],
  ['an error object as JSON body', '"x"', '{}', '"x"'],
  ['HTTP status 2xx: the request is to succeed', '500', '{}', undefined],
  ['HTTP status 5xx', '400', undefined, '{}'],
])('a script knows "%s", received %s', (expected, received, right, wrong) => {
  const script = curlScript(
    failureRecord({ breaches: [{ rule: 'x', expected, received }], transcript: [line()] }),
  );
  if (right !== undefined) expect(runScript(script, [[200, right]]).status).toBe(0);
  if (wrong !== undefined) expect(runScript(script, [[200, wrong]]).status).toBe(1);
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
