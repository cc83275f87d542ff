import type { Json } from '../../../engine/model.ts';
import { pathSegment } from '../../../spec/forms.ts';
import type { Learned } from '../learned-ids.ts';

/** A value as JavaScript, each learned text replaced by its variable. */
export function source(value: Json, learned: readonly Learned[]): string {
  if (typeof value === 'string') return spliced(value, learned);
  if (Array.isArray(value)) return `[${value.map((item: Json) => source(item, learned)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, inner]) => `${keyed(key)}: ${source(inner, learned)}`);
    return `{ ${fields.join(', ')} }`;
  }
  return JSON.stringify(value);
}

/** The same over several lines where it is long. `indent`: of the line that it begins on. */
export function readable(value: Json, learned: readonly Learned[], indent: string): string {
  const short = source(value, learned);
  if (short.length <= longestLine || typeof value !== 'object' || value === null) return short;
  const inner = `${indent}  `;
  const rows = Array.isArray(value)
    ? value.map((item: Json) => readable(item, learned, inner))
    : Object.entries(value).map(([key, one]) => `${keyed(key)}: ${readable(one, learned, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return [open, ...rows.map((row) => `${inner}${row},`), `${indent}${close}`].join('\n');
}

const longestLine = 80;

/** A field's name; computed unless it is a plain one, since `__proto__: x` would set the prototype. */
function keyed(name: string): string {
  return /^[a-z][a-z0-9_]*$/i.test(name) ? name : `[${quoted(name)}]`;
}

/** A text as JavaScript, learned values replaced by their variables wherever they occur. */
function spliced(text: string, learned: readonly Learned[]): string {
  // A path holds an id in its URL encoding.
  const forms = learned.flatMap(({ value, variable }) => [
    { value, code: variable },
    ...(pathSegment(value) === value
      ? []
      : [{ value: pathSegment(value), code: `pathSegment(${variable})` }]),
  ]);
  const ordered = forms.toSorted((a, b) => b.value.length - a.value.length);
  const parts: string[] = [];
  let rest = '';
  for (let at = 0; at < text.length;) {
    const found = ordered.find(({ value }) => value !== '' && text.startsWith(value, at));
    if (found === undefined) {
      rest += text[at];
      at += 1;
      continue;
    }
    if (rest !== '') parts.push(quoted(rest));
    rest = '';
    parts.push(found.code);
    at += found.value.length;
  }
  if (rest !== '' || parts.length === 0) parts.push(quoted(rest));
  // Begins with a text, so that two variables are concatenated and never added.
  return parts.length > 1 && !parts[0]?.startsWith('"') ? `"" + ${parts.join(' + ')}` : parts.join(' + ');
}

/** A text as an ASCII JavaScript literal, whatever it holds. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
