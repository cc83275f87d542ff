import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { FailureRecord, TranscriptLine } from '../../../harness/records/failure-record.ts';
import { atOnce } from '../../../reports/reproduction/at-once.ts';
import { curlScript } from '../../../reports/reproduction/curl/curl.ts';
import { hurlFile } from '../../../reports/reproduction/hurl/hurl.ts';
import { whyNoScript, whyReplayOnly } from '../../../reports/reproduction/reproduction.ts';
import { vitestFile } from '../../../reports/reproduction/vitest/vitest-file.ts';
import { failureRecord, line } from '../certificate/synthetic.ts';

const legacy = { to: 'legacy', method: 'POST', credential: 'valid' };

/** An Authorize that makes a payment. */
function made(payment: string, ref = 'order-12345678'): TranscriptLine {
  const call = { ...legacy, operation: 'authorize', path: '/pay/authorize', body: { order_ref: ref } };
  return line({ call, reply: { status: 'authorize_success', payment_id: payment } });
}

/** What is done with a payment, with more in the answer. */
function done(
  operation: string,
  payment: string,
  reply: Readonly<Record<string, string>> = {},
  http = 200,
): TranscriptLine {
  const call = { ...legacy, operation, path: `/pay/${operation}`, body: { payment_id: payment } };
  const answer = { status: `${operation}_success`, payment_id: payment, ...reply };
  return line({ step: 's2', operation, kind: 'plain', http, call, reply: answer });
}

const captured = [made('pay_1'), done('capture', 'pay_1', { capture_id: 'cap_1' }), done('status', 'pay_1')];
const other = [made('pay_2'), done('close', 'pay_2')];

const breach = { rule: 'legacy.common.payment-id-echoed', expected: 'pay_1', received: '"pay_2"' };

/** An answer that was about another payment, beside one other sequence. */
function mixedUp(alone: FailureRecord['alone'] = [captured, other]): FailureRecord {
  const expected = { ...breach, expect: [{ at: 'payment_id', must: { is: 'pay_1' } }] };
  return failureRecord({
    requirement: [breach.rule],
    breaches: [expected],
    transcript: [made('pay_1'), done('status', 'pay_1', { payment_id: 'pay_2' })],
    together: [[{ id: 's1', operation: 'authorize', kind: 'approved', uses: {} }]],
    ...(alone !== undefined && { alone }),
  });
}

const shownBy = (...lines: readonly TranscriptLine[]) =>
  atOnce({ alone: [lines, other] })?.[0]?.calls.map(({ about, gives }) => [
    about.map(({ field }) => field),
    gives,
  ]);

describe('what shows that an answer is about something else than its request', () => {
  test.each([
    [
      'what was made has an id of its own, and what is done to it names it',
      captured,
      [
        [[], ['payment_id']],
        [['payment_id'], ['capture_id']],
        [['payment_id'], []],
      ],
    ],
    [
      'a refusal names what was asked for, and gives nothing',
      [done('close', 'never-issued', { status: 'close_fail', capture_id: 'cap_9' }, 400)],
      [[['payment_id'], []]],
    ],
    [
      'a refusal with a 2xx gives nothing either',
      [line({ ...made('pay_1'), reply: { status: 'authorize_fail', payment_id: 'pay_1' } }), made('pay_2')],
      [
        [[], []],
        [[], ['payment_id']],
      ],
    ],
    [
      'an id that an earlier answer has given is no new one',
      [made('pay_1'), made('pay_1')],
      [
        [[], ['payment_id']],
        [[], []],
      ],
    ],
  ])('%s', (_claim, lines, expected) => {
    expect(shownBy(...lines)).toEqual(expected);
  });

  test('the id of the resource interface stands in the path', () => {
    const call = { ...legacy, to: 'resource', operation: 'get', method: 'GET', path: '/payments/pay_1' };
    const reply = { id: 'pay_1', payment_id: 'pay_1' };
    expect(shownBy(line({ call, reply }))).toEqual([[['id'], []]]);
  });
});

