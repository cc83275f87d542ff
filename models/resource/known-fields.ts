import type { ValueExpect } from '../../spec/expect.ts';
import type { Check, Json } from '../../engine/model.ts';
import type { Field, Form, RecordFields } from '../../spec/fields/field.ts';
import { paymentFields } from '../../spec/fields/payment-fields.ts';
import { tokenFields } from '../../spec/fields/token-fields.ts';
import {
  anotherValue,
  at,
  decimalEquals,
  field,
  isBoolean,
  isNumber,
  isObject,
  isText,
  judged,
  wordsOf,
} from '../checks.ts';
import type { Reply } from '../wire.ts';
import { decimalText, isNothing, equalPairs, showsSomething, samePairs } from './forms.ts';
import { isInstant, sameInstant } from '../../spec/instants.ts';
import { accusing, type Accuse } from './replies/outcomes.ts';
import type { After, Known, Pairs } from './state.ts';

/** One field outside of lists, whose value is known once it was sent or shown. */
export interface KnownField extends Pick<Field, 'shown' | 'from' | 'changedBy'> {
  /** `order.tax`. */
  readonly name: string;
  readonly path: readonly string[];
  readonly rule: string;
  readonly form: FormRules;
}

/** How values of one form are compared: which values have it, what is kept of them, and whether two are the same. */
interface FormRules {
  has(value: unknown): boolean;
  kept(value: unknown): unknown;
  same(shown: unknown, known: unknown): boolean;
  /** What must hold, as data. Undefined where one value may be written in several ways, so that only words say it. */
  must(known: unknown): ValueExpect | undefined;
}

const asItIs = (value: unknown): unknown => value;
const exact: FormRules = {
  has: isText,
  kept: asItIs,
  same: (shown, known) => shown === known,
  must: (known) => ({ is: known as Json }),
};
/** A file that stands alone would accuse another way to write the same value. */
const inSeveralWays = { must: () => undefined } as const;
/** Spaces of half and full width count as the same (Resources and their fields › Token, origin). */
const spaced = (name: unknown): string => String(name).replaceAll(/\s+/g, ' ');
const named: FormRules = {
  ...exact,
  ...inSeveralWays,
  same: (shown, known) => spaced(shown) === spaced(known),
};
/** Neither separators nor the international form make another number: how one is written is not shown. */
const digits = (phone: unknown): string =>
  String(phone)
    .replaceAll(/[^\d+]/g, '')
    .replace(/^\+?81/, '0');
const amount: FormRules = {
  has: isNumber,
  kept: decimalText,
  same: (shown, known) => decimalEquals(shown, String(known)),
  must: (known) => ({ amount: String(known) }),
};

const forms: Readonly<Record<Form, FormRules>> = {
  id: exact,
  text: exact,
  word: exact,
  email: exact,
  state: exact,
  'civil-time': exact,
  kanji: named,
  katakana: named,
  phone: { ...exact, ...inSeveralWays, same: (shown, known) => digits(shown) === digits(known) },
  number: amount,
  integer: amount,
  instant: {
    ...inSeveralWays,
    has: isInstant,
    kept: asItIs,
    same: (shown, known) => sameInstant(shown, String(known)),
  },
  flag: { ...exact, has: isBoolean },
  pairs: {
    ...exact,
    has: isObject,
    same: (shown, known) => samePairs(shown, known as Pairs),
    must: (known) => equalPairs(known as Pairs).must,
  },
};

/**
 * The fields of the table outside of lists that are compared between answers, which nothing or only an update changes. Those by which the model
 * distinguishes states, and those that have one right value, are judged elsewhere.
 */
