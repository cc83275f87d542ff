import type { Check } from '../../engine/model.ts';
import { brokenRows, type Field, formOf, type RecordFields } from '../../spec/fields/field.ts';
import { at, check, type CheckOptions, field, predicateOf, wordsOf } from '../checks.ts';
import type { Reply } from '../wire.ts';
import { entries, identities, isShown, showsSomething } from './forms.ts';

type Checks = readonly Check<Reply>[];

const listOf = (path: readonly string[]): string => path.filter((name) => name !== '*').join('.');

/** That a record is an object, or the list of records an array (Resources and their fields). */
export function ownForm({ at: path, ownRow, optional }: RecordFields): Checks {
  if (ownRow === undefined) return [];
  const type = path.at(-1) === '*' ? 'array' : 'object';
  const left = optional === true ? showsSomething : {};
  return [field(ownRow.id, listOf(path), { type, ...(optional && { optional }) }, left)];
}

/**
 * The form of each field of a record, or of each record of a list, by the table of the documents (Resources and their fields). `special`: how the check of
 * a field differs from that of others.
 */
export function fieldForms(
  { at: path, fields }: RecordFields,
  special: Readonly<Record<string, CheckOptions>> = {},
): Checks {
  return fields.flatMap((one) => {
    if (one.formOfState === true) return [];
    if (path.at(-1) === '*') return [inEach(listOf(path), one)];
    const options = one.shown === 'always' ? special[one.name] : showsSomething;
    return [field(brokenRows(one).form.id, [...path, one.name].join('.'), formOf(one), options)];
  });
}

/** The form of a field in each record of a list; proves nothing where none shows it. */
function inEach(list: string, one: Field): Check<Reply> {
  const must = formOf(one);
  const holds = predicateOf(must);
  const { name } = one;
  return check(
    brokenRows(one).form.id,
    () => `${list}.${name}: ${wordsOf(must)}`,
    ({ body }) => entries(at(body, [list])).map((entry) => entry[name]),
    (values) => (values as readonly unknown[]).every(holds),
    {
      ...(!identities.has(name) && { about: `${list}.${name}` }),
      provesWhere: (values) => (values as readonly unknown[]).some(isShown),
      expect: () => ({ at: list, each: name, must }),
    },
  );
}
