import { hash } from 'node:crypto';
import type { ChecksumRecipe } from '../../models/wire.ts';

const WRONG_SECRET = 'payproof_secret_that_is_wrong';

/** Makes each kind of wrong checksum from the right one and from one under a wrong secret. */
const mutations: Readonly<
  Record<NonNullable<ChecksumRecipe['corruption']>, (right: string, wrong: string) => string | null>
> = {
  missing: () => null,
  null: () => null,
  empty: () => '',
  garbage: () => 'not a checksum',
  'wrong-secret': (_right, wrong) => wrong,
  truncated: (right) => right.slice(0, right.length / 2),
  extended: (right) => `${right}00`,
  'first-half': (right, wrong) => right.slice(0, right.length / 2) + wrong.slice(right.length / 2),
  'second-half': (right, wrong) => wrong.slice(0, right.length / 2) + right.slice(right.length / 2),
  'upper-case': (right) => right.toUpperCase(),
  'swapped-case': swappedCase,
  'url-safe': (right) => right.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
};

/** SHA-256 over the secret and the operation's data, hex or base64, made wrong as the recipe says (legacy, Authentication 2). */
export function checksum(
  { of, encoding, corruption: mutation }: ChecksumRecipe,
  secret: string,
): string | null {
  const right = hash('sha256', secret + of, encoding);
  if (mutation === undefined) return right;
  return mutations[mutation](right, hash('sha256', WRONG_SECRET + of, encoding));
}

/** A description of the checksum for people and files: what it was made of, never its value. */
export function described(recipe: ChecksumRecipe): string | null {
  const { of, encoding, corruption: mutation } = recipe;
  if (mutation === 'null' || mutation === 'empty' || mutation === 'garbage') return checksum(recipe, '');
  const secret = mutation === 'wrong-secret' ? 'a wrong secret' : 'secret';
  const rest = mutation === undefined || mutation === 'wrong-secret' ? '' : `, ${mutation}`;
  return `<checksum ${encoding} of ${secret} + ${of}${rest}>`;
}

/** The text with each letter in the other case. */
export function swappedCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
