import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/model.ts';
import {
  notifiedCode,
  vitestFile as vitestFileOf,
} from '../../../reports/reproduction/vitest/vitest-file.ts';
import type { FailureRecord } from '../../../harness/records/failure-record.ts';
import { source } from '../../../reports/reproduction/vitest/javascript.ts';
import type { NotifiedExpect } from '../../../spec/expect.ts';
import { failureRecord, line, lostRace, signature } from '../certificate/synthetic.ts';

const root = join(import.meta.dirname, '../../..');
const dir = mkdtempSync(join(tmpdir(), 'payproof-vitest-'));
symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
afterAll(() => rmSync(dir, { recursive: true }));

function vitestFile(failure: FailureRecord): string {
  const file = vitestFileOf(failure);
  if (file === undefined) throw new Error('there is no test file');
  return file;
}

/** Runs the files against a server that answers each of them from a list, and tells the outcome and what was sent. */
async function run(
  file: string,
  replies: readonly Json[],
  notify: (url: string) => readonly { readonly url: string; readonly body: Json }[] = () => [],
  more: Readonly<Record<string, string>> = {},
) {
  const sent: { url: string; body: string; authorization: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      sent.push({ url, body: Buffer.concat(chunks).toString(), authorization: headers.authorization ?? '' });
      response.end(JSON.stringify(replies[sent.length - 1] ?? {}));
      if (sent.length < replies.length) return;
      const address = /"url":"([^"]*)"/.exec(sent[0]?.body ?? '')?.[1];
      for (const one of notify(address ?? ''))
        void fetch(one.url, { method: 'POST', body: JSON.stringify(one.body) });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  writeFileSync(join(dir, 'one.test.ts'), file);
  const child = spawn(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--root', dir, '--reporter', 'verbose'],
    {
      cwd: dir,
      env: {
        PATH: process.env['PATH'],
        NO_COLOR: '1',
        TARGET_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        CONTROL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        DEADLINE_MS: '400',
        SETTLE_MS: '100',
        PAY_API_KEY: 'key',
        PAY_SECRET: 'secret',
        PAY_SECRET_KEY: 'sk_1',
        ...more,
      },
    },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [exit] = (await once(child, 'exit')) as [number];
  server.close();
  return { exit, output, sent };
}

/** Authorize, capture, status: a whole capture that leaves the payment open. */
function leftOpen() {
  const call = { ...(line().call as Record<string, Json>), operation: 'status', path: '/pay/status' };
  const status = line({
    step: 's3',
    operation: 'status',
    kind: 'read',
    call: { ...call, body: { payment_id: 'P-77' } },
  });
  return failureRecord({ transcript: [...failureRecord().transcript, status] });
}

const answers = (status: string) => [{ payment_id: 'NEW-9' }, { capture_id: 'C-2' }, { status }];

