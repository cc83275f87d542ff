import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { keyForms, wrongKeysOf } from './key-forms.ts';

/** Every place that holds a secret, or a wrong key made from it, in any form: `junit.xml: in hex`. */
export function secretsIn(
  places: ReadonlyMap<string, string>,
  secrets: readonly string[],
): readonly string[] {
  const sought = secrets
    .flatMap((secret) => [secret, ...wrongKeysOf(secret)])
    .flatMap((secret) =>
      Object.entries(keyForms).map(([form, encode]) => ({ form, text: stableOf(encode(secret), form) })),
    );
  return [...places].flatMap(([place, text]) => [
    ...new Set(sought.filter((one) => text.includes(one.text)).map(({ form }) => `${place}: ${form}`)),
  ]);
}

/** The part of a base64 text that does not depend on what stands beside the secret. */
function stableOf(text: string, form: string): string {
  return form.includes('base64') ? text.slice(4, -4) : text;
}

/** The text of every file below a folder, by its path in it. */
export function filesOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}

/** The text of every file below a folder, and of what was printed. */
export function everythingOf(
  folder: string,
  printed: { readonly out: string; readonly err: string },
): ReadonlyMap<string, string> {
  return new Map([...filesOf(folder), ['standard output', printed.out], ['standard error', printed.err]]);
}
