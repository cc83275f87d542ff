import { hiddenEscaped } from '../words/plain.ts';

/** A value as the text of a JSON file. A person may print the file in a terminal, so no character hides there. */
export function jsonText(value: unknown): string {
  return `${hiddenEscaped(JSON.stringify(value, null, 2))}\n`;
}
