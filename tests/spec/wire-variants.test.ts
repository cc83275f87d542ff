import { expect, test } from 'vitest';
import type { Credential } from '../../spec/wire-names.ts';
import {
  authorization,
  credentialIn,
  credentials,
  refuserOf,
  spellingOf,
  chunksOf,
  spellings,
  describedAuthorization,
  versionSent,
  wrongKey,
  wrongVersionNames,
} from '../../spec/wire-variants.ts';

const keys = { own: 'sk_Own1', other: 'ak_Other2', public: 'pk_3', unissued: wrongKey };
const withHeader = (Object.keys(credentials) as Credential[]).filter((name) => name !== 'missing');

test.each(withHeader)('a key that is %s is recognised as it was sent and as journals describe it', (name) => {
  for (const to of ['legacy', 'resource'] as const)
    for (const header of [authorization(name, keys), describedAuthorization(name, to)])
      expect(credentialIn(header ?? '', to, keys)).toBe(name);
});

test('of a key that is not known nothing is recognised', () => {
  const none = { own: undefined, other: undefined, public: undefined, unissued: wrongKey };
  expect(credentialIn('Bearer sk_Own1', 'resource', none)).toBeUndefined();
  expect(credentialIn('Bearer ', 'resource', none)).toBeUndefined();
});

test('each wrong version differs from the right one and from the others', () => {
  const sent = wrongVersionNames.map((name) => versionSent(name, '2018-04-10'));
  expect(new Set([...sent, '2018-04-10']).size).toBe(wrongVersionNames.length + 1);
});

const body = {
  id: 'a"\\/\u3042\n',
  list: [{ b: 1, c: { d: null } }],
  flag: true,
  amount: 1.5,
  text: '𠮷 \u0001',
};
const texts = Object.entries(spellings).flatMap(([name, { text }]) =>
  text ? [[name, text(body)] as const] : [],
);

test.each(Object.entries(spellings))(
  'a recorded body is recognised as written %s where that may be refused',
  (name, { text = JSON.stringify, mayRefuse, chunked }) => {
    const sent = { amount: 1200, title: '1.0 or 1e0' };
    const headers = chunked === true ? { 'transfer-encoding': 'gzip, Chunked' } : {};
    expect(spellingOf({ text: text(sent), headers })).toBe(mayRefuse === undefined ? undefined : name);
  },
);

test.each(texts)('a body that is %s says the same in other words', (_name, text) => {
  expect(JSON.parse(text)).toEqual(body);
  expect(text).not.toBe(JSON.stringify(body));
});

test.each([
  ['with-fraction', '{"a":"1 2","b":[2400.0,-3.0],"c":1.5,"d":{"e":0.0},"f":1e+21}'],
  ['with-exponent', '{"a":"1 2","b":[2400e0,-3e0],"c":1.5,"d":{"e":0e0},"f":1e+21}'],
] as const)('whole numbers alone are written %s', (spelling, written) => {
  const numbers = { a: '1 2', b: [2400, -3], c: 1.5, d: { e: 0 }, f: 1e21 };
  expect(spellings[spelling].text?.(numbers)).toBe(written);
  expect(refuserOf(spelling, numbers)).toBe('the service');
  expect(refuserOf(spelling, { a: '1' })).toBeUndefined();
});

test('in chunks each character of several bytes begins in one and ends in the next, and nothing is lost', () => {
  const chunks = chunksOf('{"a":"茶𠮷x"}');
  expect(chunks.map((one) => one.toString('latin1'))).toEqual([
    '{"a":"\u00e8',
    '\u008c\u00b6\u00f0',
    '\u00a0\u00ae\u00b7x"}',
  ]);
  expect(Buffer.concat(chunks).toString()).toBe('{"a":"茶𠮷x"}');
  expect(chunksOf('{}')).toEqual([Buffer.from('{}')]);
});

test('a body that is escaped has no character of a text but as an escape', () => {
  const [, text = ''] = texts.find(([name]) => name === 'escaped') ?? [];
  const strings = text.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  expect(strings.length).toBeGreaterThan(5);
  expect(strings.filter((one) => !/^"(?:\\u[0-9a-f]{4}|\\.)+"$/.test(one))).toEqual([]);
});
