import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/model.ts';
import { hurlFile } from '../../../reports/reproduction/hurl/hurl.ts';
import { hurlCommand, withoutHurl } from '../../support/targets/hurl.ts';
import { failureRecord, line } from '../certificate/synthetic.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-hurl-'));
afterAll(() => rmSync(dir, { recursive: true }));

const id = 'pay_2a7q0c91kd8843hs0q1x';
const call = (method: string, path: string, more: object = {}): Json => ({
  to: 'resource',
  operation: 'any',
  method,
  path,
  credential: 'valid',
  ...more,
});
const created = line({
  call: call('POST', '/payments', { body: { token_id: 'tok_given', amount: 12.5 } }),
  http: 200,
  received: '200',
  reply: { id, status: 'AUTHORIZED' },
});
const read = line({
  call: call('GET', `/payments/${id}`),
  http: 200,
  received: '200',
  reply: { id, status: 'CLOSED' },
});
const breach = {
  rule: 'x',
  expected: 'status: AUTHORIZED',
  received: '"CLOSED"',
  expect: [{ at: 'status', must: { is: 'AUTHORIZED' } }],
};
const failure = failureRecord({ breaches: [breach], transcript: [created, read] });

describe('a failure as a file of hurl', () => {
  test('names variables for address and keys, passes on ids of answers, and holds no id of the run', () => {
    const text = hurlFile(failure) ?? '';
    expect(text).toContain('POST {{target_url}}/payments\nAuthorization: Bearer {{pay_secret_key}}');
    expect(text).toContain('[Captures]\nid_1: jsonpath "$.id"');
    expect(text).toContain('GET {{target_url}}/payments/{{id_1}}');
    expect(text).toContain('jsonpath "$.status" == "AUTHORIZED"');
    expect(text).not.toContain(id);
  });

  test.each([
    [
      'what is permitted may rest on how a step before was refused',
      {
        transcript: [
          created,
          line({ call: call('POST', `/payments/${id}/refunds`), http: 403, reply: {} }),
          read,
        ],
      },
    ],
    [
      'its requests are signed',
      { transcript: [line({ call: { ...(created.call as object), to: 'legacy' } as Json }), read] },
    ],
    ['one of several answers is permitted', { alsoPermitted: [[{ ...breach, expect: [{ http: [404] }] }]] }],
    [
      'a text of it reads like a variable',
      { transcript: [{ ...created, call: call('POST', '/payments', { body: { a: '{{b}}' } }) }, read] },
    ],
    [
      'a part of the key has to be left out',
      { transcript: [{ ...created, call: call('POST', '/payments', { credential: 'cut' }) }, read] },
    ],
  ])('is not written where %s', (_why, changes) => {
    expect(hurlFile(failureRecord({ ...failure, ...changes }))).toBeUndefined();
  });

  test.skipIf(hurlCommand === undefined).each([
    ['4 while it is there', 'CLOSED', 4],
    ['0 when it is mended', 'AUTHORIZED', 0],
  ])(`makes hurl exit with %s${withoutHurl}`, async (_when, status, exit) => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(`${request.method} ${request.url}`);
      response.end(JSON.stringify({ id: 'pay_new', status: paths.length > 1 ? status : 'AUTHORIZED' }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const file = join(dir, 'one.hurl');
    writeFileSync(file, hurlFile(failure) ?? '');
    const [command = '', ...words] = hurlCommand ?? [];
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const child = spawn(command, [
      ...words,
      '--test',
      '--variable',
      `target_url=${url}`,
      '--variable',
      'pay_secret_key=k',
      file,
    ]);
    const [ended] = (await once(child, 'close')) as [number];
    server.close();
    expect([ended, paths]).toEqual([exit, ['POST /payments', 'GET /payments/pay_new']]);
  });
});
