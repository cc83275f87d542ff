import { brokenRows, type Field, type Form } from '../../spec/fields/field.ts';
import { type Cell, cells, idOf, notifying, showing } from './changing-fields.ts';
import type { Fault } from './fault.ts';
import { succeeding } from './replies.ts';

/** A value of another JSON type for each form: as serializers mix them up, where there is a usual way. */
const ofOtherType: Readonly<Record<Form, (value: unknown) => unknown>> = {
  id: (id) => [id],
  text: (text) => [text],
  word: (word) => [word],
  kanji: (name) => [name],
  katakana: (name) => [name],
  email: (address) => [address],
  phone: Number,
  number: String,
  integer: String,
  instant: (instant) => Date.parse(String(instant)),
  flag: String,
  state: (state) => [state],
  pairs: (pairs) => JSON.stringify(pairs),
  'civil-time': (time) => Date.parse(`${String(time).replace(' ', 'T')}Z`),
};

interface Malformation {
  /** Behind the name of the field in the id of the fault. */
  readonly name: string;
  readonly summary: (field: string, record: string) => string;
  /** Whether the document refuses such a value of a field. */
  readonly isWrong: (field: Field) => boolean;
  /** Which of the field's rows it breaks. */
  readonly breaks: keyof ReturnType<typeof brokenRows>;
  readonly change: (value: unknown, field: Field) => unknown;
}

const isAlwaysShown = ({ shown }: Field): boolean => shown === 'always';
const isSet = (value: unknown): boolean => value !== undefined && value !== null;

const malformations: readonly Malformation[] = [
  {
    name: 'missing',
    summary: (field, record) => `No answer shows the ${field} of a ${record}.`,
    isWrong: isAlwaysShown,
    breaks: 'missing',
    change: () => undefined,
  },
  {
    name: 'null',
    summary: (field, record) => `The ${field} of a ${record} is null.`,
    isWrong: isAlwaysShown,
    breaks: 'null',
    change: () => null,
  },
  {
    name: 'of-other-type',
    summary: (field, record) => `The ${field} of a ${record} is of another JSON type.`,
    isWrong: () => true,
    breaks: 'form',
    change: (value, { form }) => (isSet(value) ? ofOtherType[form](value) : value),
  },
  {
    name: 'of-other-prefix',
    summary: (field, record) => `The ${field} of a ${record} begins otherwise than its kind of id does.`,
    isWrong: ({ prefix }) => prefix !== undefined,
    breaks: 'form',
    change: (value) => (typeof value === 'string' ? `x${value}` : value),
  },
];

function malformed(cell: Cell, { name: how, summary, breaks, change }: Malformation): Fault {
  const { record, field } = cell;
  const { name } = field;
  const changed = (value: unknown): unknown => change(value, field);
  const show = succeeding(showing(cell, changed));
  return {
    id: `${idOf(cell)}-${how}`,
    requirement: brokenRows(field)[breaks].id,
    summary: summary(name, record.record),
    derived: true,
    ...(record.read === 'events'
      ? { delivery: notifying(cell, changed) }
      : { reply: Object.fromEntries([record.read, ...record.alsoIn].map((operation) => [operation, show])) }),
  };
}

/** The mechanical faults of the table of fields: each way in which a field can be malformed where the document says its form. */
export const malformedFieldFaults: readonly Fault[] = cells.flatMap((cell) =>
  malformations.filter(({ isWrong }) => isWrong(cell.field)).map((how) => malformed(cell, how)),
);
