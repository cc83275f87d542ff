import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forms } from '../cases/echoes.ts';

/** Forms of a key that no artefact may hold. Reversed it is no form that anybody would try. */
const looked = Object.entries(forms).filter(([name]) => name !== 'reversed' && !name.startsWith('across'));

/** Every place where a secret stands in one of its forms: `report.html: in hex`. */
export function secretsIn(
  places: ReadonlyMap<string, string>,
  secrets: readonly string[],
): readonly string[] {
  const sought = secrets.flatMap((secret) =>
    looked.map(([name, form]) => ({ name, text: stableOf(form(secret), name) })),
  );
  return [...places].flatMap(([place, text]) =>
    sought.filter((one) => text.includes(one.text)).map((one) => `${place}: a secret ${one.name}`),
  );
}

/** The part of a base64 text that does not depend on what stands beside the secret. */
function stableOf(text: string, form: string): string {
  if (!form.includes('base64')) return text;
  return text.slice(form === 'in base64' ? 0 : 4, -4);
}

/** The text of every file below a folder. */
export function textsBelow(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map((file) => {
      const path = join(file.parentPath, file.name);
      return [path.slice(folder.length + 1), readFileSync(path, 'latin1')];
    }),
  );
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0008\u000b-\u000d\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

/** The first control character that a terminal would act on; undefined where there is none. Line ends and tabs are none. */
export function controlCharacterIn(text: string): string | undefined {
  const found = control.exec(text)?.[0];
  return found === undefined ? undefined : `U+${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
