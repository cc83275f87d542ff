/** How values are written, where the document shows more than one form or none. */
export interface Forms {
  /** The letters of a state: the tables have upper case, the examples lower case. */
  statusText(status: string, of: 'payment' | 'token'): string;
  /** An instant, ms since the epoch, in ISO 8601 and UTC. */
  instant(at: number): string;
  /** An optional text; one that was never set is empty. Undefined leaves the field out. */
  optionalText(text: string): string | null | undefined;
}

/** The forms that this server chooses. */
export const soundForms: Forms = {
  statusText: (status) => status,
  instant: (at) => new Date(at).toISOString(),
  optionalText: (text) => text,
};
