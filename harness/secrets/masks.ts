import { hiddenCodes } from './private-data.ts';

/** Words that recorders and people put in the place of a secret, in small letters and without what encloses them. */
const words: ReadonlySet<string> = new Set([
  '',
  'redacted',
  'removed',
  'masked',
  'hidden',
  'filtered',
  'sanitized',
  'scrubbed',
  'omitted',
  'secret',
  'null',
  'undefined',
  // What payproof keeps of codes.
  ...Object.values(hiddenCodes).map((mark) => mark.replaceAll(/[<>]/g, '').toLowerCase()),
]);

/** What may enclose such a word. */
const enclosing = /^[\s<>[\](){}"'_-]+|[\s<>[\](){}"'_-]+$/g;

/** Signs that no key and no checksum has: stars, dots and blocks in a row, or a name that a tool fills in. */
const signs = /\*{3}|[•●█∗…]|\.{3}$|^x{4,}$|^\{\{.*\}\}$|^\$\{.*\}$|^%\w+%$/isu;

/** Longer than any mask that is known. */
const longest = 200;

/** Whether a text stands in the place of a secret: it was masked, or left empty. */
export function isMask(text: string): boolean {
  if (text.length > longest) return false;
  return words.has(text.replaceAll(enclosing, '').toLowerCase()) || signs.test(text);
}
