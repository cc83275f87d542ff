/** A shorter text protects nothing and occurs in other text by chance. */
export const SHORTEST_SECRET = 8;

/** A form of a secret: a pattern for each of its characters, to be matched one after another without regard to case. */
export interface SecretForm {
  readonly parts: readonly string[];
  /** What may stand before that belongs to it. */
  readonly lead?: string;
  /** How many parts at the end hold the last character: without them it is the key that was sent cut short. */
  readonly last: number;
  /** What may follow that belongs to it. */
  readonly tail: string;
  /** One of these stands in every text that holds the form, once the text is unescaped and in small letters: quick to look for. */
  readonly anchors: readonly string[];
}

/**
 * Every form in which a target may send a secret back: as it is, escaped for JSON, HTML, URLs or JavaScript, each character by itself, in
 * hex, in base64 at every offset, and reversed. Letters in the other case count as the same.
 */
export function formsOf(secret: string): readonly SecretForm[] {
  const characters = Array.from(secret);
  const plain = characters.map(anyEscape);
  const texts = [...new Set([secret, ...otherCases(secret)])];
  const cut = characters.slice(0, -1);
  return [
    { parts: plain, last: 1, tail: '', anchors: [longestWord(cut.join(''))] },
    {
      lead: `${plain.at(-1)}?`,
      parts: plain.slice(0, -1).toReversed(),
      last: 0,
      tail: '',
      anchors: [longestWord(cut.toReversed().join(''))],
    },
    {
      parts: characters.map(hexOf),
      last: 1,
      tail: '',
      anchors: texts.map((text) => Buffer.from(Array.from(text).slice(0, -1).join('')).toString('hex')),
    },
    ...texts.flatMap((text) => [0, 1, 2].map((offset) => base64At(text, offset))),
  ];
}

/** A text in small letters, and once more without its escapes, so that anchors are found in it. */
export function searchable(text: string): string {
  if (!/[%\\&]/.test(text)) return text.toLowerCase();
  const plain = text.replaceAll(
    /%(?:25){0,3}([0-9a-f]{2})|\\{1,8}(?:u\{?0{0,5}([0-9a-f]{2,5})\}?|x([0-9a-f]{2}))|&(?:amp;){0,3}#(?:0{0,7}(\d{1,6})|x0{0,7}([0-9a-f]{1,5}));?/gi,
    (_whole, ...[percent, unicode, hex, decimal, entity]: string[]) =>
      decimal === undefined
        ? String.fromCodePoint(Number.parseInt(percent ?? unicode ?? hex ?? entity ?? '0', 16))
        : String.fromCodePoint(Number(decimal)),
  );
  return `${text}\n${plain}`.toLowerCase();
}

/** The longest part of a text that no escape can change but as a whole; short ones are no help. */
function longestWord(text: string): string {
  // What looks like an escape itself may be unescaped in part.
  if (/[%\\&]/.test(text)) return '';
  // Before small letters are made: of U+0130 and U+212A they make an i and a k, which no encoding of their bytes holds.
  const words = text.match(/[a-z0-9]+/gi) ?? [];
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '').toLowerCase();
}

function otherCases(text: string): readonly string[] {
  const swapped = text.replaceAll(/[a-z]/gi, (letter) => otherCase(letter));
  return [swapped, text.toLowerCase(), text.toUpperCase()];
}

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** A character and its other case, since a key is also sent with its letters in the other case. */
function bothCases(character: string): readonly string[] {
  return /[a-z]/i.test(character) ? [character, otherCase(character)] : [character];
}

const named: Readonly<Record<string, string>> = { '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos|#39' };

/** A character as it is, or behind any escape. Bounded, since what is searched is hostile. */
function anyEscape(character: string): string {
  const options = bothCases(character).flatMap((one) => [
    [...Buffer.from(one)].map((byte) => `%(?:25){0,3}${twoDigits(byte)}`).join(''),
    String.raw`\\{1,8}(?:u\{0{0,5}${(one.codePointAt(0) ?? 0).toString(16)}\}${/[^\0-\xff]/.test(one) ? '' : `|x${twoDigits(one.charCodeAt(0))}`})`,
    one
      .split('')
      .map((unit) => String.raw`\\{1,8}u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
    `&(?:amp;){0,3}#(?:0{0,7}${one.codePointAt(0)}|x0{0,7}${(one.codePointAt(0) ?? 0).toString(16)});?`,
    ...(named[one] === undefined ? [] : [`&(?:amp;){0,3}(?:${named[one]});`]),
    ...(one === '&' ? ['&(?:amp;){1,4}'] : []),
    ...(one === ' ' ? [String.raw`\+`] : []),
    // Last, since it may be the beginning of an escape.
    `${/[a-z0-9]/i.test(one) ? '' : String.raw`\\{0,8}`}${quoted(one)}`,
  ]);
  return `(?:${[...new Set(options)].join('|')})`;
}

/** The bytes of a character in hex. */
function hexOf(character: string): string {
  const cases = bothCases(character).map((one) => [...Buffer.from(one)].map(twoDigits).join(''));
  return `(?:${cases.join('|')})`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The base64 of a longer text that holds this one so many bytes after a group's begin. Bits of what stands beside it may be any. */
function base64At(text: string, offset: number): SecretForm {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const all = '?'.repeat(8 * offset) + bits;
  const groups = all.padEnd(Math.ceil(all.length / 6) * 6, '?').match(/.{6}/g) ?? [];
  const parts = groups.filter((group) => group !== '??????');
  const known = parts
    .slice(0, -2)
    .map((group) => alphabet[group.includes('?') ? 62 : Number.parseInt(group, 2)]);
  return {
    parts: parts.map(sextet),
    // The last byte has a part in two of them.
    last: 2,
    tail: String.raw`[\w+/-]{0,2}(?:=|%3D){0,2}`,
    anchors: [longestWord(known.join(''))],
  };
}

/** The characters of base64, plain or for URLs, whose bits are these. */
function sextet(bits: string): string {
  const pattern = new RegExp(`^${bits.replaceAll('?', '.')}$`);
  const fitting = Array.from(alphabet).filter((_, index) => pattern.test(index.toString(2).padStart(6, '0')));
  const options = fitting.map((one) =>
    one === '+' ? String.raw`[+-]|%2B` : one === '/' ? String.raw`\\{0,8}/|_|%2F` : one,
  );
  return options.length === 1 && /^[a-z0-9]$/i.test(options[0] ?? '')
    ? (options[0] ?? '')
    : `(?:${options.join('|')})`;
}

function twoDigits(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** The text as a pattern. */
export function quoted(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