describe('answers that are mixed up, as files', () => {
  const script = curlScript(mixedUp());
  const file = vitestFile(mixedUp()) ?? '';

  test('both say how much they send', () => {
    for (const text of [script, file])
      expect(text).toContain(
        'COPIES times, 4 unless set, in at most ROUNDS rounds, 10 unless set: 200 requests where nothing is mixed up.',
      );
  });

  test('the script is one that a shell can read, and sends the sequences in the background', () => {
    expect(spawnSync('sh', ['-n'], { input: script }).stderr.toString()).toBe('');
    const sent = script.slice(script.indexOf('while [ "$copy"'));
    expect(sent).toContain('sequence1 >"$dir/1-$copy" 2>&1 & pids="$pids $!"');
    expect(sent).toContain('sequence2 >"$dir/2-$copy" 2>&1 & pids="$pids $!"');
    expect(sent.indexOf('wait $pids')).toBeGreaterThan(sent.indexOf('sequence2'));
  });

  test('the script holds each answer against the id of its request, and ids that are given against each other', () => {
    const [, first = '', second = ''] = script.split(/^sequence\d\(\) {$/m);
    expect(first).toContain("\ngives 'payment_id'\npayment_id_1=$(extract 'payment_id' 'pay_' 1)");
    expect(first.match(/^(?:about|gives) .*$/gm)).toEqual([
      "gives 'payment_id'",
      `about 'payment_id' "$payment_id_1"`,
      "gives 'capture_id'",
      `about 'payment_id' "$payment_id_1"`,
    ]);
    expect(second.match(/^(?:about|gives) .*$/gm)).toEqual([
      "gives 'payment_id'",
      `about 'payment_id' "$payment_id_1"`,
    ]);
  });

  test('the test file does the same', () => {
    const code = file.slice(file.indexOf('const sequences'), file.indexOf('\ntest('));
    expect(code.match(/(?:about|gives)\(.*\);/g)).toEqual([
      'gives(answer1, "payment_id", given);',
      'about(answer2, "payment_id", payment_id_1);',
      'gives(answer2, "capture_id", given);',
      'about(answer3, "payment_id", payment_id_1);',
      'gives(answer1, "payment_id", given);',
      'about(answer2, "payment_id", payment_id_1);',
    ]);
    expect(file).toContain('await Promise.allSettled(atOnce)');
  });

  test('a reference of an order is another one each time, unless no text can stand behind it', () => {
    const sent = (ref: string) => {
      const failure = mixedUp([[made('pay_1', ref)], [made('pay_2', ref)]]);
      return [curlScript(failure), vitestFile(failure) ?? ''] as const;
    };
    const [sh, ts] = sent('order-abcdefgh');
    expect(sh).toContain(`ref_1='order-abcdefgh'"$fresh"`);
    expect(sh).toContain(`"order_ref":'"\\"$ref_1\\""'`);
    expect(ts).toContain('const ref_1 = "order-abcdefgh" + fresh;');
    expect(ts).toContain('order_ref: ref_1');
    for (const ref of ['x'.repeat(41), 'A-1'])
      for (const text of sent(ref)) {
        expect(text).toContain(ref);
        expect(text).not.toContain('ref_1');
      }
  });

  test('what the target has said stays text in them', () => {
    const hostile = `pay_'; touch /tmp/x; $(id) \``;
    const failure = mixedUp([[done('close', hostile)], other]);
    expect(curlScript(failure)).toContain(`about 'payment_id' 'pay_'\\''; touch /tmp/x; $(id) \`'`);
    expect(vitestFile(failure)).toContain(`about(answer1, "payment_id", ${JSON.stringify(hostile)});`);
  });

  test('there is none of hurl, which sends one request after another, and a script judges', () => {
    const call = { ...legacy, to: 'resource', operation: 'get', method: 'GET', path: '/payments/pay_1' };
    const breaches = [{ ...breach, expect: [{ at: 'id', must: { is: 'pay_1' } }] }];
    const transcript = [line({ call, reply: { id: 'pay_2' } })];
    const { together: _, alone: __, ...alone } = mixedUp();
    expect(hurlFile({ ...alone, breaches, transcript })).toContain('jsonpath "$.id" == "pay_1"');
    expect(hurlFile({ ...mixedUp(), breaches, transcript })).toBeUndefined();
    expect([whyNoScript(mixedUp()), whyReplayOnly(mixedUp())]).toEqual([undefined, undefined]);
  });
});

test.each([
  ['the journal is of an older run', undefined],
  [
    'a request is written in another way',
    [[line({ call: { ...legacy, spelling: 'spaced' } }), ...captured], other],
  ],
  [
    'a payment is given out by the operator',
    [[line({ call: { ...legacy, given: 'payment' } }), ...captured], other],
  ],
  ['no answer says what it is about', [[line({ reply: {} })], [line({ reply: {} })]]],
])('only a replay shows answers that are mixed up where %s', (_where, alone) => {
  const { alone: _, ...older } = mixedUp();
  const failure = alone === undefined ? older : mixedUp(alone);
  expect(whyReplayOnly(failure)).toBe('it shows only while other sequences run at the same time');
  expect(vitestFile(failure)).toBeUndefined();
  expect(curlScript(failure)).toContain("unable 'not judged: it shows only while other sequences run");
});
