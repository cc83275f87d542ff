import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/model.ts';
import { curlScript } from '../../../reports/reproduction/curl/curl.ts';
import { failureRecord, line, lostRace, signature } from '../certificate/synthetic.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-curl-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** Runs a script with a curl that notes its arguments and answers from a list. */
function runWith(script: string, replies: readonly string[]): readonly string[] {
  const file = join(dir, 'script.sh');
  writeFileSync(file, script);
  replies.forEach((reply, index) => writeFileSync(join(dir, `reply-${index + 1}`), `${reply}\n200`));
  writeFileSync(join(dir, 'count'), '0');
  writeFileSync(join(dir, 'sent'), '');
  const fake = [
    '#!/bin/sh',
    'n=$(($(cat "$FAKE/count") + 1)); echo $n > "$FAKE/count"',
    'for word in "$@"; do printf "%s\\n" "$word" >> "$FAKE/sent"; done',
    'cat "$FAKE/reply-$n"',
  ];
  writeFileSync(join(dir, 'curl'), `${fake.join('\n')}\n`);
  chmodSync(join(dir, 'curl'), 0o755);
  const ran = spawnSync('sh', [file], {
    cwd: dir,
    encoding: 'utf8',
    env: {
      PATH: `${dir}:${process.env['PATH'] ?? ''}`,
      FAKE: dir,
      BASE_URL: 'http://t.test',
      PAY_API_KEY: 'key',
      PAY_SECRET: 'secret',
      PAY_SECRET_KEY: 'sk_1',
      CONTROL_URL: 'http://t.test/control',
    },
  });
  // The canned answers decide the verdict, which other tests are about; nothing else may be said.
  expect(ran.stderr).toMatch(/^(?:not judged: [^\n]*\n)?$/);
  return readFileSync(join(dir, 'sent'), 'utf8').split('\n');
}

