/** A record with a note that its copies keep and that JSON does not show, so that a fault needs no memory of its own. */
export function withNote<T extends object>(record: T, note: symbol, value: unknown): T {
  return Object.assign({}, record, { [note]: value });
}

/** The value of a note; undefined where there is none. */
export function noteOn(record: object, note: symbol): unknown {
  return (record as Readonly<Record<symbol, unknown>>)[note];
}
