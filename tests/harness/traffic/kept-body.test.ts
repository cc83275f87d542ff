import { gzipSync, brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { keptText, type WrittenBody } from '../../../harness/traffic/parts/kept-body.ts';

const json = '{"id":"pay_1","title":"é"}';
const bytes = Buffer.byteLength(json);
const base64 = Buffer.from(json).toString('base64');
const gzip = gzipSync(json);
const none = {};
const gzipped = { 'content-encoding': 'gzip' };

/** Of each: what a recorder has written, and the text that the body had; undefined: it is not known. */
const bodies: readonly (readonly [
  string,
  Omit<WrittenBody, 'headers'> & Partial<WrittenBody>,
  string | undefined,
])[] = [
  ['a text', { text: json }, json],
  ['a text of its size', { text: json, bytes }, json],
  ['a text of an unknown size', { text: json, bytes: -1 }, json],
  ['JSON shorter than its size, since a value was masked', { text: json, bytes: bytes + 1 }, json],
  ['a page shorter than its size', { text: '<html>', bytes: 900 }, undefined],
  [
    'a page shorter than its content-length',
    { text: '<html>', headers: { 'content-length': '900' } },
    undefined,
  ],
  [
    'a text shorter than the length of its coded bytes',
    { text: json, headers: { ...gzipped, 'content-length': '900' } },
    json,
  ],
  ['JSON without its end', { text: json.slice(0, -1) }, undefined],
  ['JSON without its end, of its size', { text: json.slice(0, -1), bytes: bytes - 1 }, json.slice(0, -1)],
  ['JSON with a bracket in a text', { text: '{"a":"{["}' }, '{"a":"{["}'],
  ['a text that ends with dots', { text: '{"a":1,...' }, undefined],
  ['a text that says that it was cut', { text: 'a page <truncated 900 bytes>' }, undefined],
  ['no JSON at all', { text: '<html>' }, '<html>'],
  ['no text beside a size', { bytes }, undefined],
  ['no text beside the size 0', { bytes: 0 }, ''],
  ['no text beside a content-length', { bytes: 0, headers: { 'content-length': '9' } }, undefined],
  ['no text beside the content-length 0', { bytes: -1, headers: { 'content-length': '0' } }, ''],
  ['no text in chunks', { bytes: 0, headers: { 'transfer-encoding': 'chunked' } }, undefined],
  ['nothing at all', {}, undefined],
  ['null', { text: null }, undefined],
  ['an empty text', { text: '' }, undefined],
  ['an empty text where that says that there was none', { text: '', saysEmpty: true }, ''],
  ['nothing of a GET', { method: 'GET' }, ''],
  [
    'nothing of a GET with a content-length',
    { method: 'GET', headers: { 'content-length': '9' } },
    undefined,
  ],
  ['nothing of a POST', { method: 'POST' }, undefined],
  ['base64', { text: base64, isBase64: true }, json],
  ['base64 in lines', { text: `${base64.slice(0, 8)}\r\n${base64.slice(8)}`, isBase64: true }, json],
  ['what is no base64', { text: '{"a":1}', isBase64: true }, undefined],
  ['gzip in base64', { text: gzip.toString('base64'), isBase64: true, headers: gzipped }, json],
  ['gzip in base64, without its header', { text: gzip.toString('base64'), isBase64: true }, json],
  ['gzip as characters', { text: gzip.toString('latin1'), headers: gzipped }, json],
  ['gzip as a broken text', { text: gzip.toString('utf8'), headers: gzipped }, undefined],
  [
    'gzip that is cut',
    { text: gzip.subarray(0, 20).toString('base64'), isBase64: true, headers: gzipped },
    undefined,
  ],
  [
    'br in base64',
    {
      text: brotliCompressSync(json).toString('base64'),
      isBase64: true,
      headers: { 'content-encoding': 'br' },
    },
    json,
  ],
  ['a header of a coding that is undone already', { text: base64, isBase64: true, headers: gzipped }, json],
  [
    'parameters of a form',
    {
      params: [
        { name: 'a', value: 'b c' },
        { name: 'd', value: 'é' },
      ],
    },
    'a=b+c&d=%C3%A9',
  ],
  [
    'parameters of JSON',
    { params: [{ name: json, value: '' }], headers: { 'content-type': 'application/json' } },
    undefined,
  ],
  ['a file in a form', { params: [{ name: 'a', value: 'b', fileName: 'c' }] }, undefined],
  ['parameters without values', { params: [{ name: 'a' }] }, undefined],
];

describe('of a body that a recorder has written', () => {
  test.each(bodies)(
    '%s is read as it was sent, or is not known',
    (_what, { headers = none, ...written }, text) => {
      expect(keptText({ ...written, headers })).toBe(text);
    },
  );

  test('more than 8 MiB do not come out of compressed bytes', () => {
    const bomb = gzipSync(Buffer.alloc(9 * 1024 * 1024, ' ')).toString('base64');
    expect(keptText({ text: bomb, isBase64: true, headers: gzipped })).toBeUndefined();
  });
});