describe('a failure as a shell script', () => {
  test('takes ids from the replies and computes checksums with them', () => {
    const sent = runWith(curlScript(failureRecord()), [
      '{"status":"authorize_success","payment_id" : "NEW-9"}',
      '{}',
    ]);
    const checksum = createHash('sha256').update('secretNEW-9').digest('base64');
    expect(sent).toContain(`{"payment_id":"NEW-9","checksum":"${checksum}"}`);
    expect(sent).toContain('http://t.test/pay/capture');
    expect(sent).toContain('Authorization: Bearer key');
    const hex = createHash('sha256').update('secret100store').digest('hex');
    expect(sent).toContain(`{"order":{"order_ref":"A-1"},"checksum":"${hex}"}`);
  });

  test('says where to look when notifications fail, which a script does not receive', () => {
    const about = (more: Parameters<typeof failureRecord>[0]) => curlScript(failureRecord(more));
    expect(about({ signature: signature('notifications') })).toContain(
      '\n# It shows in the notifications: watch the webhook URL',
    );
    expect(about({ signature: signature('procedure') })).toContain(
      '\n# It shows in the notifications and in how the target reacts to the answers',
    );
    expect(about({})).not.toContain('It shows');
  });

  test('says by how much the suite moved the clock, where no step does', () => {
    const moves = [
      { at: 10, ms: 7_200_000 },
      { at: 20, ms: 10_000 },
    ];
    const told = "# The suite moved the target's clock by 2 h in all meanwhile";
    const about = (at: 'reply' | 'procedure', more = {}) =>
      curlScript(failureRecord({ signature: signature(at), ...more }), moves);
    expect(about('procedure')).toContain(told);
    expect(about('reply')).not.toContain('The suite moved');
    expect(about('procedure', { transcript: [line({ control: true })] })).not.toContain('The suite moved');
  });

  test('distinguishes kinds of ids by their prefix, and fills them into paths', () => {
    const created = {
      id: 'pay_1',
      order: { items: [{ id: 'pay' }] },
      captures: [{ id: 'cap_a' }, { id: 'cap_b' }],
    };
    const call = { to: 'resource', operation: 'payments.refund', method: 'POST', credential: 'valid' };
    const transcript = [
      line({ call: { ...call, path: '/payments', body: {} }, reply: created }),
      line({
        call: { ...call, path: '/payments/pay_1/refunds', body: { capture_id: 'cap_b' } },
        reply: null,
      }),
    ];
    const other = { ...created, id: 'pay_9', captures: [{ id: 'cap_x' }, { id: 'cap_y' }] };
    const sent = runWith(curlScript(failureRecord({ transcript })), [JSON.stringify(other), '{}']);
    expect(sent).toContain('http://t.test/payments/pay_9/refunds');
    expect(sent).toContain('{"capture_id":"cap_y"}');
    expect(sent).toContain('Service-Version: 2018-04-10');
  });

  test('does not read from a reply what the sequence itself sent first', () => {
    const call = { ...(line().call as Record<string, Json>), body: { order_id: 'MINE-1' } };
    const transcript = [line({ call, reply: { order_id: 'MINE-1' } }), line({ call })];
    expect(curlScript(failureRecord({ transcript }))).not.toContain('extract order_id');
  });

  test('runs nothing of what a target sent', () => {
    const evil = `'"; touch "$FAKE/owned"; $(touch owned) \`touch owned\`\n touch owned #\r\\`;
    const call = { ...(line().call as Record<string, Json>), body: { note: evil }, path: `/x${evil}` };
    const raw = { ...call, operation: 'capture', rawBody: `@${evil}` };
    const script = curlScript(
      failureRecord({
        summary: evil,
        requirement: [evil],
        breaches: [{ rule: evil, expected: evil, received: evil }],
        transcript: [
          line({ operation: evil, kind: evil, expected: evil, received: evil, reply: { payment_id: evil } }),
          line({ call, reply: { [evil]: evil } }),
          line({ call: raw }),
          line({ call: { ...call, body: { payment_id: evil } } }),
        ],
      }),
    );
    const sent = runWith(script, ['{"payment_id":"$(touch owned)"}', '{}', '{}', '{}']);
    expect(existsSync(join(dir, 'owned'))).toBe(false);
    // What was learned stands where the target's own text stood, and is not run either.
    expect(sent).toContain('@$(touch owned)');
  });

  const right = createHash('sha256').update('secretx').digest('hex');
  const ofWrongSecret = createHash('sha256').update('payproof_secret_that_is_wrongx').digest('hex');
  test.each([
    ['missing', '{}'],
    ['wrong-secret', `{"checksum":"${ofWrongSecret}"}`],
    ['truncated', `{"checksum":"${right.slice(0, 32)}"}`],
    ['upper-case', `{"checksum":"${right.toUpperCase()}"}`],
    ['extended', `{"checksum":"${right}00"}`],
    ['first-half', `{"checksum":"${right.slice(0, 32)}${ofWrongSecret.slice(32)}"}`],
    ['second-half', `{"checksum":"${ofWrongSecret.slice(0, 32)}${right.slice(32)}"}`],
    ['swapped-case', `{"checksum":"${right.toUpperCase()}"}`],
    ['null', '{"checksum":null}'],
    ['empty', '{"checksum":""}'],
    ['garbage', '{"checksum":"not a checksum"}'],
  ])('can send a checksum that is %s', (corruption, body) => {
    const checksum = { of: 'x', encoding: 'hex', corruption };
    const call = { ...(line().call as Record<string, Json>), body: {}, checksum };
    expect(runWith(curlScript(failureRecord({ transcript: [line({ call })] })), ['{}'])).toContain(body);
  });

  test('can send bytes that are not UTF-8, and the key of the other interface', () => {
    const call = { ...(line().call as Record<string, Json>), body: { a: '日' }, strayBytes: true };
    const keyed = { ...call, credential: 'other-interface', strayBytes: false };
    const transcript = [line({ call }), line({ call: keyed })];
    const sent = runWith(curlScript(failureRecord({ transcript })), ['{}', '{}']);
    expect(sent.find((word) => word.startsWith('{"note":"\ufffd'))).toContain('","a":"日","checksum":"');
    expect(sent).toContain('Authorization: Bearer sk_1');
  });

  test('waits before a request that the run sent a second later', () => {
    const call = { ...(line().call as Record<string, Json>), pauseMs: 1000 };
    expect(
      curlScript(failureRecord({ transcript: [line(), line({ call })] })).match(/^sleep \d+$/gm),
    ).toEqual(['sleep 1']);
  });

  test.each([
    ['valid', 'Authorization: Bearer key'],
    ['cut', 'Authorization: Bearer ke'],
    ['longer', 'Authorization: Bearer key0'],
    ['other-case', 'Authorization: Bearer KEY'],
    ['other-scheme', 'Authorization: Basic key'],
  ])('sends the same credentials as the run: %s', (credential, header) => {
    const call = { ...(line().call as Record<string, Json>), credential };
    expect(runWith(curlScript(failureRecord({ transcript: [line({ call })] })), ['{}'])).toContain(header);
  });

  test('sends overlapping requests together, in the same order, and waits for both', () => {
    const script = curlScript(lostRace());
    const [before = '', together = '', after = ''] = script.split(/^together=.*$|^wait$/m);
    expect(before).toContain('/pay/authorize');
    expect(together.match(/\/pay\/\w+/g)).toEqual(['/pay/capture', '/pay/close']);
    expect(together.match(/^} >"\$together\/\d" &$/gm)).toHaveLength(2);
    expect(after).toContain('cat "$together/3" "$together/2"');
    expect(script).toContain('# seen 1 of 8 times');
    const same = '{"payment_id":"NEW-9"}';
    const sent = runWith(script, [same, same, same]);
    expect(sent.filter((word) => word.includes('/pay/')).toSorted()).toEqual([
      'http://t.test/pay/authorize',
      'http://t.test/pay/capture',
      'http://t.test/pay/close',
    ]);
  });

  test('sends what a client sent behind its own request as soon as that one is answered', () => {
    const race = lostRace();
    const read = { ...(line().call as Record<string, Json>), operation: 'status', path: '/pay/status' };
    const script = curlScript({
      ...race,
      transcript: [...race.transcript, line({ step: 's4', operation: 'status', call: read })],
      overlap: [...(race.overlap ?? []), { step: 's4', from: 23, to: 24, behind: 's2' }],
    });
    const [, together = ''] = script.split(/^together=.*$|^wait$/m);
    const clients = together.split(/^} >.*$/m).map((client) => client.match(/\/pay\/\w+/g));
    expect(clients).toEqual([['/pay/capture', '/pay/status'], ['/pay/close'], null]);
    const same = '{"payment_id":"NEW-9"}';
    const sent = runWith(script, [same, same, same, same]);
    expect(sent.filter((word) => word.includes('/pay/'))).toHaveLength(4);
  });

  test('is POSIX shell', () => {
    const file = join(dir, 'syntax.sh');
    writeFileSync(file, curlScript(failureRecord()));
    expect(() => execFileSync('sh', ['-n', file])).not.toThrow();
  });
});
