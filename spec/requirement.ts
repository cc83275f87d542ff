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
  /** Where a target offers these means, only a run that holds it alone shows the row for certain. Default: any run does. */
  readonly aloneWith?: Means;
  /** The choices of open points under which the row cannot be observed, and why. */
  readonly unseenWhere?: Unseen | readonly Unseen[];
  /** The rows of the fields by which a run learns when to try it, and what it learns. */
  readonly learnsFrom?: { readonly rows: readonly string[]; readonly what: string };
  /** True: it says which payment or token an answer is about, so that an answer that belongs to another request breaks it. */
  readonly identifies?: true;
  /** True: only a request with a wrong key shows it, which a target may take few of or none. */
  readonly byWrongKey?: true;
  /** True: only a shipping address of one part beside zip shows it, where the settings may give more. */
  readonly byOneAddressPart?: true;
  /** Why no check over HTTP can reach the row. */
  readonly untestable?: string;
}

/** A row as it is written in a spec file; document and operation come from the file. */
type Row = Omit<Requirement, 'document' | 'operation' | 'level'> & Partial<Pick<Requirement, 'level'>>;

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

/** A document that the rows of this register were read from. */
interface SpecifiedBy {
  readonly title: string;
  /** What the document itself says of its version; where it names none, the latest date of a change that it names, and its digest tells editions apart. */
  readonly edition: string;
  /** SHA-256 of its file, byte by byte, as `sha256sum FILE` prints it: to be written anew whenever the rows were compared with a newer edition. */
  readonly sha256: string;
}

/** The two documents. They are no part of this project: their digests say which edition it is that a verdict rests on. */
export const documents: Readonly<Record<'legacy' | 'resource', SpecifiedBy>> = {
  legacy: {
    title: 'Legacy Payment Service: Checksum-Signed API, Checkout App and Webhooks',
    edition: 'without a version; its only dated change is of 2016-11-17',
    sha256: 'f13ff03b48390b912772e7192a07f9fd43ed9faf34a80ee282f5c532f91d7041',
  },
  resource: {
    title: 'Resource-Style Payment Service: Payments and Tokens',
    edition: 'version 2018-04-10',
    sha256: 'b2ca8955c7e799889bb4c63dca6f9622b031cc479da073680f1685143e1d878d',
  },
};

/** Adds these means to the needs of each row; untestable rows stay as they are. */
export function needing<K extends string>(
  means: readonly Means[],
  rows: Readonly<Record<K, Row>>,
): Readonly<Record<K, Row>> {
  const complete = Object.entries<Row>(rows).map(([key, row]) => [
    key,
    row.untestable === undefined ? { ...row, needs: [...means, ...(row.needs ?? [])] } : row,
  ]);
  return Object.fromEntries(complete) as Readonly<Record<K, Row>>;
}
