import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { readTraffic } from '../../../harness/traffic/read-traffic.ts';

const base = mkdtempSync(join(tmpdir(), 'payproof-traffic-'));
afterAll(() => rmSync(base, { recursive: true }));

const entry = {
  startedDateTime: '2026-01-31T09:00:00.000Z',
  time: 12,
  request: {
    method: 'post',
    url: 'https://pay.example.com/payments',
    headers: [
      { name: ':path', value: '/' },
      { name: 'Host', value: 'a' },
    ],
    postData: { text: '{"a":"é"}' },
  },
  response: { status: 200, headers: [], content: { text: '{}' } },
};
const harOf = (...entries: readonly unknown[]) => JSON.stringify({ log: { entries } });
const line = JSON.stringify({
  kind: 'exchange',
  sent: '2026-01-31T09:00:00.000Z',
  ms: 12,
  request: {
    method: 'post',
    url: 'https://pay.example.com/payments',
    headers: { ':path': '/', Host: 'a' },
    body: '{"a":"é"}',
  },
  response: { status: 200, headers: {}, body: '{}' },
});

function reading(name: string, content: string | Buffer) {
  writeFileSync(join(base, name), content);
  return readTraffic(join(base, name));
}

const utf16 = (text: string, isBig: boolean): Buffer => {
  const bytes = Buffer.from(`\u{feff}${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe.each([
  ['HAR', harOf(entry)],
  ['HAR in several lines', JSON.stringify(JSON.parse(harOf(entry)), null, 2)],
  ['lines of JSON', `${line}\n`],
])('a file of %s', (form, text) => {
  test.each([
    ['in UTF-8', Buffer.from(text)],
    ['in UTF-8 with a byte order mark', Buffer.from(`\u{feff}${text}`)],
    ['in UTF-16, little end first', utf16(text, false)],
    ['in UTF-16, big end first', utf16(text, true)],
    ['compressed by gzip', gzipSync(text)],
    ['in UTF-16, compressed', gzipSync(utf16(text, true))],
  ])('is read %s', async (_how, bytes) => {
    const { exchanges, damaged } = await reading(`${form}.har.gz`, bytes);
    expect(damaged).toBe(0);
    expect(exchanges[0]?.headers).toEqual({ host: 'a' });
    expect(exchanges).toMatchObject([
      { method: 'POST', body: '{"a":"é"}', reply: { http: 200, body: '{}' } },
    ]);
  });
});

test.each([
  [
    'bodies and data that are null',
    { request: { ...entry.request, postData: null }, response: { ...entry.response, content: null } },
  ],
  ['no response', { response: null }],
  ['a time of -1 beside its parts', { time: -1, timings: { blocked: -1, wait: 5, receive: 2.5 } }],
])('an entry with %s is read', async (_what, parts) => {
  const { exchanges, damaged } = await reading('parts.har', harOf({ ...entry, ...parts }));
  expect(damaged).toBe(0);
  expect(exchanges).toHaveLength(1);
});

test('a line with bodies that are null is read, and neither body is known', async () => {
  const nulls = line
    .replace('"body":"{\\"a\\":\\"é\\"}"', '"body":null')
    .replace('"body":"{}"', '"body":null');
  const { exchanges } = await reading('nulls.ndjson', nulls);
  expect(exchanges).toMatchObject([
    { isBodyUnseen: true, lost: expect.stringContaining('not recorded') as string },
  ]);
});

const broken = { ...entry, request: { ...entry.request, url: 7 } };
test.each([
  ['a field of an entry', harOf(broken), /entry 1: `request\.url`: expected string, received number/],
  [
    'a header of an entry',
    harOf({ ...entry, request: { ...entry.request, headers: [{ value: 'a' }] } }),
    /entry 1: `request\.headers\[0\]\.name`: expected string/,
  ],
  [
    'the time of an entry',
    harOf({ ...entry, startedDateTime: 'yesterday' }),
    /entry 1: `startedDateTime`: expected a time such as/,
  ],
  ['how long an entry took', harOf({ ...entry, time: null }), /entry 1: `time`: expected how long it took/],
  [
    'a field of a line',
    line.replace('"ms":12', '"ms":"12"'),
    /line 1: `ms`: expected number, received string/,
  ],
  ['a line that is no JSON', `{"kind":"exchange"}\n{`, /2 lines have another form \(line 1: `sent`/],
  ['JSON with a fault', '{"log":\n {"entries": [1,}}', /it is no JSON(: see line 2|\.)/],
  ['a list', `[${line}]`, /write each of its elements in a line of its own/],
  ['entries without their log', '{"entries":[]}', /a HAR file has it in `log`/],
  [
    'a collection of Postman',
    '{"info":{"schema":"https://schema.getpostman.com/x"},"item":[]}',
    /a collection of Postman/,
  ],
  [
    'a collection of Insomnia',
    '{"_type":"export","resources":[]}',
    /a collection of Insomnia: export it as HAR/,
  ],
  ['an OpenAPI description', '{"openapi":"3.1.0"}', /an OpenAPI description/],
  [
    'a session of Fiddler',
    Buffer.from([0x50, 0x4b, 3, 4, 0xff]),
    /a ZIP archive, such as a session of Fiddler/,
  ],
  ['a flow file of mitmproxy', '4092:9:websocket;0:~', /a flow file of mitmproxy/],
  ['packets', Buffer.from([0xd4, 0xc3, 0xb2, 0xa1, 2, 0]), /a capture of packets/],
  ['gzip that is cut', gzipSync(harOf(entry)).subarray(0, 30), /begins as gzip, and is cut short/],
  [
    'another encoding',
    Buffer.from([0x7b, 0xe9, 0x7d]),
    /not UTF-8 text, and does not begin with the byte order mark/,
  ],
])('%s of another form is refused with what would be right', async (_what, content, message) => {
  await expect(reading('other', content)).rejects.toThrow(message);
});

test('a file that is refused is not quoted, since keys may stand in it', async () => {
  const wrong = `{"log": sk_test_4f1c7a90e2b85d36}`;
  await expect(reading('secret.har', wrong)).rejects.toThrow(/^(?!.*sk_test).*it is no JSON/s);
});

test.each([
  [
    'more than 10 million values',
    `{"log":{"entries":[${'{},'.repeat(5_000_001)}{}]}}`,
    /more than 10000000 values/,
  ],
  ['more than 500,000 entries', `{"log":{"entries":[${'0,'.repeat(500_000)}0]}}`, /more than 500000 entries/],
])(
  'a file with %s is not read',
  async (_what, content, message) => {
    await expect(reading('large.har', content)).rejects.toThrow(message);
  },
  60_000,
);

test('what is nested deeper than any request is no reason to end', async () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const { exchanges, damaged } = await reading(
    'deep.har',
    `{"log":{"entries":[${JSON.stringify(entry)},${deep}]}}`,
  );
  expect([exchanges.length, damaged]).toEqual([1, 1]);
});