function knownFields(records: readonly RecordFields[], elsewhere: readonly string[]): readonly KnownField[] {
  return Object.freeze(
    records
      .filter((record) => !record.at.includes('*'))
      .flatMap((record) => record.fields.map((one) => ({ ...one, path: [...record.at, one.name] })))
      .filter(({ path }) => !elsewhere.includes(path.join('.')))
      .map(({ path, row, form, shown, from, changedBy }) =>
        Object.freeze({
          name: path.join('.'),
          path,
          rule: row.id,
          form: forms[form],
          shown,
          from,
          changedBy,
        }),
      ),
  );
}

export const paymentKnown = knownFields(paymentFields, ['id', 'amount', 'currency', 'test', 'status']);
export const tokenKnown = knownFields(tokenFields, [
  'id',
  'status',
  'kind',
  'test',
  'version_nr',
  'updated_at',
  'deleted_at',
]);

const nothingKnown: Known = Object.freeze({});

/** What is known with what a reply shows for the first time: null where it shows nothing of a field that has no value. */
export function withShown(
  fields: readonly KnownField[],
  known: Known = nothingKnown,
  body: unknown,
  isTold: (name: string) => boolean = () => false,
): Known {
  let learned: Record<string, unknown> | undefined;
  for (const { name, path, form, shown } of fields) {
    if (Object.hasOwn(known, name) || isTold(name)) continue;
    const value = at(body, path);
    const isEmpty = isNothing(value);
    if (isEmpty ? shown === 'if-set' : form.has(value))
      (learned ??= { ...known })[name] = isEmpty ? null : form.kept(value);
  }
  return learned ?? known;
}

/** What is known of only some of the fields. */
export function knownWhere(
  fields: readonly KnownField[],
  known: Known = nothingKnown,
  which: (field: KnownField) => boolean,
): Known {
  const own = fields.filter(({ name }) => Object.hasOwn(known, name));
  const left = own.filter(which);
  return left.length === own.length ? known : Object.fromEntries(left.map(({ name }) => [name, known[name]]));
}

type Checks = readonly Check<Reply>[];
// A cache, since what is known stays the same object from one reply to the next.
const made = new WeakMap<Known, Map<After, Checks>>();

/**
 * The checks that each known field is shown as it is known. The rule of the field stands for any change that it names no operation for, so a breach
 * accuses no read or refusal beside it, unless it was just this that happened since: then these `suspects`.
 */
export function knownChecks(
  fields: readonly KnownField[],
  { known, after }: { readonly known?: Known | undefined; readonly after: After },
  suspects: readonly string[],
): Checks {
  if (known === undefined) return [];
  let byAfter = made.get(known);
  if (byAfter === undefined) made.set(known, (byAfter = new Map<After, Checks>()));
  const key = suspects.length === 0 ? 'change' : after;
  let checks = byAfter.get(key);
  if (checks === undefined) {
    const accuse = accusing({ after }, key === 'change' ? [] : suspects);
    byAfter.set(key, (checks = checksOf(fields, known, accuse)));
  }
  return checks;
}

function checksOf(fields: readonly KnownField[], known: Known, accuse: Accuse): Checks {
  return fields.flatMap((one) => {
    if (!Object.hasOwn(known, one.name)) return [];
    const value = known[one.name];
    const holds = (shown: unknown): boolean => isShownAs(one, shown, value);
    // Nothing is shown in several ways: as an empty text, as 0, or not at all.
    const must = value === null ? anotherValue : (one.form.must(value) ?? anotherValue);
    const words =
      value === null
        ? 'as before, nothing'
        : must === anotherValue
          ? () => wordsOf({ is: value as Json })
          : undefined;
    const constant = one.changedBy.length === 0 && { constant: true as const };
    return [
      field(accuse(one.rule), one.name, judged(holds, must, words), {
        ...showsSomething,
        ...constant,
      }),
    ];
  });
}

function isShownAs({ form, shown: how }: KnownField, shown: unknown, known: unknown): boolean {
  if (known === null) return isNothing(shown);
  // What lacks its form breaks the row of its form.
  if (!form.has(shown)) return how === 'always';
  return form.same(shown, known);
}
