/** Each character of a text, encoded by its bytes. */
function bytewise(text: string, encode: (hex: string) => string): string {
  return [...Buffer.from(text)].map((byte) => encode(byte.toString(16).padStart(2, '0'))).join('');
}

function unitwise(text: string, encode: (code: number) => string): string {
  return text
    .split('')
    .map((unit) => encode(unit.charCodeAt(0)))
    .join('');
}

const hex4 = (code: number): string => code.toString(16).padStart(4, '0');

/** Forms in which a target may send a key back, by name. Those in base64 are stable in the middle only. */
export const keyForms: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  'in capitals': (key) => key.replaceAll(/[a-z]/g, (one) => one.toUpperCase()),
  'in small letters': (key) => key.replaceAll(/[A-Z]/g, (one) => one.toLowerCase()),
  reversed: (key) => Array.from(key).toReversed().join(''),
  'JSON-escaped': (key) => JSON.stringify(key).slice(1, -1),
  'JSON-escaped twice': (key) => JSON.stringify(JSON.stringify(key)).slice(3, -3),
  'as \\u escapes': (key) => unitwise(key, (code) => `\\u${hex4(code)}`),
  'as \\u escapes in capitals': (key) => unitwise(key, (code) => `\\u${hex4(code).toUpperCase()}`),
  'as \\u escapes in a JSON string': (key) => unitwise(key, (code) => `\\\\u${hex4(code)}`),
  'as \\x escapes': (key) =>
    unitwise(key, (code) => (code < 256 ? `\\x${hex4(code).slice(2)}` : `\\u${hex4(code)}`)),
  'URL-encoded': encodeURIComponent,
  'URL-encoded twice': (key) => encodeURIComponent(encodeURIComponent(key)),
  'percent-encoded in each byte': (key) => bytewise(key, (hex) => `%${hex}`),
  'percent-encoded in each byte, in capitals': (key) => bytewise(key, (hex) => `%${hex.toUpperCase()}`),
  'HTML-escaped': (key) =>
    key
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'as HTML numbers': (key) =>
    Array.from(key)
      .map((one) => `&#${one.codePointAt(0)};`)
      .join(''),
  'as HTML numbers in hex': (key) =>
    Array.from(key)
      .map((one) => `&#x${(one.codePointAt(0) ?? 0).toString(16)};`)
      .join(''),
  'in hex': (key) => bytewise(key, (hex) => hex),
  'in hex capitals': (key) => bytewise(key, (hex) => hex.toUpperCase()),
  'in base64': (key) => Buffer.from(key).toString('base64'),
  'in base64, one byte on': (key) => Buffer.from(`:${key}`).toString('base64'),
  'in base64, two bytes on': (key) => Buffer.from(`a:${key}`).toString('base64'),
  'in base64 for URLs': (key) => Buffer.from(key).toString('base64url'),
};

/** The wrong keys that are made from a right one. */
export const wrongKeysOf = (key: string): readonly string[] => [
  key.slice(0, -1),
  `${key}0`,
  key.replace(/[a-z]/gi, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())),
];
