import { hiddenEscaped, plain } from '../reports/plain.ts';

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
