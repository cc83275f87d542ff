import { pathSegment } from '../../../spec/forms.ts';
import type { Learned } from '../learned-ids.ts';
import { plain } from '../../words/plain.ts';

/** One shell word that means exactly this text, whatever it holds. */
export function quoted(text: string): string {
  // A shell word can't hold NUL.
  return `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;
}

/** A comment line, whatever the text holds. */
export function comment(text: string): string {
  return `# ${plain(text, 1000)}`;
}

/** A JSON text as one shell word, learned strings replaced by their variables. */
export function jsonWord(json: string, learned: readonly Learned[]): string {
  return spliced(
    json,
    learned.map(({ value, variable }) => ({ value: JSON.stringify(value), shell: `"\\"$${variable}\\""` })),
  );
}

/** Any other text as one shell word, learned values replaced by their variables wherever they occur. */
export function textWord(text: string, learned: readonly Learned[]): string {
  return spliced(
    text,
    learned
      // A variable of the shell holds whole characters only: half of a surrogate pair, cut out of the text, would be lost.
      .filter(({ value }) => value.isWellFormed())
      .map(({ value, variable }) => ({ value, shell: `"$${variable}"` })),
  );
}

/** A path as one shell word, learned values replaced by their variables, in the encoding of a path where they need it. */
export function pathWord(path: string, learned: readonly Learned[]): string {
  return spliced(
    path,
    learned.map(({ value, variable }) => {
      const segment = pathSegment(value);
      return segment === value
        ? { value, shell: `"$${variable}"` }
        : { value: segment, shell: `"$(segment "$${variable}")"` };
    }),
  );
}

/** Replaces from left to right, the longest value first where several begin at one position. */
function spliced(
  text: string,
  values: readonly { readonly value: string; readonly shell: string }[],
): string {
  const ordered = [...values].sort((a, b) => b.value.length - a.value.length);
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const found = ordered.find(({ value }) => text.startsWith(value, at));
    if (found === undefined) continue;
    if (at > from) parts.push(quoted(text.slice(from, at)));
    parts.push(found.shell);
    from = at + found.value.length;
    at = from - 1;
  }
  if (from < text.length || parts.length === 0) parts.push(quoted(text.slice(from)));
  return parts.join('');
}
