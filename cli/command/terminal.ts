import wrapAnsi from 'wrap-ansi';
import { hiddenEscaped, plain } from '../../reports/words/plain.ts';

/** Lines for a terminal: no character that a terminal obeys or that hides text, whatever a target, a file or an error wrote into them. */
export function terminalText(text: string): string {
  return text
    .split('\n')
    .map((line) => plain(line, Infinity))
    .join('\n');
}

/** A value as JSON for a terminal: the same value, with such characters as `\u` escapes. */
export function terminalJson(value: unknown, space?: number): string {
  return hiddenEscaped(JSON.stringify(value ?? null, null, space));
}

/** Lines that people copy, which stay whole however long they are. */
const copied = /^\s*(?:replay|certificate|page) {2,}\S/;

/** Lines that fit so many columns: longer ones go on below, indented, and no word is cut. Undefined columns: as they are. */
export function wrapped(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split('\n')
    .map((line) => (copied.test(line) ? line : wrappedLine(line, columns)))
    .join('\n');
}

function wrappedLine(line: string, columns: number): string {
  const indent = `${/^\s*/.exec(line)?.[0] ?? ''}  `;
  const wide = Math.max(columns, 2 * indent.length);
  const [first = '', ...rest] = wrapAnsi(line, wide, { trim: false }).split('\n');
  if (rest.length === 0) return line;
  const others = wrapAnsi(rest.join(' ').replaceAll(/ +/g, ' ').trim(), wide - indent.length, { trim: true });
  return [first.trimEnd(), ...others.split('\n').map((more) => `${indent}${more}`)].join('\n');
}
