import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../engine/model.ts';
import { history, orderRef } from '../../../generators/data.ts';
import { faker } from '../../../generators/faker.ts';
import { address, order, pairs, sentence, storeName } from '../../../generators/resource/data.ts';

/** What careless code does to a text. */
const changes: Readonly<Record<string, (text: string) => string>> = {
  'composed (NFC)': (text) => text.normalize('NFC'),
  'decomposed (NFD)': (text) => text.normalize('NFD'),
  'made compatible (NFKC)': (text) => text.normalize('NFKC'),
  'made compatible and decomposed (NFKD)': (text) => text.normalize('NFKD'),
  'trimmed at its beginning': (text) => text.trimStart(),
  'trimmed at its end': (text) => text.trimEnd(),
  'with one blank for several': (text) => text.replaceAll(/\s+/g, ' '),
  'in lower case': (text) => text.toLowerCase(),
  'in upper case': (text) => text.toUpperCase(),
  'with quotes escaped for HTML': (text) => text.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  'with brackets and ampersands escaped for HTML': (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  'without what looks like markup': (text) => text.replaceAll(/<[^>]*>?/g, ''),
  'in Latin-1': (text) => Buffer.from(text, 'latin1').toString('latin1'),
  'in ASCII': (text) => text.replaceAll(/[^\u0020-\u007e]/g, '?'),
};

const drawn = (arbitrary: fc.Arbitrary<Json>): readonly Json[] =>
  fc.sample(arbitrary, { numRuns: 40, seed: 1 });
const textsIn = (value: Json, name: string): readonly string[] => {
  if (typeof value === 'string') return name === '' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, key === name ? '' : name));
};

/** Each text that a reply shows again or that a checksum is made of, with what is drawn for it. */
const fields: Readonly<Record<string, readonly string[]>> = {
  'description of a payment, reason of a refund': drawn(sentence).map(String),
  store_name: drawn(storeName).map(String),
  'values of metadata': drawn(pairs(2)).flatMap((one) => Object.values(one as object).map(String)),
  'title of an item': items('title'),
  'description of an item': items('description'),
  'line1 of an address': drawn(address(true)).flatMap((one) => textsIn(one, 'line1')),
  'merchant_data.store': Array.from({ length: 40 }, (_, seed) => {
    faker.seed(seed);
    return history(faker).store;
  }),
};

function items(name: string): readonly string[] {
  return drawn(
    order({ lines: 2 }, { min: 1000, max: 9000 }, { orderRef: true, texts: true }) as fc.Arbitrary<Json>,
  ).flatMap((one) => textsIn(one, name));
}

describe.each(Object.entries(fields))('what is drawn for %s', (_field, texts) => {
  it.each(Object.entries(changes))('is another text when it is %s', (_change, change) => {
    expect(texts.some((text) => change(text) !== text)).toBe(true);
  });

  it('has ordinary characters alone, and few', () => {
    expect(texts.filter((text) => text.length > 120 || /\p{Cc}/u.test(text))).toEqual([]);
  });

  it('is a plain text at times, so that nothing hides behind the change of all', () => {
    expect(texts.some((text) => text === text.trim() && text === text.normalize('NFKC'))).toBe(true);
  });
});

describe('an order_ref', () => {
  it('has letters of both cases', () => {
    faker.seed(1);
    const ref = orderRef(faker);
    expect([ref.toLowerCase(), ref.toUpperCase()]).not.toContain(ref);
  });
});
