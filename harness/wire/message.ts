/** Headers as Node and undici give them. */
export type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The headers with one text each: repeated ones are joined by commas. */
export function flatHeaders(headers: RawHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
    ),
  );
}

/** Far above the six levels that the documents show, and far below those at which recursion over a value ends in an error. */
export const MOST_LEVELS = 200;

/** A text as JSON: its value, or in words why it counts as no JSON. An empty text has neither. */
export interface Parsed {
  readonly body: unknown;
  readonly unparsed?: string;
}

/** Reads a text of the other side as JSON. One that is nested deeper than MOST_LEVELS is not read. */
export function parsedJson(text: string): Parsed {
  if (text === '') return { body: undefined };
  // Each level takes two characters.
  if (text.length > 2 * MOST_LEVELS && extentOf(text).levels > MOST_LEVELS)
    return { body: undefined, unparsed: `nested deeper than ${MOST_LEVELS} levels` };
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return { body: undefined, unparsed: 'no JSON' };
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** How deep brackets outside of texts are open at most, and how long the longest text between quotes is. One pass without recursion, since the text is hostile. */
export function extentOf(text: string): { readonly levels: number; readonly longest: number } {
  let depth = 0;
  let levels = 0;
  let longest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = closingQuote(text, at + 1);
      if (end === -1) break;
      longest = Math.max(longest, end - at - 1);
      at = end;
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      levels = Math.max(levels, depth);
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return { levels, longest };
}

/** Where the text ends that begins here; -1: nowhere. Most of a JSON is texts, and searching them is much quicker than looking at each character. */
function closingQuote(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end !== -1 && isEscaped(text, from, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** Whether an odd number of backslashes stands before. */
function isEscaped(text: string, from: number, at: number): boolean {
  let first = at;
  while (first > from && text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
