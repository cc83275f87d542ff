/** Characters that a path segment may hold as they are (RFC 3986, 3.3) and that `encodeURIComponent` would encode. */
const legible = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/** An id as one segment of a path, whatever text it is; an unpaired surrogate has no encoding, and becomes U+FFFD. */
export function pathSegment(id: string): string {
  return encoded(id).replaceAll(legible, decodeURIComponent);
}

/** `encodeURIComponent` for any text: by itself it throws at an unpaired surrogate. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The text without such characters at its end. In one pass: an expression would try each run of them anew, and texts of others may be long. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** What ends a text that names its time zone: `Z`, `GMT`, `+09:00`, `(JST)`. */
const zone = /(?:[a-z]|[+-]\d{2}:?\d{2})\)?$/i;

/** ms since the epoch of an instant as others write it; NaN where it is no instant. Without a zone it is UTC, whatever the zone of this machine is. */
export function instantIn(text: string): number {
  const trimmed = text.trim();
  // Only a date with a space before its time may be followed by the name of a zone.
  return Date.parse(zone.test(trimmed) ? trimmed : `${trimmed.replace(/^([\d-]{10})T/, '$1 ')} UTC`);
}

/** A word for a state in capitals, as the tables have it; the examples show the same words in lowercase (resource, Payment, Token). Undefined: it is no text. */
export function stateWord(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toUpperCase() : undefined;
}

/** A number that JSON can hold. */
export const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Left out, or null. */
export const isUnset = (value: unknown): boolean => value === undefined || value === null;
