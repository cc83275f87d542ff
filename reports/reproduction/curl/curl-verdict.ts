import { type FailureRecord, permittedWords } from '../../../harness/records/failure-record.ts';
import type { Json } from '../../../engine/model.ts';
import type { ValueExpect } from '../../../spec/expect.ts';
import type { Claim, ValueClaim } from '../claim.ts';
import type { Learned } from '../learned-ids.ts';
import type { Repeated, RepeatedCall } from '../repeated.ts';
import { whyNoScript } from '../reproduction.ts';
import { plain } from '../../words/plain.ts';
import { comment, jsonWord, quoted } from './shell-words.ts';

/**
 * The last lines of a script: exit 0 when the last answer is one that the documents permit, and 1 when it is not. Where a script can't decide,
 * exit 3 with the reason.
 */
export function verdictLines(
  failure: FailureRecord,
  { expect, variables }: Pick<Repeated, 'expect' | 'variables'>,
): readonly string[] {
  if (expect.of !== 'reply') {
    const why = whyNoScript(failure) ?? '';
    return [`unable ${quoted(`not judged: ${why}; npx payproof replay judges it`)}`];
  }
  const words = permittedWords(failure);
  return [
    ...words.map((text, index) => comment(`${index === 0 ? 'permitted:' : '       or:'} ${text}`)),
    ...expect.permitted.map(
      (claims) => `if ${claims.map((claim) => claimWord(claim, variables)).join(' && ')}; then mended; fi`,
    ),
    ...turnedAway(failure),
    `[ -z "$otherwise" ] || unable "step $otherwise was answered otherwise than then, so the failure can't be judged"`,
    `echo ${quoted(`broken: expected ${plain(words.join(', or '), 1000)}`)}`,
    'exit 1',
  ];
}

/** Remembers that a step was answered otherwise than then: what is permitted afterwards may be another. */
export function answeredLines({ answered, known, number }: RepeatedCall): readonly string[] {
  if (answered === undefined) return [];
  const words = Object.entries(answered.words).map(
    ([name, word]) =>
      `answer --argjson value ${jsonWord(JSON.stringify(word), known)} '.${name} | type != "string" or . == $value'`,
  );
  return [`${[`http_is ${answered.http}`, ...words].join(' && ')} || otherwise=\${otherwise:-${number}}`];
}

/** Answers of a limit, or of what stands in front of the target: they say nothing of it, unless one of them is what is wrong. */
const away: readonly number[] = [429, 502, 503, 504];

function turnedAway({ transcript }: FailureRecord): readonly string[] {
  const last = transcript.at(-1);
  const codes = away.filter((code) => code !== last?.http);
  return [
    `case $http in ${codes.join(' | ')}) unable "the last request was turned away with $http, so the failure can't be judged" ;; esac`,
  ];
}

function claimWord(claim: Claim, learned: readonly Learned[]): string {
  if ('http' in claim) return `http_is ${claim.http.join(' ')}`;
  if ('httpFrom' in claim) return `http_between ${claim.httpFrom} ${claim.httpTo}`;
  if ('refusal' in claim) return 'refused';
  const { at, of, must } = claim;
  // A body that is no JSON is no object either, and jq can't read it.
  if (at === '' && 'type' in must && must.type === 'no object') return `! answer 'type == "object"'`;
  const key =
    of === undefined
      ? ''
      : ` --argjson keys ${jsonWord(JSON.stringify('value' in of ? [of.value] : of.except), learned)}`;
  const value = valueIn(must);
  const given = value === undefined ? '' : ` --argjson value ${jsonWord(JSON.stringify(value), learned)}`;
  return `answer${key}${given} ${quoted(filterOf(claim))}`;
}

