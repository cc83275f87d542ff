import { describe, expect, test } from 'vitest';
import type { ExchangeRecord } from '../../../harness/records/exchange-records.ts';
import { sentExchange } from '../../../reports/ci/http-exchange.ts';
import { answerView, requestView, jsonLines, marksOf } from '../../../reports/page/violations/http-view.ts';
import { exchangeRecord } from '../certificate/synthetic.ts';

const breach = (expected: string, about?: string) => ({
  rule: 'legacy.capture.full-closes',
  expected,
  received: 'x',
  ...(about !== undefined && { about }),
});

const sent = (more: Partial<ExchangeRecord>) => sentExchange(exchangeRecord(more), 0);

describe('a JSON text', () => {
  test('has a line for each value, and keeps each number as it was sent', () => {
    const text = '{"a":1.50,"big":12345678901234567890,"list":[{"x":"a,b:{"},[],{}],"empty":{}}';
    const lines = jsonLines(text) ?? [];
    expect(lines.map((line) => `${' '.repeat(line.depth)}${line.text}`)).toEqual([
      '{',
      ' "a": 1.50,',
      ' "big": 12345678901234567890,',
      ' "list": [',
      '  {',
      '   "x": "a,b:{"',
      '  },',
      '  [],',
      '  {}',
      ' ],',
      ' "empty": {}',
      '}',
    ]);
    expect(lines.find((line) => line.text.startsWith('"x"'))?.path).toEqual(['list', 'x']);
  });

  test.each(['"text"', '7', '[1,[2,3]]', 'null', '{"":{"":1}}', '{"a\\"b":"\\\\"}'])(
    '%s is the same when it is read again',
    (text) => {
      const again = (jsonLines(text) ?? []).map((line) => line.text).join('');
      expect(JSON.parse(again)).toEqual(JSON.parse(text));
    },
  );

  test.each(['', '{', 'a page', '{"a":}', '<html>'])('%j is none', (text) => {
    expect(jsonLines(text)).toBeUndefined();
  });
});

describe('an exchange as HTTP', () => {
  test('has method and URL, headers with secrets masked, and the body in lines', () => {
    const headers = {
      authorization: 'Bearer <API_KEY>',
      'x-api-key': 'sk_live_1',
      'content-type': 'application/json',
    };
    const request = {
      method: 'POST',
      url: 'http://t.test/pay/capture',
      headers,
      body: '{"payment_id":"P-77"}',
    };
    const { text } = requestView(sent({ request }));
    expect(text).toContain('<b>POST http://t.test/pay/capture</b>\nauthorization: Bearer &lt;API_KEY&gt;\n');
    expect(text).toContain('x-api-key: &lt;masked&gt;');
    expect(text).not.toContain('sk_live');
    expect(text).toContain('\n\n{\n  &quot;payment_id&quot;: &quot;P-77&quot;\n}');
  });

  test('marks the field that differs, by whatever it lies in, with what was expected beside it', () => {
    const reply = {
      http: 200,
      headers: {},
      body: '{"order":{"items":[{"amount":5,"title":"t"}]},"amount":7}',
    };
    const { text } = answerView(sent({ reply }), marksOf([breach('amount: 6', 'items.amount')]));
    expect(text.match(/<mark>/g)).toHaveLength(1);
    expect(text).toContain(
      '<mark>&quot;amount&quot;: 5,</mark> <span class="fail">← expected amount: 6</span>',
    );
  });

  test('marks the status line, a header, and a field that is not there', () => {
    const reply = { http: 200, headers: { 'content-type': 'text/html' }, body: '{"status":"ok"}' };
    const { text } = answerView(
      sent({ reply }),
      marksOf([
        { ...breach('HTTP status 400'), expect: [{ http: [400] }] },
        breach('application/json', 'content-type'),
        { ...breach('code: "gone"'), expect: [{ at: 'code', must: { is: 'gone' } }] },
      ]),
    );
    expect(text).toContain(
      '<mark><b>HTTP 200</b></mark> <span class="fail">← expected HTTP status 400</span>',
    );
    expect(text).toContain('<mark>content-type: text/html</mark>');
    expect(text).toContain(
      '<mark>code is not there</mark> <span class="fail">← expected code: &quot;gone&quot;',
    );
  });

  test('says why there is no answer, and keeps a body that is no JSON', () => {
    expect(answerView(sent({ lost: 'reset', reply: undefined as never })).text).toContain(
      'no answer</b> reset',
    );
    const reply = { http: 502, headers: {}, body: '<h1>\nbad gateway', truncated: true } as const;
    expect(answerView(sent({ reply })).text).toContain(
      '\n\n&lt;h1&gt;\nbad gateway\n… (the journal holds no more)',
    );
  });
});
