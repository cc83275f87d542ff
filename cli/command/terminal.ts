import wrapAnsi from 'wrap-ansi';
import { hiddenEscaped, plain, plainValues } from '../../reports/words/plain.ts';

/**
 * Lines for a terminal: no character that a terminal obeys or that hides text, and nothing that a runner of workflows takes for a command, whatever a
 * target, a file or an error wrote into them.
 */
export function terminalText(text: string): string {
  return text
    .split('\n')
    .map((line) => uncommanded(plain(line, Infinity)))
    .join('\n');
}

/** GitHub obeys a line that begins with `::`, blanks aside, and a `##[` anywhere in a line; others obey the like. */
function uncommanded(line: string): string {
  const found = line.replaceAll(/##(?=\w*\[)/g, '#\\x23');
  return found.trimStart().startsWith('::') ? found.replace(':', '\\x3a') : found;
}

/** A value as JSON for a terminal: the same value, with such characters as `\u` escapes. */
export function terminalJson(value: unknown, space?: number): string {
  return hiddenEscaped(JSON.stringify(value ?? null, null, space)).replaceAll(/##(?=\w*\[)/g, '#\\u0023');
}

/** Where a command prints. */
type Stream = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'isTTY'>;

interface HowPrinted {
  /** Longer lines go on below where the width is known. */
  readonly wrap?: boolean;
  /** Colours, which are control characters of ours: put in last. */
  readonly paint?: (text: string) => string;
}

/** Prints on one stream. Everything that a command prints passes here. */
class Printer {
  readonly #stream: () => Stream;

  constructor(stream: () => Stream) {
    this.#stream = stream;
  }

  /** How wide its lines may be; undefined where it is no terminal. */
  get columns(): number | undefined {
    const { isTTY, columns } = this.#stream();
    return isTTY ? columns : undefined;
  }

  /** A text whose line breaks are ours. What others have written belongs into `says`. */
  text(text: string, { wrap = false, paint = (one) => one }: HowPrinted = {}): void {
    const lines = terminalText(wrapped(terminalText(text), wrap ? this.columns : undefined));
    this.#stream().write(`${paint(lines)}\n`);
  }

  /** What a text for people says of values that anybody may have written: each of them stays in one line. */
  says<T extends readonly unknown[]>(
    textOf: (...values: T) => string,
    values: T,
    how: HowPrinted = {},
  ): void {
    this.text(textOf(...plainValues(values)), how);
  }

  json(value: unknown, space?: number): void {
    this.#stream().write(`${terminalJson(value, space)}\n`);
  }

  /** Commands for a runner of workflows, as they are. */
  commands(lines: readonly string[]): void {
    this.#stream().write(lines.map((line) => `${line}\n`).join(''));
  }
}

/** Standard output and standard error. */
export const stdout = new Printer(() => process.stdout);
export const stderr = new Printer(() => process.stderr);

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
