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

/** The value of a JSON text; undefined when it is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
