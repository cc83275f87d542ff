export type Document = 'legacy' | 'resource';

/** What a target must offer for a row to be testable: an interface, a control capability, or a setting. */
export type Means =
  | 'legacy'
  | 'resource'
  | 'webhooks'
  | 'persona.approve'
  | 'legacy.payment'
  | 'persona.pin'
  | 'persona.reject'
  | 'pin'
  | 'public_key'
  | 'tokens'
  | 'tokens.change'
  | 'payments'
  | 'tokens.issue'
  | 'tokens.consumer'
  | 'consumers.status'
  | 'payments.issue'
  | 'clock.read'
  | 'clock.advance'
  | 'passage'
  | 'everybody'
  | 'webhook.register'
  /** A second receiver can be reached, so that the URL can be changed. */
  | 'webhook.change'
  | 'pins.read'
  | 'tls'
  | 'checkout';

/** A choice of an open point under which a row shows nothing. */
export interface Unseen {
  readonly latitude: string;
  readonly choice: string;
  readonly because: string;
}

/** One definite statement of a document, in our own words. Ids are frozen: a meaning never changes under an id. */
export interface Requirement {
  /** `<document>.<subject>.<claim>`, kebab-case: `legacy.capture.full-closes`. */
  readonly id: string;
  readonly document: Document;
  /** The document's heading: `States and transitions`, `Endpoints › Capture`. */
  readonly section: string;
  readonly operation: string;
  readonly level: 'must' | 'may' | 'open';
  readonly text: string;
  /** Means beyond the document's own interface without which the row can't be tested. */
  readonly needs?: readonly Means[];
  /** The choices of open points under which the row cannot be observed, and why. */
  readonly unseenWhere?: Unseen | readonly Unseen[];
  /** The rows of the fields by which a run learns when to try it, and what it learns. */
  readonly learnsFrom?: { readonly rows: readonly string[]; readonly what: string };
  /** True: only a request with a wrong key shows it, which a target may take few of or none. */
  readonly byWrongKey?: true;
  /** True: only a shipping address of one part beside zip shows it, where the settings may give more. */
  readonly byOneAddressPart?: true;
  /** Why no check over HTTP can reach the row. */
  readonly untestable?: string;
}

/** A row as it is written in a spec file; document and operation come from the file. */
export type Row = Omit<Requirement, 'document' | 'operation' | 'level'> & Partial<Pick<Requirement, 'level'>>;

/** Completes the rows of one operation: `level` is `must` unless said otherwise. */
export function requirements<K extends string>(
  document: Document,
  operation: string,
  rows: Readonly<Record<K, Row>>,
): Readonly<Record<K, Requirement>> {
  const complete = Object.entries<Row>(rows).map(([key, row]) => [
    key,
    Object.freeze({ document, operation, level: 'must' as const, ...row }),
  ]);
  return Object.freeze(Object.fromEntries(complete)) as Readonly<Record<K, Requirement>>;
}
