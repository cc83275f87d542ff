import { describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/model.ts';
import { severalTexts, textClasses, withTexts } from '../../../generators/inputs/texts.ts';
import { areUnusualKeys, isUnusualText, type TextUse } from '../../../models/texts.ts';

/** What careless code does to a text. */
const careless: Readonly<Record<string, (text: string) => string>> = {
  'composed (NFC)': (text) => text.normalize('NFC'),
  'decomposed (NFD)': (text) => text.normalize('NFD'),
  'compatible (NFKC)': (text) => text.normalize('NFKC'),
  trimmed: (text) => text.trim(),
  'trimmed of blanks alone': (text) => text.replaceAll(/^ +| +$/g, ''),
  'with one blank for several': (text) => text.replaceAll(/ +/g, ' '),
  'in lower case': (text) => text.toLowerCase(),
  'cut at 191': (text) => text.slice(0, 191),
  'cut at 255': (text) => text.slice(0, 255),
  'cut at 1000': (text) => text.slice(0, 1000),
  'without astral characters': (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'),
  'without control characters': (text) => text.replaceAll(/\p{Cc}/gu, ''),
  'without what is not seen': (text) => text.replaceAll(/\p{Cf}/gu, ''),
  'without a byte order mark': (text) => text.replace(/^\ufeff/, ''),
  'up to U+0000': (text) => text.split('\0')[0] ?? '',
  'with other newlines': (text) => text.replaceAll('\r\n', '\n'),
  'escaped for HTML': (text) => text.replaceAll('<', '&lt;'),
  'escaped for SQL': (text) => text.replaceAll("'", "''"),
  'without tags': (text) => text.replaceAll(/<[a-z/][^>]*>/gi, ''),
  'decoded as in a URL': (text) => text.replaceAll(/%41/g, 'A'),
  'with blanks for plus signs': (text) => text.replaceAll('+', ' '),
  'without backslashes': (text) => text.replaceAll('\\', ''),
  'in ASCII': (text) => text.replaceAll(/[^ -~]/g, '?'),
};

describe('the classes of texts', () => {
  const made = Object.entries(textClasses).map(([, of]) => of('text'));

  test.each(Object.entries(careless))('show a text that comes back %s', (_what, change) => {
    expect(made.some((text) => change(text) !== text)).toBe(true);
  });

  test('are well-formed and no two of them make the same text', () => {
    expect(made.filter((text) => !text.isWellFormed())).toEqual([]);
    expect(new Set(made).size).toBe(made.length);
  });
});

describe('a request with a class of texts', () => {
  const fields = { texts: ['a', 'list.b'], ids: ['c.d'], pairs: 'pairs' } as const;
  const body = { a: 'x', list: [{ b: 'y' }, { b: 'z' }], c: { d: 'i' }, e: 'other', n: 1 };

  test.each<[string, Json]>([
    ['texts: tab', { ...body, a: 'x\tz', list: [{ b: 'y\tz' }, { b: 'z' }] }],
    ['ids: like null', { ...body, c: { d: 'null' } }],
    ['values: empty', { ...body, pairs: { first: '', second: 'plain' } }],
    ['keys: empty', { ...body, pairs: { '': '1', key: '2' } }],
    [
      'several texts 1',
      { ...body, a: textClasses.quotes('x'), list: [{ b: textClasses.backslash('y') }, { b: 'z' }] },
    ],
    ['of another kind', body],
  ])('has it in each text of the use, and nowhere else: %s', (kind, expected) => {
    expect(withTexts(body, kind, fields)).toEqual(expected);
  });

  test('of several has each class once in all, where it has six texts', () => {
    const six = Object.fromEntries(Array.from({ length: 6 }, (_, nth) => [`text${nth}`, 'x']));
    const made = severalTexts.flatMap((kind) =>
      Object.values(withTexts(six, kind, { texts: Object.keys(six) })),
    );
    const all = Object.values(textClasses).map((of) => of('x'));
    expect(all.filter((text) => !made.includes(text))).toEqual([]);
  });

  test('keeps a pair that is named __proto__', () => {
    const { pairs } = withTexts(body, 'keys: __proto__', fields);
    expect(JSON.stringify(pairs)).toBe('{"__proto__":"a","plain":"b"}');
  });
});

describe('a text is unusual', () => {
  test.each<[string, TextUse, boolean, string]>([
    [
      'not in Japanese, with quotes, doubled blanks and blanks at both ends',
      'free',
      false,
      ' "東京"  \u3000ｶﾞ & é ',
    ],
    ['not beyond the basic plane where people write', 'free', false, '𠮷野家😀'],
    ['beyond the basic plane in a line of an address', 'line', true, '𠮷野家'],
    ['not with 255 characters', 'free', false, 'x'.repeat(255)],
    ['with 256', 'free', true, 'x'.repeat(256)],
    ['with a tab', 'stated', true, 'a\tb'],
    ['with a mark of no width', 'free', true, 'a\u200bb'],
    ['with a tag', 'free', true, '<b>a</b>'],
    ['not with a heart', 'free', false, 'T-Shirt <3'],
    ['as a number', 'free', true, '12.50'],
    ['not as a number that is a part of it', 'free', false, '12 pieces'],
    ['not as a number where its form is stated', 'stated', false, '08000000001'],
    ['as a number where it is an id', 'id', true, '10001'],
    ['not as an id with letters, digits, dots and hyphens', 'id', false, 'order-1.2_A:3'],
    ['as an id with a blank', 'id', true, 'order 1'],
    ['as the name of what objects inherit', 'id', true, 'constructor'],
    ['not as an empty one, which is another point', 'free', false, ''],
  ])('%s', (_how, use, expected, text) => {
    expect(isUnusualText(text, use)).toBe(expected);
  });

  test.each<[string, boolean, readonly string[]]>([
    ['not of letters, digits, hyphens and underscores', false, ['key_1', 'Key-2']],
    ['with a dot', true, ['a.b']],
    ['that are empty', true, ['']],
    ['that differ in case', true, ['key', 'Key']],
    ['that objects inherit', true, ['__proto__']],
  ])('as keys %s', (_how, expected, keys) => {
    expect(areUnusualKeys(keys)).toBe(expected);
  });
});
