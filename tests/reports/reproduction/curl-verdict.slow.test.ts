import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/model.ts';
import type { Expect } from '../../../spec/expect.ts';
import { curlScript } from '../../../reports/reproduction/curl/curl.ts';
import { failureRecord, line, lostRace, signature } from '../certificate/synthetic.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-verdict-'));
afterAll(() => rmSync(dir, { recursive: true }));

const inWords = { rule: 'x', expected: 'in words', received: 'that' };
const breach = (expected: Expect) => ({ ...inWords, expect: [expected] });
const keys = { TARGET_URL: 'http://t.test', PAY_API_KEY: 'key', PAY_SECRET: 'secret' };
const broken = failureRecord({
  transcript: [
    line({ http: 200, received: '200' }),
    line({ http: 200, received: '200 open', reply: { status: 'open' } }),
  ],
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

  describe('of what rests on how a step before was refused', () => {
    const reply = { status: '400', code: 'payment.authorization.expired' };
    const refused = line({ http: 400, received: '400', reply });
    const script = curlScript(
      failureRecord({ ...broken, transcript: [refused, ...broken.transcript.slice(1)] }),
    );
    const same = [400, JSON.stringify(reply)] as const;
    const wrong = [200, '{"status":"open"}'] as const;
    test.each([
      ['1 where it is refused as then', [same, wrong], 1],
      ['1 where the refusal does not say more than its status', [[400, '{}'], wrong], 1],
      ['3 where it is refused with another status', [[409, JSON.stringify(reply)], wrong], 3],
      ['3 where it is refused with another code', [[400, '{"code":"service.forbidden"}'], wrong], 3],
      ['3 where it succeeds', [made, wrong], 3],
      [
        '0 where it is refused otherwise, and the last answer is permitted',
        [
          [409, '{}'],
          [200, '{"status":"close"}'],
        ],
        0,
      ],
    ] as const)('a script exits %s', (_case, answers, exit) => {
      const ran = runScript(script, answers);
      expect(ran.status).toBe(exit);
      expect(ran.stderr.includes('step 1 was answered otherwise than then')).toBe(exit === 3);
    });
  });

  test('a script exits 1 for the answer that was wrong, though others give it where they are busy', () => {
    const refused = [line({ http: 503, received: '503', reply: {} })];
    const script = curlScript(
      failureRecord({
        breaches: [breach({ http: [400] })],
        transcript: refused,
      }),
    );
    expect(runScript(script, [[503, '{}']]).status).toBe(1);
    expect(runScript(script, [[429, '{}']]).status).toBe(3);
  });

  test('a script exits 3 where an earlier step succeeded and now does not, whatever its HTTP status', () => {
    const first = line({
      http: 200,
      received: '200 authorize_success',
      reply: { status: 'authorize_success' },
    });
    const script = curlScript(
      failureRecord({
        transcript: [first, line({ http: 200, received: '200 open', reply: { status: 'open' } })],
      }),
    );
    const close = [200, '{"status":"close"}'] as const;
    expect(runScript(script, [[200, '{"status":"authorize_success"}'], close]).status).toBe(0);
    expect(runScript(script, [[200, '{"status":"authorize_fail"}'], close]).status).toBe(3);
  });

  test('a script exits 0 for each of the answers that are permitted, and 1 for any other', () => {
    const wrong = [
      line({ http: 200, received: '200 authorize_success', reply: { status: 'authorize_success' } }),
    ];
    const script = curlScript(
      failureRecord({
        breaches: [breach({ http: [400] }), breach({ at: 'status', must: { is: 'authorize_fail' } })],
        alsoPermitted: [[breach({ refusal: true })]],
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

  test.each<[Expect, readonly [number, string], readonly [number, string]]>([
    [{ at: 'amount', must: { type: 'number' } }, [200, '{"amount":12}'], [200, '{"amount":"12"}']],
    [{ at: 'amount', must: { amount: '12.50' } }, [200, '{"amount":12.5}'], [200, '{"amount":12}']],
    [{ at: 'order.tax', must: { type: 'number' } }, [200, '{"order":{"tax":1}}'], [200, '{"order":{}}']],
    [
      { at: 'order.tax', must: { type: 'number', optional: true } },
      [200, '{}'],
      [200, '{"order":{"tax":""}}'],
    ],
    [{ at: 'id', must: { type: 'string', prefix: 'pay_' } }, [200, '{"id":"pay_1"}'], [200, '{"id":"1"}']],
    [{ at: 'note', must: { type: 'text' } }, [200, '{"note":"a"}'], [200, '{"note":""}']],
    [
      { at: 'at', must: { form: 'instant' } },
      [200, '{"at":"2026-01-31T09:00:00.5Z"}'],
      [200, '{"at":"soon"}'],
    ],
    [{ at: 'reason', must: { missing: 'absent' } }, [200, '{"reason":""}'], [200, '{"reason":"x"}']],
    [{ at: 'reason', must: { missing: 'unset' } }, [200, '{"reason":null}'], [200, '{"reason":"x"}']],
    [{ at: 'code', must: { present: true } }, [200, '{"code":1}'], [200, '{}']],
    [{ at: 'code', must: { not: 'x' } }, [200, '{"code":"y"}'], [200, '{"code":"x"}']],
    [
      { at: 'status', must: { oneOf: ['bad', 'failed'], optional: true } },
      [400, '{}'],
      [400, '{"status":"x"}'],
    ],
    [{ at: 'status', must: { state: ['CLOSED'] } }, [200, '{"status":"closed"}'], [200, '{"status":"OPEN"}']],
    [{ at: 'nr', must: { from: 2, to: 3 } }, [200, '{"nr":3}'], [200, '{"nr":4}']],
    [
      { at: 'to', must: { laterThan: 'from' } },
      [200, '{"from":"2026-01","to":"2026-02"}'],
      [200, '{"from":"2026-01","to":"2026-01"}'],
    ],
    [{ at: 'list', must: { entries: 1 } }, [200, '{"list":[1]}'], [200, '{"list":[]}']],
    [
      { at: 'captures', each: 'amount', must: { type: 'number' } },
      [200, '{"captures":[{"amount":1}]}'],
      [200, '{"captures":[{"amount":1},{"amount":"1"}]}'],
    ],
    [{ at: '', some: 'id', must: { is: 'tok' } }, [200, '[{"id":"a"},{"id":"tok"}]'], [200, '[{"id":"a"}]']],
    [{ at: '', must: { type: 'no object' } }, [401, 'no'], [401, '{}']],
    [{ at: '', must: { type: 'object' } }, [400, '{}'], [400, '"x"']],
    [{ httpFrom: 200, httpTo: 299 }, [201, '{}'], [500, '{}']],
    [{ http: [401, 403] }, [403, '{}'], [400, '{}']],
    [{ refusal: true }, [404, '{}'], [200, '{"status":"open"}']],
    [
      { at: 'amount', of: { list: 'captures', key: 'id', value: 'cap_1' }, must: { is: 1 } },
      [200, '{"captures":[{"id":"cap_1","amount":1}]}'],
      [200, '{"captures":[{"id":"cap_0","amount":1},{"id":"cap_1","amount":2}]}'],
    ],
    [
      { at: 'reason', of: { list: 'refunds', key: 'id', except: [] }, must: { is: 'x' } },
      [200, '{"refunds":[{"id":"ref_1","reason":"x"}]}'],
      [200, '{"refunds":[{"id":"ref_1","reason":"y"}]}'],
    ],
    [
      { at: 'reason', of: { list: 'refunds', key: 'id', except: ['ref_1'] }, must: { is: 'x' } },
      [200, '{"refunds":[{"id":"ref_1","reason":"y"},{"id":"ref_2","reason":"x"}]}'],
      [200, '{"refunds":[{"id":"ref_1","reason":"x"},{"id":"ref_2","reason":"y"}]}'],
    ],
  ])('a script judges by %j', (expected, right, wrong) => {
    const [http, body] = wrong;
    const reply = JSON.parse(body) as Json;
    const transcript = [line({ http, received: String(http), reply })];
    const script = curlScript(failureRecord({ breaches: [breach(expected)], transcript }));
    expect(runScript(script, [right]).status).toBe(0);
    expect(runScript(script, [wrong]).status).toBe(1);
  });

  test('a script compares with what an earlier answer of the same run gave', () => {
    const at = '2026-01-31T09:00:00Z';
    const script = curlScript(
      failureRecord({
        breaches: [breach({ at: 'created_at', must: { is: at } })],
        transcript: [
          line({ http: 200, received: '200', reply: { payment_id: 'P-77', created_at: at } }),
          line({ http: 200, received: '200', reply: { created_at: '2026-01-31T09:00:01Z' } }),
        ],
      }),
    );
    const shows = (second: number) =>
      [200, `{"payment_id":"NEW-9","created_at":"2027-05-05T05:05:0${second}Z"}`] as const;
    expect(runScript(script, [shows(1), shows(1)]).status).toBe(0);
    expect(runScript(script, [shows(1), shows(2)]).status).toBe(1);
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
    ['words that are no plain value', failureRecord({ breaches: [inWords] })],
  ])('a script says that only a replay judges %s, and exits 3', (_case, failure) => {
    const { status, stderr } = runScript(curlScript(failure), [made, made, made]);
    expect(stderr).toContain('npx payproof replay judges it');
    expect(status).toBe(3);
  });
});
