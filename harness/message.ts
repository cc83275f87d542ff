/** Headers as Node and undici give them. */
export type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The headers with one text each: repeated ones are joined by commas. */
export function flatHeaders(headers: RawHeaders): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) plain[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return plain;
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
  let quotedFrom: number | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quotedFrom !== undefined) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) {
        longest = Math.max(longest, at - quotedFrom - 1);
        quotedFrom = undefined;
      }
    } else if (code === QUOTE) quotedFrom = at;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      levels = Math.max(levels, depth);
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return { levels, longest };
}
