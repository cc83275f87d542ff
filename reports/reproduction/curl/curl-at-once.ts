import { copiesOf, mostCut, mostRounds, type CallAtOnce, type SequenceAtOnce } from '../at-once.ts';
import { quoted, textWord } from './shell-words.ts';

/**
 * The lines of a script that send several sequences at once, again and again, until an answer is about something else than its request: exit 1 then, and 0
 * where none is. Where no round came to its end, exit 3. `linesOf`: those that send a call, and those that read ids from its answer.
 */
export function atOnceLines(
  sequences: readonly SequenceAtOnce[],
  linesOf: (
    call: CallAtOnce,
    sequence: number,
  ) => { readonly sends: readonly string[]; readonly reads: readonly string[] },
): readonly string[] {
  return [
    ...settings(copiesOf(sequences)),
    ...functions,
    ...sequences.flatMap(({ fresh, calls }, index) => [
      `sequence${index + 1}() {`,
      ...fresh.map(({ variable, value }) => `${variable}=${quoted(value)}"$fresh"`),
      ...calls.flatMap((one) => {
        const { sends, reads } = linesOf(one, index + 1);
        return [...sends, ...ownLines(one), ...reads];
      }),
      'echo whole >>"$dir/whole"',
      '}',
      '',
    ]),
    ...gate,
    'round=0',
    'rounds_whole=0',
    'while [ "$round" -lt "$ROUNDS" ]; do',
    '  round=$((round + 1))',
    '  now=$(date +%s)',
    '  : >"$dir/given" >"$dir/whole" >"$dir/mixed"',
    '  copy=0',
    '  while [ "$copy" -lt "$COPIES" ]; do',
    '    copy=$((copy + 1))',
    '    fresh="-$now-$round-$copy"',
    ...sequences.map(
      (_, index) => `    sequence${index + 1} >"$dir/${index + 1}-$copy" 2>&1 & pids="$pids $!"`,
    ),
    '  done',
    '  wait $pids',
    "  pids=''",
    '  twice=$(sort "$dir/given" | uniq -d)',
    '  if [ -n "$twice" ] || [ -s "$dir/mixed" ]; then',
    '    show "${twice:-  mixed up: }"',
    `    [ -z "$twice" ] || printf '  mixed up: two answers give %s\\n' "$twice" | plain`,
    '    echo "broken: in round $round of $ROUNDS an answer was about something else than its request"',
    '    exit 1',
    '  fi',
    `  [ "$(grep -c . "$dir/whole")" -lt $((COPIES * ${sequences.length})) ] || rounds_whole=$((rounds_whole + 1))`,
    `  [ "$rounds_whole" -gt 0 ] || [ "$round" -lt ${mostCut} ] || break`,
    'done',
    'cat "$dir"/*-1',
    `[ "$rounds_whole" -gt 0 ] || unable 'not judged: in no round was each sequence answered to its end'`,
    'echo "not seen: in $rounds_whole of $round rounds each sequence was answered to its end, and each answer was about what its request was about"',
  ];
}

/** What shows that an answer is that of its request. */
function ownLines({ about, gives, known }: CallAtOnce): readonly string[] {
  return [
    ...about.map(({ field, id }) => `about ${quoted(field)} ${textWord(id, known)}`),
    ...gives.map((field) => `gives ${quoted(field)}`),
  ];
}

const settings = (copies: number): readonly string[] => [
  '# How often each sequence is sent at once, and how often all of them are.',
  `COPIES=\${COPIES:-${copies}}`,
  `ROUNDS=\${ROUNDS:-${mostRounds}}`,
  '',
];

/** Without it the requests of so many processes would be too far apart: what mixes answers up may do so only for a moment. */
const gate: readonly string[] = [
  'dir=$(mktemp -d) && mkfifo "$dir/gate" || exit 3',
  '# Requests that are ready wait at a gate, which lets all of them go at once: curl reads it as a list of options that ends when it opens.',
  'while [ -p "$dir/gate" ]; do sleep 0.1 <>"$dir/gate"; sleep 0.01; done 2>/dev/null &',
  'gate=$!',
  'curl() { command curl "$@" -K "$dir/gate"; }',
  "pids=''",
  'end() {',
  '  # Where it is interrupted, the requests that wait at the gate still go.',
  '  [ -z "$pids" ] || { kill $pids; sleep 0.2; } 2>/dev/null',
  '  kill "$gate"',
  '  rm -r "$dir"',
  '}',
  'trap end EXIT',
  "trap 'exit 3' HUP INT TERM",
  '',
];

const functions: readonly string[] = [
  "plain() { LC_ALL=C tr -d '\\000-\\010\\013-\\037\\177'; }",
  '# Without the id nothing can be said of an answer.',
  'named() {',
  `  answer --arg field "$1" '.[$field] | type == "string"' || unable "the answer has no $1, so the sequence can't go on"`,
  '}',
  '# The answer must be about what its request is about: about FIELD ID',
  'about() {',
  '  named "$1"',
  `  answer --arg field "$1" --arg id "$2" '.[$field] == $id' && return`,
  `  printf '  mixed up: the request is about the %s %s, its answer about another\\n' "$1" "$2" | plain`,
  '  echo mixed >>"$dir/mixed"',
  '  exit 1',
  '}',
  '# No other answer may give the same id to what it has made: gives FIELD',
  'gives() {',
  '  named "$1"',
  `  printf '%s' "$reply" | jq -c --arg field "$1" '.[$field]' >>"$dir/given"`,
  '}',
  '# The sequences of the last round with a text in their requests and answers: show TEXT',
  'show() { for file in "$dir"/*-*; do if grep -qF -e "$1" "$file"; then cat "$file"; fi; done; }',
  '',
];
