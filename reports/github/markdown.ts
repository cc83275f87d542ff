import { plain } from '../words/plain.ts';

/** Longest text of one item. */
const longest = 300;

/**
 * A text as code of GitHub's Markdown, whatever a target wrote into it: what has a meaning in Markdown or HTML is an entity, and within `code` nobody is
 * mentioned and nothing is linked.
 */
export function code(text: string): string {
  return `<code>${entities(plain(text, longest))}</code>`;
}

/** A text of ours that names what may be a target's, such as a reason. It may be read as Markdown nowhere. */
export function words(text: string): string {
  // A zero-width non-joiner keeps GitHub from a mention; it is not seen.
  return entities(plain(text, longest)).replaceAll('&#64;', '&#64;&#8204;');
}

/** A table of cells that are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line), ''];
}

/** Lines that fit so many bytes; what is left out is said. */
export function fitting(lines: readonly string[], mostBytes: number): string {
  const end = '\n_The rest did not fit: the page of the run has it._\n';
  let text = '';
  let bytes = Buffer.byteLength(end);
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > mostBytes) return bytes - Buffer.byteLength(line) - 1 > mostBytes ? '' : `${text}${end}`;
    text += `${line}\n`;
  }
  return text;
}

/** ASCII that is no letter, digit or blank. Each as a number, so that neither a block, a link nor a tag begins. */
function entities(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, (char) => `&#${char.charCodeAt(0)};`);
}
