import { z } from 'zod';
import type { Json } from '../engine/model.ts';
import { astralText } from './inputs/texts.ts';

/** The classes of malformation, in the order in which they are derived. `missing` and `empty` aside, each puts a value in place of a right one. */
export const malformationKinds = [
  'missing',
  'null',
  'type',
  'empty',
  'convertible',
  'as text',
  'as a number',
  'in a list',
  'zero',
  'negative',
  'fraction',
  'huge',
  'immense',
  'long',
  'control characters',
  'astral characters',
  'form',
  'pair',
] as const;

export type MalformationKind = (typeof malformationKinds)[number];

/** Gives a malformed value for a right one, which may be absent. */
export type ValueMutation = (value: Json | undefined) => Json;

const always =
  (value: Json): ValueMutation =>
  () =>
    value;

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const padded =
  (length: number, padding: string): ValueMutation =>
  (value) => {
    const text = textOf(value);
    return text + padding.repeat(Math.max(0, length - text.length));
  };
const ending =
  (end: string): ValueMutation =>
  (value) =>
    textOf(value) + end;

// Past the 255 characters that columns often hold, and past what a column holds that is called long.
const longLengths = [300, 5000];

// The nearest relatives of a value: the same in another type, which a lax target converts.
const asText =
  (otherwise: Json): ValueMutation =>
  (value) =>
    JSON.stringify(value ?? otherwise);
const inList =
  (otherwise: Json): ValueMutation =>
  (value) => [value ?? otherwise];

const anyText: readonly (readonly [MalformationKind, ValueMutation])[] = [
  ['convertible', always(12)],
  ['in a list', inList('a text')],
  ['long', padded(longLengths[0] ?? 0, 'ん')],
  ['long', padded(longLengths[1] ?? 0, 'x')],
  ['control characters', ending('\u0001\t\u007f\u0085')],
  ['control characters', ending('\n\u0000end')],
  ['astral characters', ending(astralText)],
];

const anyNumber: readonly (readonly [MalformationKind, ValueMutation])[] = [
  ['convertible', always('1')],
  ['as text', asText(1)],
  ['in a list', inList(1)],
  ['zero', always(0)],
  ['negative', always(-1)],
  // Past what 32 bits hold, and past what any decimal column does, which is written with an exponent.
  ['huge', always(3e9)],
  ['immense', always(1e300)],
];

/** Texts that are close to a pattern and do not match it, and that no trimming and no other width of digits makes match. */
const offPattern: readonly ValueMutation[] = [
  ending('9'),
  (value) => textOf(value).slice(0, -1),
  (value) => textOf(value).replace('-', ''),
  (value) => textOf(value).replace(/\d/, 'O'),
  (value) => `${textOf(value)}\n${textOf(value)}`,
];

/** The malformed values of a field by class, derived from its schema. */
export function malformedValues(schema: z.ZodType): readonly (readonly [MalformationKind, ValueMutation])[] {
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) {
    const pairs = schema instanceof z.ZodRecord ? pairsOf() : [];
    return [['type', always('a text')], ['type', always([])], ['empty', always({})], ...pairs];
  }
  if (schema instanceof z.ZodArray)
    return [
      ['type', always('a text')],
      ['empty', always([])],
    ];
  if (schema instanceof z.ZodBoolean)
    return [
      ['type', always('neither')],
      ['convertible', always('true')],
      ['as text', asText(false)],
      ['as a number', (value) => Number(value ?? false)],
      ['in a list', inList(false)],
    ];
  if (schema instanceof z.ZodNumber) {
    // One that no coercion turns into a number.
    const other = ['type', always('neither number nor boolean')] as const;
    return [other, ...anyNumber, ...(schema.isInt ? ([['fraction', always(1.5)]] as const) : [])];
  }
  const notText = ['type', always({ not: 'a text' })] as const;
  return [notText, ['empty', always('')], ...formsOf(schema)];
}

/** What is wrong with a text by its form: by its pattern, its beginning or its list of values; else by its length and its characters. */
function formsOf(schema: z.ZodType): readonly (readonly [MalformationKind, ValueMutation])[] {
  if (schema instanceof z.ZodLiteral || schema instanceof z.ZodEnum)
    return [['form', (value) => `x-${textOf(value)}`]];
  if (!(schema instanceof z.ZodString)) return [];
  const { pattern, minLength } = z.toJSONSchema(schema);
  if (pattern === undefined) return minLength === undefined ? anyText : [];
  // What has to begin in some way may go on in any.
  return pattern.endsWith('.*')
    ? [['form', (value) => `x${textOf(value)}`]]
    : offPattern.map((mutation) => ['form', mutation] as const);
}

/** Pairs that are no pairs of texts; what a value may be is not shown. */
function pairsOf(): readonly (readonly [MalformationKind, ValueMutation])[] {
  const held = (value: Json | undefined): { readonly [key: string]: Json } =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { readonly [key: string]: Json })
      : {};
  const adding =
    (key: string, one: Json): ValueMutation =>
    (value) => ({ ...held(value), [key]: one });
  return [
    ['pair', adding('count', 12)],
    ['pair', adding('nested', { key: 'value' })],
    ['pair', adding('unset', null)],
    ['astral characters', adding('note', astralText)],
    ['astral characters', adding('𠮷', 'a key')],
    ['control characters', adding('note', 'a\u0001b\tc')],
    ['long', adding('note', 'ん'.repeat(longLengths[0] ?? 0))],
  ];
}
