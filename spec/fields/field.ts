import type { Requirement } from '../requirement.ts';

/** How two values of a field are compared, and what another one looks like. */
export type Form =
  | 'id'
  | 'text'
  | 'word'
  | 'kanji'
  | 'katakana'
  | 'email'
  | 'phone'
  | 'number'
  | 'integer'
  | 'instant'
  | 'flag'
  | 'state'
  | 'pairs'
  | 'civil-time';

/**
 * How sure it is that an answer shows a field. `always`: one that lacks it breaks the row of its form. `if-set`: it is missing, null or empty as long as
 * it has no value. `perhaps`: the service may give it a value of its own later, where none was sent.
 */
export type Shown = 'always' | 'if-set' | 'perhaps';

/** One field of a record, as the tables of the documents have it (Resources and their fields). */
export interface Field {
  readonly name: string;
  readonly form: Form;
  readonly shown: Shown;
  /** Who gives it its value: the request that makes the record, or the service. */
  readonly from: 'request' | 'service';
  /** The operations that may change what answers show of it, and `expiry`. None: it stays as it was first shown. */
  readonly changedBy: readonly string[];
  /** The row that an answer breaks which shows another value though nothing of `changedBy` has happened. */
  readonly row: Requirement;
  /** The row that a read breaks which differs from the read before it. Default: the one of its record. */
  readonly onRead?: Requirement;
}

/** The fields of one kind of record, and where answers show them. */
export interface RecordFields {
  /** As the document calls it: `payment`, `shipping-address`. */
  readonly record: string;
  /** The path to it in the answers; a `*` stands for each entry of a list. */
  readonly at: readonly string[];
  /** The operation that reads it: `payments.get`. */
  readonly read: string;
  /** The operations that answer with it beside, as the document names them. */
  readonly alsoIn: readonly string[];
  /** The row that a read breaks which differs from the read before it. */
  readonly readChangesNothing: Requirement;
  readonly fields: readonly Field[];
  /** Fields of which the document says that they are unused: they may hold anything. */
  readonly unused?: readonly string[];
}

type Rest = Partial<Pick<Field, 'shown' | 'from' | 'changedBy' | 'onRead'>>;

/** A field of the table. Default: the request gives it, it is always shown, and nothing changes it. */
export function field(name: string, form: Form, row: Requirement, rest: Rest = {}): Field {
  return Object.freeze({ name, form, shown: 'always', from: 'request', changedBy: [], row, ...rest });
}
