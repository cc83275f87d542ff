import type { Json } from '../../engine/model.ts';
import { isObject } from '../../models/checks.ts';

/** Japanese beyond the basic plane, as names have it, and what people write in free text. */
export const astralText = '𠮷野家😀';

type JsonObject = { readonly [key: string]: Json };

/** Makes a text of a class of an ordinary one. */
type Made = (text: string) => string;

/** The part stands within the text, where no trimming reaches it. */
const within =
  (part: string): Made =>
  (text) =>
    `${text}${part}z`;
const whole =
  (text: string): Made =>
  () =>
    text;
/** So many characters, each told apart from its neighbours, so that it shows where a text was cut. */
const ofLength =
  (length: number): Made =>
  (text) =>
    `${text}${'0123456789'.repeat(Math.ceil(length / 10))}`.slice(0, length);

/**
 * The classes of texts (equivalence partitions in the terms of ISO/IEC/IEEE 29119-4): what careless code changes, loses or takes for something else.
 * Each is tried in each text of each request that holds one.
 */
export const textClasses = {
  quotes: within('"\'`«»“”'),
  backslash: within('\\ \\n \\" \\u0041 \\\\'),
  slashes: within('/ // ./ ../ </'),
  punctuation: within('!#$&()*+,-.:;<=>?@[]^_{|}~'),
  tab: within('\t'),
  newline: within('\n'),
  'newline of Windows': within('\r\n'),
  'control characters': within('\u0001\u001b\u007f\u0085'),
  'U+0000': within('\u0000'),
  'line and paragraph separator': within('\u2028\u2029'),
  'blank before': (text) => ` ${text}`,
  'blank behind': (text) => `${text} `,
  'newline behind': (text) => `${text}\n`,
  'doubled blanks': within('  a   '),
  'no-break space': within('\u00a0'),
  'full-width space': (text) => `\u3000${text}\u3000a\u3000`,
  'composed (NFC)': within('がé한'),
  'decomposed (NFD)': within('か\u3099e\u0301\u1112\u1161\u11ab'),
  'half-width katakana': within('ｶﾞｷﾞｸﾞ'),
  'full-width letters and digits': within('ＡＢｃ１２３'),
  'compatibility characters': within('①㈱㌔ﬁ'),
  astral: within(astralText),
  'joined emoji': within('👨\u200d👩\u200d👧🏽🇯🇵'),
  'right to left': within('שלום مرحبا'),
  'marks of direction': within('\u202eabc\u202c'),
  'marks of no width': within('\u200b\u200c\u2060'),
  'byte order mark': (text) => `\ufeff${text}`,
  'small and capital letters': within('aBcD ÀÉ'),
  'dotted and dotless i': within('İıIi'),
  'sharp s': within('Straße STRASSE'),
  '255 characters': ofLength(255),
  '256 characters': ofLength(256),
  '1024 characters': ofLength(1024),
  '4096 characters': ofLength(4096),
  'like a number': whole('0012.50'),
  'like an integer': whole('9007199254740993'),
  'like a number with an exponent': whole('1e3'),
  'like a date': whole('2026-02-30'),
  'like an object of JSON': whole('{"a": [1, {"b": null}]}'),
  'like a text of JSON': whole('"a"'),
  'like HTML': within('<b>a</b><script>b</script> &amp; &lt;'),
  'like a code of a URL': within('%41%20%25'),
  'percent sign': within('100% %zz'),
  'plus signs': within('+a+b'),
  'like a template': within('${1}{{1}}'),
  'like SQL': within("'; DROP TABLE payments; --"),
  'like null': whole('null'),
  'like a boolean': whole('true'),
  ['__proto__']: whole('__proto__'),
  constructor: whole('constructor'),
} as const satisfies Readonly<Record<string, Made>>;

// A map, since a row has the name of what each object inherits.
const texts: ReadonlyMap<string, Made> = new Map(Object.entries(textClasses));

/** The classes that only the value of a pair can be: an empty text elsewhere stands for none. */
const valueClasses: ReadonlyMap<string, Made> = new Map([
  ...texts,
  ['empty', whole('')],
  ['blanks alone', whole('  ')],
]);

type Pairs = Readonly<Record<string, string>>;

