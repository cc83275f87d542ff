import { expect, test } from 'vitest';
import type { Credential } from '../../spec/wire-names.ts';
import {
  authorization,
  credentialIn,
  credentials,
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
