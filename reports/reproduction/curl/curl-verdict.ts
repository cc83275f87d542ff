import {
  type FailureRecord,
  type TranscriptLine,
  permittedWords,
} from '../../../harness/records/failure-record.ts';
import { type Claim, permittedClaims } from '../claim.ts';
import { whyNoScript } from '../reproduction.ts';
import { plain } from '../../words/plain.ts';
import { comment, jsonWord, type Learned, quoted, textWord } from './shell-words.ts';

/**
 * The last lines of a script: exit 0 when the last answer is one that the documents permit, and 1 when it is none. Where a script can't tell,
 * exit 3 with the reason.
 */
export function verdictLines(failure: FailureRecord, learned: readonly Learned[]): readonly string[] {
  const why = whyNoScript(failure);
  const permitted = permittedClaims(failure);
  if (why !== undefined || permitted === undefined)
    return [`unable ${quoted(`not judged: ${why ?? ''}; npx payproof replay judges it`)}`];
  const words = permittedWords(failure);
  return [
    ...words.map((text, index) => comment(`${index === 0 ? 'permitted:' : '       or:'} ${text}`)),
    ...permitted.map(
      (claims) => `if ${claims.map((claim) => claimWord(claim, learned)).join(' && ')}; then mended; fi`,
    ),
    ...turnedAway(failure),
    `echo ${quoted(`broken: expected ${plain(words.join(', or '), 1000)}`)}`,
    'exit 1',
  ];
}

/** Answers of a limit, or of what stands in front of the target: they say nothing of it, unless one of them is what is wrong. */
const away: readonly string[] = ['429', '502', '503', '504'];

function turnedAway({ transcript }: FailureRecord): readonly string[] {
  const last = transcript.at(-1);
  const was = last && httpOf(last);
  const codes = away.filter((code) => code !== was);
  return [
    `case $http in ${codes.join(' | ')}) unable "the last request was turned away with $http, so the failure can't be judged" ;; esac`,
  ];
}

/** The HTTP status that a step was answered with. */
export function httpOf({ received }: TranscriptLine): string | undefined {
  return /^(\d{3})\b/.exec(received)?.[1];
}

function claimWord(claim: Claim, learned: readonly Learned[]): string {
  switch (claim.is) {
    case 'http':
      return `http_is ${claim.of.join(' ')}`;
    case 'http-between':
      return `http_between ${claim.from} ${claim.to} ${claim.not}`;
    case 'value':
      return `value_is ${quoted(claim.path)} ${jsonWord(JSON.stringify(claim.value), learned)}`;
    case 'other':
      return `value_is_not ${quoted(claim.path)} ${jsonWord(JSON.stringify(claim.than), learned)}`;
    case 'entry-other':
      return [
        `answer --arg id ${textWord(claim.id, learned)} --argjson value ${jsonWord(JSON.stringify(claim.than), learned)}`,
        `'[.${claim.list}[]? | select(.id == $id)][0] | . != null and .${claim.path} != $value'`,
      ].join(' ');
    case 'one-of':
      return `answer '${read(claim.path)} | . == null or IN(${claim.texts.map((text) => JSON.stringify(text)).join(', ')})'`;
    case 'absent':
      return `answer '${read(claim.path)} | . == null or . == ""'`;
    case 'present':
      return `answer '${read(claim.path)} | . != null'`;
    case 'empty-list':
      return `answer '${read(claim.path)} == []'`;
    case 'refusal':
      return 'refused';
    case 'no-object':
      return `! answer 'type == "object"'`;
    case 'object':
      return `answer 'type == "object"'`;
  }
}

/** A jq filter that reads a field; its names are plain, as claims are read. */
function read(path: string): string {
  return `(try getpath(${JSON.stringify(path.split('.'))}) catch null)`;
}

/** What the claims of a script call. */
export const verdictFunctions: readonly string[] = [
  '# Whether a jq filter holds of the last answer.',
  'answer() { printf \'%s\' "$reply" | jq -e "$@" >/dev/null 2>&1; }',
  'http_is() { for code in "$@"; do [ "$http" = "$code" ] && return 0; done; return 1; }',
  'http_between() { [ "$http" -ge "$1" ] && [ "$http" -le "$2" ] && [ "$http" != "$3" ]; }',
  'value_is() {',
  `  answer --arg path "$1" --argjson value "$2" '($path / ".") as $p | any(path(..); . == $p) and getpath($p) == $value'`,
  '}',
  '# Only in an answer that is JSON: an error page of something on the way is no mended answer.',
  'value_is_not() {',
  `  answer --arg path "$1" --argjson value "$2" '(try getpath($path / ".") catch null) != $value'`,
  '}',
  '# No success, neither by its status nor by the HTTP status alone.',
  'refused() {',
  `  if answer '.status | IN("open", "close", "authenticate_consumer") or endswith("_success")'; then return 1; fi`,
  `  case $http in 2??) answer '.status | type == "string"' ;; esac`,
  '}',
  `mended() { echo 'mended: the last answer is permitted'; exit 0; }`,
  '',
];