/** A jq filter that is true where a claim holds; `$keys` find the entry of a list, `$value` is what the value is compared with. */
function filterOf({ at, of, each, some, must }: ValueClaim): string {
  const condition = conditionOf(must);
  const list = each ?? some;
  const inner =
    list === undefined
      ? condition
      : `type == "array" and ${each === undefined ? 'any' : 'all'}(.[]; ${read(list)} | ${condition})`;
  const filter = `. as $all | ${read(at)} | ${inner}`;
  if (of === undefined) return filter;
  const key = read(of.key);
  const isOne = 'value' in of ? `IN(${key}; $keys[])` : `${key} != null and (IN(${key}; $keys[]) | not)`;
  return `[${read(of.list)}[]? | select(${isOne})][0] | . != null and (${filter})`;
}

/** What a value is compared with, where that may be a text of the target. */
function valueIn(must: ValueExpect): Json | undefined {
  if ('is' in must) return must.is;
  if ('oneOf' in must) return must.oneOf;
  return 'not' in must ? must.not : undefined;
}

const formPatterns = {
  instant: '^[0-9]{4}-?[0-9]{2}-?[0-9]{2}T.*(Z|[+-]00:?(00)?)$',
  'civil-time': '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$',
  'utc-milliseconds': '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$',
};
const typeFilters: Readonly<Record<string, string>> = {
  text: '(type == "string" and . != "")',
  'no object': 'type != "object"',
};

function conditionOf(must: ValueExpect): string {
  if ('optional' in must) {
    const { optional: _, ...rest } = must;
    return `(. == null or (${conditionOf(rest)}))`;
  }
  if ('is' in must) return '. == $value';
  if ('oneOf' in must) return 'IN($value[])';
  if ('state' in must)
    return `(type == "string" and (ascii_upcase | IN(${must.state.map((one) => JSON.stringify(one)).join(', ')})))`;
  if ('amount' in must) return `. == ${Number(must.amount)}`;
  if ('type' in must)
    return must.prefix === undefined
      ? (typeFilters[must.type] ?? `type == "${must.type}"`)
      : `(type == "string" and startswith(${JSON.stringify(must.prefix)}))`;
  if ('form' in must) return `(type == "string" and test("${formPatterns[must.form]}"))`;
  if ('missing' in must) return must.missing === 'unset' ? '. == null' : '(. == null or . == "")';
  if ('present' in must) return '. != null';
  if ('entries' in must) return `(type == "array" and length == ${must.entries})`;
  if ('from' in must) return `(type == "number" and . >= ${must.from} and . <= ${must.to})`;
  if ('not' in must) return '. != $value';
  // Both are written in one form, so that their texts are ordered as their times.
  return 'laterThan' in must ? `. as $later | ($all | ${read(must.laterThan)}) < $later` : 'true';
}

/** A jq filter that reads a field; its names are plain, as claims are read. */
function read(path: string): string {
  return path === '' ? '.' : `(try getpath(${JSON.stringify(path.split('.'))}) catch null)`;
}

/** What reads the last answer. */
export const answerFunction: readonly string[] = [
  '# Whether a jq filter holds of the last answer. What is no JSON holds nothing: an error page of something on the way is no mended answer.',
  'answer() { printf \'%s\' "$reply" | jq -e "$@" >/dev/null 2>&1; }',
];

/** What the claims of a script call. */
export const verdictFunctions: readonly string[] = [
  ...answerFunction,
  'http_is() { for code in "$@"; do [ "$http" = "$code" ] && return 0; done; return 1; }',
  'http_between() { [ "$http" -ge "$1" ] && [ "$http" -le "$2" ]; }',
  '# No success, neither by its status nor by the HTTP status alone.',
  'refused() {',
  `  if answer '.status | IN("open", "close", "authenticate_consumer") or endswith("_success")'; then return 1; fi`,
  `  case $http in 2??) answer '.status | type == "string"' ;; esac`,
  '}',
  '# The first step that was answered otherwise than then.',
  "otherwise=''",
  `mended() { echo 'mended: the last answer is permitted'; exit 0; }`,
  '',
];
