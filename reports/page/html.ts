import { quoted } from '../reproduction/vitest/javascript.ts';
import { plain } from '../words/plain.ts';

/** Text that is HTML already; only this file makes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes: HTML is kept, everything else is escaped, undefined and false give nothing. */
export type Part = Html | string | number | undefined | false | readonly Part[];

/** Longer texts are cut, so that no target can make the page huge. */
const longestText = 2000;

/** Longest text that can be copied from the page: a longer one is only named as a file. */
export const longestCopy = 100_000;

/**
 * A template whose values are escaped, each on one line, bounded, and free of control and direction characters.
 * The only place where text becomes HTML.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(strings.reduce((sofar, string, index) => sofar + rendered(values[index - 1]) + string));
}

/** A text of several lines, each made safe like any other value. */
export function lines(text: string, most = 400): Html {
  const all = text.split('\n', most + 1);
  const kept = all.slice(0, most).map((line) => escaped(plain(line, longestText)));
  return new Html([...kept, ...(all.length > most ? ['…'] : [])].join('\n'));
}

/** Parts that are HTML already, each on a line of its own: for what keeps its line breaks. */
export function inLines(parts: readonly Html[]): Html {
  return new Html(parts.map(({ text }) => text).join('\n'));
}

/** A whole unchanged text, for an attribute that a script reads with `JSON.parse`. ASCII. */
export function exactly(text: string): Html {
  return new Html(escaped(quoted(text)));
}

/** The address of a picture that stands in the page itself; none where it is no base64. */
export function jpegSource(base64: string): Html {
  return new Html(/^[\w+/]*={0,2}$/.test(base64) ? `data:image/jpeg;base64,${base64}` : '');
}

/** Our own style sheet or script, unchanged, since its hash is in the page's policy. It holds nothing of a run. */
export function inline(element: 'style' | 'script', code: string): Html {
  return new Html(`<${element}>${code}</${element}>`);
}

/** An id, as `legacy.capture.full-closes`, which a narrow screen breaks as `inParts` says. */
export function named(id: string): Html {
  return html`<code>${inParts(id)}</code>`;
}

/** A text that a narrow screen breaks behind its dots and slashes, too, and inside no word. */
export function inParts(text: string): Html {
  return new Html(rendered(text).replaceAll(/[./](?=.)/g, '$&<wbr />'));
}

function rendered(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(rendered).join('');
  return escaped(plain(String(part), longestText));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (char) => entities[char] ?? '');
}

/** The id of a place in the page, which a link can name: of what and which, in lower case and without what a URL would escape. */
export function anchorOf(what: string, ...of: readonly string[]): string {
  return [what, ...of].map((part) => part.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-')).join('-');
}
