import { closest, distance } from 'fastest-levenshtein';

/** Wrong usage or settings: the message is for people and says what would have been right. The command exits with 2. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** `Did you mean base_url?` when a known word differs by a typing error, else the list of known words. */
export function suggestion(word: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const near = closest(word, known);
  // A third of the letters: `base_ur` finds `base_url`, an unrelated word finds nothing.
  if (distance(word, near) <= Math.max(2, Math.ceil(word.length / 3))) return `Did you mean ${near}?`;
  return known.length <= 20 ? `Known: ${known.join(', ')}.` : '';
}
