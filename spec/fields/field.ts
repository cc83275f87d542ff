import type { JudgeableExpect } from '../expect.ts';
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
  /** The row that an answer breaks where the field has not its form. Default: `row`. */
  readonly formRow?: Requirement;
  /** Its form depends on the state, and is judged with that. */
  readonly formOfState?: true;
  /** The row that an answer breaks which lacks the field. Default: the one of its form. */
  readonly missingRow?: Requirement;
  /** The row that an answer breaks which shows null. Default: the one of a missing field. */
  readonly nullRow?: Requirement;
  /** What an id begins with. */
  readonly prefix?: string;
  /** The values that it may have: one, or the states. */
  readonly values?: readonly string[];
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
  /** The row that an answer breaks where the record itself, or the list that holds it, is of another type. Absent: judged with something else. */
  readonly ownRow?: Requirement;
  /** Whether it may be left out. */
  readonly optional?: true;
  /** Fields of which the document says that they are unused: they may hold anything. */
  readonly unused?: readonly string[];
}

type Rest = Partial<Omit<Field, 'name' | 'form' | 'row'>>;

/** A field of the table. Default: the request gives it, it is always shown, and nothing changes it. */
export function field(name: string, form: Form, row: Requirement, rest: Rest = {}): Field {
  return Object.freeze({ name, form, shown: 'always', from: 'request', changedBy: [], row, ...rest });
}

/** What must hold of a field by itself, as the tables of the documents say it (Resources and their fields). */
export function formOf({ form, shown, prefix, values }: Field): JudgeableExpect {
  const optional = shown !== 'always' && { optional: true as const };
  switch (form) {
    case 'number':
    case 'integer':
      return { type: 'number', ...optional };
    case 'flag':
      return { type: 'boolean', ...optional };
    case 'pairs':
      return { type: 'object', ...optional };
    case 'instant':
    case 'civil-time':
      return { form, ...optional };
    case 'state':
      return values === undefined ? { type: 'text', ...optional } : { state: values };
    case 'word':
      return values?.[0] === undefined ? { type: 'text', ...optional } : { is: values[0] };
    case 'id':
    case 'text':
    case 'kanji':
    case 'katakana':
    case 'email':
    case 'phone':
      return { type: 'string', ...(prefix !== undefined && { prefix }), ...optional };
  }
}

/** The rows that an answer breaks where a field is missing, where it is null, and where it has not its form. */
export function brokenRows({ row, formRow = row, missingRow = formRow, nullRow = missingRow }: Field): {
  readonly missing: Requirement;
  readonly null: Requirement;
  readonly form: Requirement;
} {
  return { missing: missingRow, null: nullRow, form: formRow };
}

/** A record of a table. Throws where there is none of the name. */
export function recordOf(table: readonly RecordFields[], name: string): RecordFields {
  const found = table.find(({ record }) => record === name);
  if (found === undefined) throw new Error(`the table of fields has no record ${name}`);
  return found;
}
