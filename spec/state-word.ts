/** A word for a state in capitals, as the tables have it; the examples show the same words in lowercase (resource, Payment, Token). Undefined: it is no text. */
export function stateWord(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toUpperCase() : undefined;
}