/** The classes of keys, as the pairs that show them: those of texts, and what only keys can be. */
const keyClasses: ReadonlyMap<string, Pairs> = new Map<string, Pairs>([
  ...[...texts].map(([name, made]): [string, Pairs] => [
    name,
    Object.fromEntries([
      [made('key'), 'a'],
      ['plain', 'b'],
    ]),
  ]),
  ['dots', { 'a.b': '1', 'a.b.c': '2', a: '3' }],
  ['brackets', { 'a[b]': '1', 'a[]': '2', a: '3' }],
  ['keys that differ in case', { key: '1', Key: '2', KEY: '3' }],
  ['keys that differ in their blanks', { key: '1', ' key': '2', 'key ': '3' }],
  ['keys that differ in their form', { 'か\u3099': '1', が: '2' }],
  ['dollar', { $key: '1', '$set.a': '2' }],
  ['empty', { '': '1', key: '2' }],
  ['indexes', { 10: '1', 9: '2', '01': '3' }],
]);

/** What a kind of attempt puts classes into: free texts, ids, the keys or the values of pairs. */
const places = {
  texts: [...texts.keys()],
  ids: [...texts.keys()],
  keys: [...keyClasses.keys()],
  values: [...valueClasses.keys()],
} as const;

/** The texts of a request by their use, each by its path; one that leads through a list leads to its first element. */
export interface TextFields {
  /** Free texts, all of which get the text at once. */
  readonly texts?: readonly string[];
  /** Ids of the merchant, apart from the others, since a server may refuse them sooner. */
  readonly ids?: readonly string[];
  /** The object of pairs. */
  readonly pairs?: string;
}

interface Asked {
  readonly place: keyof typeof places;
  readonly name: string;
}

const asked: ReadonlyMap<string, Asked> = new Map(
  (Object.keys(places) as (keyof typeof places)[]).flatMap((place) =>
    places[place].map((name) => [`${place}: ${name}`, { place, name }]),
  ),
);

/** So many free texts has the request with the fewest. */
const fewestTexts = 6;

/** Kinds of attempts that put another class into each free text: few requests then have all classes. By kind, the classes. */
const several: ReadonlyMap<string, readonly string[]> = new Map(
  Array.from({ length: Math.ceil(texts.size / fewestTexts) }, (_, nth) => [
    `several texts ${nth + 1}`,
    [...texts.keys()].slice(nth * fewestTexts, (nth + 1) * fewestTexts),
  ]),
);

/** The kinds of attempts that put several classes of texts into a request. */
export const severalTexts: readonly string[] = [...several.keys()];

/** The kinds of attempts with one of the classes that a kind puts into a request; none for other kinds. */
export const ofSeveral = (kind: string): readonly string[] =>
  (several.get(kind) ?? []).map((name) => `texts: ${name}`);

/** Whether a kind of attempt puts a class of texts into a request, or several. */
export const isOfTexts = (kind: string): boolean => asked.has(kind) || several.has(kind);

/** The kinds of attempts for a request with these texts: each class once in each place. */
export function textKinds({ texts: free, ids, pairs }: TextFields): readonly string[] {
  const has = { texts: free !== undefined, ids: ids !== undefined, keys: pairs !== undefined };
  return [...asked]
    .filter(([, { place }]) => (place === 'values' ? has.keys : has[place]))
    .map(([kind]) => kind);
}

/** The body with the class of texts that a kind asks for, wherever it has texts of that use; the body itself for another kind. */
export function withTexts(body: JsonObject, kind: string, fields: TextFields): JsonObject {
  const many = several.get(kind);
  if (many !== undefined)
    return (fields.texts ?? []).reduce((sofar, path, nth) => {
      const made = texts.get(many[nth % many.length] ?? '');
      return made === undefined ? sofar : changed(sofar, path.split('.'), made);
    }, body);
  const one = asked.get(kind);
  if (one === undefined) return body;
  const { place, name } = one;
  if (place === 'texts' || place === 'ids') {
    const made = texts.get(name);
    const paths = fields[place] ?? [];
    return made === undefined
      ? body
      : paths.reduce((sofar, path) => changed(sofar, path.split('.'), made), body);
  }
  if (fields.pairs === undefined) return body;
  const value = valueClasses.get(name);
  const pairs = place === 'keys' ? keyClasses.get(name) : value && { first: value('a'), second: 'plain' };
  return pairs === undefined ? body : { ...body, [fields.pairs]: pairs };
}

/** The body with another text at a path; what is left out stays so. */
function changed(body: JsonObject, [name = '', ...rest]: readonly string[], made: Made): JsonObject {
  const held = body[name];
  if (held === undefined || !Object.hasOwn(body, name)) return body;
  return { ...body, [name]: inside(held, rest, made) };
}

function inside(held: Json, path: readonly string[], made: Made): Json {
  if (Array.isArray(held))
    return held.map((one: Json, nth): Json => (nth === 0 ? inside(one, path, made) : one));
  if (path.length === 0) return typeof held === 'string' ? made(held) : held;
  return isObject(held) ? changed(held, path, made) : held;
}
