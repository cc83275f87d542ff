import type { Check } from '../../engine/model.ts';
import { buyerRules as rules } from '../../spec/resource/buyer.ts';
import { at, check, field, isObject, isText, judged, type Predicate } from '../checks.ts';
import { brokenRows, type RecordFields } from '../../spec/fields/field.ts';
import type { Reply } from '../wire.ts';

export const personal = ['name1', 'name2', 'email', 'phone'] as const;

// A name in kanji may have parts in hiragana, as many given names are; one in katakana alone is a reading.
const isKanji: Predicate = (name) => /[\p{Script=Han}\p{Script=Hiragana}]/u.test(String(name));
const isKatakana: Predicate = (name) => /^[\p{Script=Katakana}ー－ｰ・･ﾞﾟ\s-]+$/u.test(String(name));
/** 11 digits with a prefix of mobile networks, or the same in the international form. */
const isMobile: Predicate = (phone) =>
  /^(?:0|\+?81)[6-9]0\d{8}$/.test(String(phone).replaceAll(/[\s()-]/g, ''));
// Of half or full width: of a buyer the document says 'a space', of an origin that it may be either.
const isSeparated: Predicate = (name) => /\S[ \u3000]+\S/u.test(String(name));

const forms: readonly (readonly [string, string, string, Predicate])[] = [
  [rules.buyerMeaning.id, 'name1', 'a name in kanji', isKanji],
  [rules.buyerMeaning.id, 'name2', 'a name in katakana', isKatakana],
  [rules.buyerMeaning.id, 'phone', 'a Japanese mobile number', isMobile],
  [rules.buyerNames.id, 'name1', 'family and given name separated by a space', isSeparated],
  [rules.buyerNames.id, 'name2', 'family and given name separated by a space', isSeparated],
];

/**
 * The checks of a consumer's data by field: each is there, and is what the table says (Resources and their fields, Buyer and Token). `asIn`:
 * the record by which such data are described: what is missing breaks the rules of both.
 */
export function personChecks(
  { at: path, fields }: RecordFields,
  asIn?: Pick<RecordFields, 'fields'>,
): readonly Check<Reply>[] {
  const where = path.join('.');
  const missing = (name: string): readonly string[] =>
    [...fields, ...(asIn?.fields ?? [])].flatMap((one) =>
      one.name === name ? [brokenRows(one).missing.id] : [],
    );
  const shaped = (
    rule: string,
    name: string,
    expected: string,
    holds: Predicate,
    provesWhere: Predicate = isText,
  ) =>
    // A field that is missing, or no text, breaks its own rule.
    field(
      rule,
      `${where}.${name}`,
      judged((value) => !provesWhere(value) || holds(value), expected),
      {
        provesWhere,
      },
    );
  const present = personal.map((name) =>
    check(
      missing(name),
      `${where}.${name}: there`,
      ({ body }) => at(body, [where]),
      // Data that is no object, or a field that is no text, breaks another rule.
      (person) => !isObject(person) || !isMissing(person[name]),
      {
        about: `${where}.${name}`,
        provesWhere: isObject,
        expect: () => ({ at: `${where}.${name}`, must: { type: 'text' } }),
      },
    ),
  );
  return Object.freeze([...present, ...forms.map((form) => shaped(...form))]);
}

const isMissing: Predicate = (value) => value === undefined || value === null || value === '';