describe('a failure as a stand-alone test file', () => {
  test('fails while the fault is there: ids are passed on, checksums computed, the assertion fails', async () => {
    const { exit, output, sent } = await run(vitestFile(leftOpen()), answers('open'));
    expect(output).toContain("expected 'open' to be 'close'");
    expect(exit).toBe(1);
    const checksum = createHash('sha256').update('secretNEW-9').digest('base64');
    expect(sent[1]).toEqual({
      url: '/pay/capture',
      body: `{"payment_id":"NEW-9","checksum":"${checksum}"}`,
      authorization: 'Bearer key',
    });
    expect(sent[2]?.body).toContain('"payment_id":"NEW-9"');
  });

  test('passes once the fault is fixed', async () => {
    const { exit, output } = await run(vitestFile(leftOpen()), answers('close'));
    expect(output).toContain('1 passed');
    expect(exit).toBe(0);
  });

  test('asserts nothing where an earlier step, refused then, is answered otherwise', async () => {
    const failure = leftOpen();
    const [authorized, captured, status] = failure.transcript;
    if (authorized === undefined || captured === undefined || status === undefined)
      throw new Error('too short');
    const refused = { ...captured, http: 400, reply: { status: 'capture_fail' } };
    const file = vitestFile({ ...failure, transcript: [authorized, refused, status] });
    const { exit, output } = await run(file, answers('open'));
    expect(output).toContain("step 2 was answered otherwise than then, so the failure can't be judged");
    expect(output).toContain('1 skipped');
    expect(exit).toBe(0);
  });

  test('runs nothing of what a target sent', async () => {
    const evil = "'\"; require('fs').writeFileSync('owned', '') //\n*/ ${process.exit(7)} `\\\u2028";
    const call = {
      ...(line().call as Record<string, Json>),
      body: { ['__proto__']: evil, [evil]: evil },
      path: `/${evil}`,
    };
    const file = vitestFile(
      failureRecord({
        summary: evil,
        requirement: [evil],
        reproduction: evil,
        breaches: [
          { rule: evil, expected: evil, received: evil, expect: [{ at: 'status', must: { is: evil } }] },
        ],
        transcript: [
          line({ operation: evil, kind: evil, received: evil, reply: { payment_id: evil } }),
          line({ call: { ...call, rawBody: evil } }),
        ],
      }),
    );
    const { output, sent } = await run(file, [{ payment_id: 'x' }, { status: 'x' }]);
    expect(existsSync(join(dir, 'owned'))).toBe(false);
    expect(output).toContain('1 passed');
    expect(sent).toHaveLength(2);
  });

  test('needs only node and vitest', () => {
    const imported = [...vitestFile(leftOpen()).matchAll(/^import .* from '(.*)';$/gm)].map(
      ([, from]) => from,
    );
    expect(imported).toEqual(['node:crypto', 'vitest']);
  });

  test('is not written where only a replay can judge', () => {
    const procedure = {
      interface: 'webhooks',
      machine: 'webhooks-retries',
      signature: signature('procedure'),
    };
    const words = { rule: 'x', expected: 'a JSON object', received: '"x"' };
    expect(vitestFileOf(failureRecord(procedure))).toBeUndefined();
    expect(vitestFileOf(lostRace())).toBeUndefined();
    expect(vitestFileOf(failureRecord({ breaches: [words] }))).toBeUndefined();
    expect(vitestFileOf(failureRecord({ alsoPermitted: [[words]] }))).toBeUndefined();
  });

  test('accepts each of the answers that are permitted, and no other', async () => {
    const breach = (is: string) => ({
      rule: 'x',
      expected: is,
      received: 'that',
      expect: [{ at: 'status', must: { is } }],
    });
    const file = vitestFile(
      failureRecord({
        transcript: [line()],
        breaches: [breach('authorize_fail')],
        alsoPermitted: [[breach('request_failed')]],
      }),
    );
    expect(await run(file, [{ status: 'authorize_fail' }])).toMatchObject({ exit: 0 });
    expect(await run(file, [{ status: 'request_failed' }])).toMatchObject({ exit: 0 });
    const wrong = await run(file, [{ status: 'authorize_success' }]);
    expect(wrong.exit).toBe(1);
    expect(wrong.output).toContain('none of the permitted answers');
  });

  test('writes a long body over several lines', () => {
    const body = { order: { items: [{ id: 'a'.repeat(30), title: 'b'.repeat(30) }], tax: 1 }, note: 'c' };
    const call = { ...(line().call as Record<string, Json>), body };
    const lines = vitestFile(failureRecord({ transcript: [line({ call })] })).split('\n');
    expect(lines).toContain('      note: "c",');
    expect(lines).toContain('        tax: 1,');
  });

  test.each([
    ['red while a notification is missing', [], 1, 'expected 0 to be greater than or equal to 1'],
    ['green once it comes', ['NEW-9'], 0, '1 passed'],
    ['red when it comes about another payment', ['OTHER'], 1, 'expected 0 to be greater than or equal to 1'],
    [
      'red when it names the payment in a list',
      [['NEW-9']],
      1,
      'expected 0 to be greater than or equal to 1',
    ],
  ])('is %s', async (_case, payments, exit, words) => {
    const expected = 'a notification close_success P-77';
    const file = vitestFile(
      failureRecord({
        signature: signature('notifications'),
        transcript: [line()],
        breaches: [
          {
            rule: 'x',
            expected,
            received: 'none before the deadline',
            expect: [{ notifications: { status: 'close_success', payment_id: 'P-77' }, least: 1 }],
          },
        ],
      }),
    );
    // What comes is not waited for to the end, so there is time for a busy machine.
    const patience = exit === 0 ? { DEADLINE_MS: '20000' } : {};
    const ran = await run(
      file,
      [{}, { payment_id: 'NEW-9' }],
      (url) => payments.map((id) => ({ url, body: { status: 'close_success', payment_id: id } })),
      patience,
    );
    expect(ran.output).toContain(words);
    expect(ran.exit).toBe(exit);
    expect(ran.sent.map(({ url }) => url)).toEqual(['/webhook', '/pay/authorize']);
  });
});

const closed = { status: 'close_success', payment_id: 'P-77' };

test.each<[NotifiedExpect, string]>([
  [
    { notifications: closed, least: 1 },
    'expect(await inbox.count({ status: "close_success", payment_id: payment }, 1)).toBeGreaterThanOrEqual(1)',
  ],
  [
    { notifications: closed, most: 1 },
    'expect(await inbox.distinct({ status: "close_success", payment_id: payment })).toBeLessThanOrEqual(1)',
  ],
  [
    { notification: closed, at: 'reason', must: { missing: 'absent' } },
    `for (const one of await inbox.all({ status: "close_success", payment_id: payment })) expect(at(one.body, "reason") ?? '').toBe('')`,
  ],
  [
    { notification: {}, at: '', must: { type: 'object' } },
    'for (const one of await inbox.all({  })) expect(one.body).toSatisfy((value) => isObject(value))',
  ],
  [
    { notification: {}, method: 'POST' },
    'for (const one of await inbox.all({  })) expect(one.method).toBe("POST")',
  ],
])('the expected %j becomes the assertion %s', (expected, code) => {
  const learned = [{ value: 'P-77', variable: 'payment' }];
  expect(notifiedCode(expected, (value) => source(value, learned))).toBe(code);
});
