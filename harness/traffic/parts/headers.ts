/** What HTTP/2 and HTTP/3 have in place of the first line of a message (RFC 9113, 8.3). Some recorders list them as headers. */
const pseudoHeaders: ReadonlySet<string> = new Set([
  ':method',
  ':scheme',
  ':authority',
  ':path',
  ':status',
  ':protocol',
]);

/** A header of a recording. Some recorders write null, or nothing, for a value that they have left out. */
export interface RecordedHeader {
  readonly name: string;
  readonly value?: string | null | undefined;
}

/** The headers of a recording, by their names in lower case; one that is repeated is joined by commas. */
export function lowerCased(headers: readonly RecordedHeader[]): Record<string, string> {
  const named: Record<string, string> = {};
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    if (pseudoHeaders.has(key)) continue;
    const before = Object.hasOwn(named, key) ? named[key] : undefined;
    named[key] = before === undefined ? (value ?? '') : `${before}, ${value ?? ''}`;
  }
  return named;
}
