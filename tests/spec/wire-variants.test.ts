import { expect, test } from 'vitest';
import type { Credential } from '../../spec/wire-names.ts';
import {
  authorization,
  credentialIn,
  credentials,
  isOpenForm,
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
  expect(isOpenForm(spelling, numbers)).toBe(true);
  expect(isOpenForm(spelling, { a: '1' })).toBe(false);
});

test('a body that is escaped has no character of a text but as an escape', () => {
  const [, text = ''] = texts.find(([name]) => name === 'escaped') ?? [];
  const strings = text.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  expect(strings.length).toBeGreaterThan(5);
  expect(strings.filter((one) => !/^"(?:\\u[0-9a-f]{4}|\\.)+"$/.test(one))).toEqual([]);
});
