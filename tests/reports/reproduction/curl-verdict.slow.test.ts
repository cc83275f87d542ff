import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/model.ts';
import { curlScript } from '../../../reports/reproduction/curl/curl.ts';
import { failureRecord, line, lostRace, signature } from '../certificate/synthetic.ts';

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
const lacksJq = ['jq'].some((tool) => spawnSync(tool, ['--version']).error !== undefined);
const skipped = lacksJq ? ' (skipped: jq is not installed)' : '';

describe.skipIf(lacksJq)(`the verdict of a script${skipped}`, () => {
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
    ['3 where the last request is turned away by a limit', [made, [429, '{}']], 3],
    ['3 where a proxy answers the last request', [made, [502, '<html>']], 3],
    ['1 where the target itself fails', [made, [500, '{}']], 1],
  ] as const)('a script exits %s', (_case, answers, exit) => {
    expect(runScript(curlScript(broken), answers).status).toBe(exit);
  });

  test('a script exits 1 for the answer that was wrong, though others give it where they are busy', () => {
    const refused = [line({ received: '503', reply: {} })];
    const script = curlScript(
      failureRecord({
        breaches: [{ rule: 'x', expected: 'HTTP status 400', received: '503' }],
        transcript: refused,
      }),
    );
    expect(runScript(script, [[503, '{}']]).status).toBe(1);
    expect(runScript(script, [[429, '{}']]).status).toBe(3);
  });

  test('a script exits 3 where an earlier step succeeded and now does not, whatever its HTTP status', () => {
    const first = line({ received: '200 authorize_success', reply: { status: 'authorize_success' } });
    const script = curlScript(
      failureRecord({ transcript: [first, line({ received: '200 open', reply: { status: 'open' } })] }),
    );
    const close = [200, '{"status":"close"}'] as const;
    expect(runScript(script, [[200, '{"status":"authorize_success"}'], close]).status).toBe(0);
    expect(runScript(script, [[200, '{"status":"authorize_fail"}'], close]).status).toBe(3);
  });

  test('a script exits 0 for each of the answers that are permitted, and 1 for any other', () => {
    const wrong = [line({ received: '200 authorize_success', reply: { status: 'authorize_success' } })];
    const breach = (expected: string, received: string) => ({ rule: 'x', expected, received });
    const script = curlScript(
      failureRecord({
        breaches: [
          breach('HTTP status 400', '200'),
          breach('status "authorize_fail"', '"authorize_success"'),
        ],
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
    ['amount: a number', '"12"', [200, '{"amount":12}'], [200, '{"amount":"12"}']],
    ['order.tax: a number', 'nothing', [200, '{"order":{"tax":1}}'], [200, '{"order":{}}']],
    ['reason: absent', '"x"', [200, '{"reason":""}'], [200, '{"reason":"x"}']],
    ['code: null', '"x"', [200, '{"code":null}'], [200, '{}']],
    [
      'status bad_request or failed_request',
      '"x"',
      [400, '{"status":"failed_request"}'],
      [400, '{"status":"x"}'],
    ],
    ['a status, or no JSON', '{}', [401, 'no'], [401, '{}']],
    ['an error object as JSON body', '"x"', [400, '{}'], [400, '"x"']],
    ['HTTP status 2xx: the request is to succeed', '500', [201, '{}'], [500, '{}']],
    ['HTTP status 401 or 403', '400', [403, '{}'], [400, '{}']],
    ['a refusal', '200 "open"', [404, '{}'], [200, '{"status":"open"}']],
    [
      'captures cap_1 with amount 1',
      '2',
      [200, '{"captures":[{"id":"cap_1","amount":1}]}'],
      [200, '{"captures":[{"id":"cap_0","amount":1},{"id":"cap_1","amount":2}]}'],
    ],
  ] as const)('a script knows "%s", received %s', (expected, received, right, wrong) => {
    const [http, body] = wrong;
    const reply = JSON.parse(body) as Json;
    const script = curlScript(
      failureRecord({
        breaches: [{ rule: 'x', expected, received }],
        transcript: [line({ received: String(http), reply })],
      }),
    );
    expect(runScript(script, [right]).status).toBe(0);
    expect(runScript(script, [wrong]).status).toBe(1);
  });

  test.each([
    ['a claim that the wrong answer meets', 'amount: a number', '"12"', { amount: 13 }],
    [
      'a time, which is another in each run',
      'expires: later',
      '"2026-01-31 09:00:00"',
      { expires: '2026-01-31 09:00:00' },
    ],
    ['an id that no answer gave', 'payment_id "pay_abcdefghij1"', '"x"', { payment_id: 'x' }],
  ])('a script judges nothing by %s', (_case, expected, received, reply) => {
    const breaches = [{ rule: 'x', expected, received }];
    const script = curlScript(failureRecord({ breaches, transcript: [line({ received: '200', reply })] }));
    expect(runScript(script, [made]).status).toBe(3);
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
});
