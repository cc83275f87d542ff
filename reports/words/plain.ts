/**
 * A text of the target made safe to display: one line, no control or direction characters, at most `max` characters.
 * Control characters appear as `\xNN`, so that a terminal never obeys them.
 */
export function plain(text: string, max = 400): string {
  const cut = text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text;
  let safe = '';
  for (const char of cut) safe += isHidden(char) ? escaped(char) : char;
  return safe;
}

/** A JSON text with hidden characters as `\u` escapes. They stand only in its strings, so that it means the same. */
export function hiddenEscaped(json: string): string {
  let safe = '';
  for (const char of json) safe += char !== '\n' && isHidden(char) ? unitsEscaped(char) : char;
  return safe;
}

function unitsEscaped(char: string): string {
  return Array.from({ length: char.length }, (_, at) => unitEscaped(char.charCodeAt(at))).join('');
}

function unitEscaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

function isHidden(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    code === 0x061c ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    code === 0xfeff ||
    (code >= 0xfff9 && code <= 0xfffb) ||
    // Tag characters, which no font shows.
    (code >= 0xe0000 && code <= 0xe007f)
  );
}

function escaped(char: string): string {
  if (char === '\n') return '\\n';
  if (char === '\r') return '\\r';
  if (char === '\t') return '\\t';
  const code = char.codePointAt(0) ?? 0;
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}
