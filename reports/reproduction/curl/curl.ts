import type { FailureRecord } from '../../../harness/records/failure-record.ts';
import type { Call } from '../../../models/wire.ts';
import { documentedVersion } from '../../../spec/wire-variants.ts';
import { type CallAtOnce, sendsAtOnce, type SequenceAtOnce } from '../at-once.ts';
import { atOnceLines } from './curl-at-once.ts';
import { curlCall } from './curl-call.ts';
import type { IdToRead } from '../learned-ids.ts';
import { repeated, type RepeatedCall } from '../repeated.ts';
import { answeredLines, answerFunction, verdictFunctions, verdictLines } from './curl-verdict.ts';
import { reasoning } from '../../words/reasoning.ts';
import type { ClockMove } from '../../journal/summary.ts';
import { duration } from '../../timeline/duration.ts';
import { comment, quoted } from './shell-words.ts';

/**
 * A failure as a POSIX shell script of curl calls that needs nothing of this project. Keys come from the environment,
 * checksums are computed with openssl, ids are taken from earlier replies. All text of the target is quoted. `moves`: what the suite moved the target's clock by.
 */
export function curlScript(failure: FailureRecord, moves: readonly ClockMove[] = []): string {
  const made = repeated(failure);
  if (made.expect.of === 'at once') return scriptAtOnce(failure, made.expect.sequences);
  const calls = made.calls.map(({ call }) => call);
  const isJudged = made.expect.of === 'reply';
  const steps = made.calls.map((one) => ({
    number: one.number,
    sends: [...step(one), ...(isJudged ? answeredLines(one) : [])],
    reads: extractions(one.isLast ? [] : one.reads),
  }));
  const numberOf = (id: string) => failure.transcript.findIndex((line) => line.step === id) + 1;
  const together = (failure.overlap ?? []).map((one) => ({
    number: numberOf(one.step),
    ...(one.behind !== undefined && { behind: numberOf(one.behind) }),
  }));
  return `${[...head(failure, `${made.calls.length} steps`, [...whereItShows(failure), ...movesBeside(failure, moves)]), ...variables(calls), ...functions, ...verdictFunctions, ...inTurn(steps, together), ...tail(failure), ...verdictLines(failure, made)].join('\n')}\n`;
}

/** A script that sends several sequences at once, until their answers are mixed up. */
function scriptAtOnce(failure: FailureRecord, sequences: readonly SequenceAtOnce[]): string {
  const calls = sequences.flatMap((one) => one.calls.map(({ call }) => call));
  const steps = sequences.map((one) => one.calls.length).join(' and ');
  const what = `${sequences.length} sequences, of ${steps} steps, sent at the same time`;
  const lines = atOnceLines(sequences, (one, sequence) => ({
    sends: sending(one, `${sequence}.${one.number}`),
    reads: extractions(one.reads),
  }));
  return `${[...head(failure, what, sendsAtOnce(sequences)), ...variables(calls), ...functions, ...answerFunction, '', ...tail(failure), ...lines].join('\n')}\n`;
}

function head(failure: FailureRecord, what: string, where = whereItShows(failure)): readonly string[] {
  const { requirement, summary } = failure;
  const reasons = reasoning(failure);
  return [
    '#!/bin/sh',
    comment(summary),
    ...requirement.map((id) => comment(`violates ${id}`)),
    comment(`${what}; needs curl, jq, openssl, sed and grep.`),
    ...(reasons === undefined ? [] : [comment(`Believed ${reasons}.`)]),
    ...where.map(comment),
    comment('Exit: 0 mended, 1 broken, 3 it could not be run or judged; --help names the variables.'),
    'set -u',
    '',
  ];
}

/** The moves of the clock that no step makes: who sends the requests by hand must make them too, or wait as long. */
function movesBeside(
  { transcript, signature }: FailureRecord,
  moves: readonly ClockMove[],
): readonly string[] {
  if (moves.length === 0 || signature.at === 'reply' || transcript.some(({ control }) => control)) return [];
  const all = duration(moves.reduce((sum, { ms }) => sum + ms, 0));
  return [
    `The suite moved the target's clock by ${all} in all meanwhile, by POST /clock/advance of its control interface: this script does not.`,
  ];
}

/** A script receives no notifications: the person who runs it must watch where they go. */
function whereItShows(failure: FailureRecord): readonly string[] {
  if (failure.checkout !== undefined)
    return [
      'It shows in a browser: the .spec.ts beside this file goes through the checkout, and npx payproof replay.',
    ];
  if (failure.transcript.length === 0)
    return ['It shows in the handshake, before any request: npx payproof replay makes it.'];
  if (failure.signature.at === 'procedure')
    return [
      'It shows in the notifications and in how the target reacts to the answers: npx payproof replay gives these answers.',
    ];
  if (failure.signature.at === 'notifications')
    return [
      'It shows in the notifications: watch the webhook URL that the target is set to, until some time after the last request.',
    ];
  return [];
}

/** The variables that must be set, with what each is; then those that have a default. */
function variables(calls: readonly Call[]): readonly string[] {
  const to = new Set(calls.map((call) => call.to));
  const credentials = new Set(calls.map((call) => (call.to === 'control' ? 'none' : call.credential)));
  const other = credentials.has('other-interface');
  const checksums = calls.some((call) => call.to === 'legacy' && call.checksum !== undefined);
  const needed = [
    ...(to.has('legacy') || to.has('resource')
      ? [['TARGET_URL', "the target's address, without a slash at its end"] as const]
      : []),
    ...(to.has('legacy') || other ? [['PAY_API_KEY', 'the API key of the legacy interface'] as const] : []),
    ...(checksums ? [['PAY_SECRET', "the merchant's secret key for checksums"] as const] : []),
    ...(to.has('resource') || other
      ? [['PAY_SECRET_KEY', 'the secret key of the resource interface'] as const]
      : []),
    ...(credentials.has('public') ? [['PAY_PUBLIC_KEY', 'the public key'] as const] : []),
    ...(to.has('control') ? [['CONTROL_URL', "the address of the target's control interface"] as const] : []),
  ];
  return [
    '# The former name of TARGET_URL is still read.',
    'TARGET_URL=${TARGET_URL:-${BASE_URL:-}}',
    'usage() {',
    `  echo "Usage: VARIABLE=... sh $0 [--help]"`,
    "  echo 'Exit: 0 mended, 1 broken, 3 it could not be run or judged. Variables:'",
    ...needed.map(([name, what]) => `  printf '  %s\\n' ${quoted(`${name}: ${what}`)}`),
    '}',
    'case ${1:-} in -h | --help) usage; exit 0 ;; esac',
    "missing=''",
    ...needed.map(([name]) => `[ -n "\${${name}:-}" ] || missing="$missing ${name}"`),
    '[ -z "$missing" ] || { echo "not set:$missing"; usage; exit 3; } >&2',
    'for tool in curl jq openssl sed grep; do',
    '  command -v "$tool" >/dev/null || { echo "not installed: $tool" >&2; exit 3; }',
    'done',
    ...(to.has('legacy')
      ? ['LEGACY_URL=${LEGACY_URL:-$TARGET_URL}', 'AUTHORIZE_PATH=${AUTHORIZE_PATH:-/pay/authorize}']
      : []),
    ...(to.has('resource')
      ? [
          'RESOURCE_URL=${RESOURCE_URL:-$TARGET_URL}',
          `SERVICE_VERSION=\${SERVICE_VERSION:-${documentedVersion}}`,
          'VERSION_HEADER=${VERSION_HEADER:-Service-Version}',
        ]
      : []),
    ...(to.has('control') ? ['PAY_CONTROL_KEY=${PAY_CONTROL_KEY:-}'] : []),
    '',
  ];
}

const functions: readonly string[] = [
  'unable() { printf \'%s\\n\' "$1" >&2; exit 3; }',
  'newline="$(printf \'\\nx\')"; newline=${newline%x}',
  'digest() { printf \'%s\' "$1" | openssl dgst -sha256 -r | cut -d" " -f1; }',
  'digest64() { printf \'%s\' "$1" | openssl dgst -sha256 -binary | openssl base64 -A; }',
  '',
  '# An id as one segment of a path: each of its bytes in the encoding of a URL.',
  "segment() { printf '%s' \"$1\" | od -An -v -tx1 | tr -d '\\n' | tr ' ' '%'; }",
  '',
  '# Sends a request; sets $reply and $http.',
  'call() {',
  '  answer=$(curl -sS -g --path-as-is --max-time 60 -w \'\\n%{http_code}\' "$@") || exit 3',
  '  http=${answer##*"$newline"}',
  '  reply=${answer%"$newline"*}',
  '  printf \'  %s %s\\n\' "$http" "$reply" | LC_ALL=C tr -d \'\\000-\\010\\013-\\037\\177\'',
  '}',
  '',
  '# The nth text under a key that begins with a prefix: extract KEY PREFIX NTH',
  'extract() {',
  '  printf \'%s\' "$reply" | tr \'\\n\' \' \' | grep -o "\\"$1\\"[[:space:]]*:[[:space:]]*\\"$2[^\\"]*\\"" |',
  '    sed -n "${3}p" | sed \'s/^[^:]*:[[:space:]]*"//; s/"$//\'',
  '}',
  '',
];

function step(one: RepeatedCall): readonly string[] {
  return [...sending(one, one.number), ...(one.mustSucceed ? setUp(one) : [])];
}

/** The lines that send a call, with what was expected of it and received. */
function sending(
  { line, call, known }: Pick<CallAtOnce, 'line' | 'call' | 'known'>,
  number: number | string,
): readonly string[] {
  return [
    `printf '%s\\n' ${quoted(`${number}  ${line.operation}  ${line.kind}`.trimEnd())}`,
    ...(line.expected === '' ? [] : [comment(`expected: ${line.expected}`)]),
    comment(`received: ${line.received}`),
    ...curlCall(call, known),
  ];
}

/** A step before the last must succeed where it did then: the violation rests on it. */
function setUp({ line, number }: RepeatedCall): readonly string[] {
  const words = `step ${number} did not succeed, so the failure can't be judged`;
  const { status } = isRecord(line.reply) ? line.reply : {};
  // The legacy interface may refuse with a 2xx.
  const succeeded = typeof status === 'string' && /^[a-z]+_success$/.test(status) ? status : undefined;
  return [
    `case $http in 2??) ;; *) unable ${quoted(words)} ;; esac`,
    ...(succeeded === undefined
      ? []
      : [
          `answer '(.status | type) == "string" and .status != ${JSON.stringify(succeeded)}' && unable ${quoted(words)}`,
        ]),
  ];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function extractions(toRead: readonly IdToRead[]): readonly string[] {
  return toRead.flatMap(({ variable, key, prefix, nth }) => [
    `${variable}=$(extract ${quoted(key)} ${quoted(prefix)} ${nth})`,
    `[ -n "$${variable}" ] || unable ${quoted(`an answer has no ${key}, so the sequence can't go on`)}`,
  ]);
}

function tail({ breaches, overlap, failed, outOf }: FailureRecord): readonly string[] {
  const seen = overlap === undefined ? [] : [comment(`seen ${failed} of ${outOf} times`)];
  const broken = breaches.flatMap(({ rule, expected, received }) => [
    comment(`${rule}: expected ${expected}`),
    comment(`${' '.repeat(rule.length)}  received ${received}`),
  ]);
  return [...broken, ...seen];
}

/** The lines of a script for one step: what sends it, and what is read from its reply. */
interface StepLines {
  readonly number: number;
  readonly sends: readonly string[];
  readonly reads: readonly string[];
}

/** A step that overlaps with others, by its number, and the one whose client sends it behind that one. */
interface Together {
  readonly number: number;
  readonly behind?: number;
}

/**
 * One step after another; the steps `together` are sent at once in the background, in this order, and awaited together. One that is behind another waits for
 * that one alone.
 */
function inTurn(steps: readonly StepLines[], together: readonly Together[]): readonly string[] {
  const overlapping = together.flatMap(({ number, behind }) =>
    steps
      .filter((one) => one.number === number)
      .map((one) => ({ ...one, ...(behind !== undefined && { behind }) })),
  );
  const numbers = together.map(({ number }) => number);
  const first = Math.min(...numbers);
  return steps.flatMap((one) => {
    if (!numbers.includes(one.number)) return [...one.sends, ...one.reads, ''];
    return one.number === first ? released(overlapping) : [];
  });
}

function released(steps: readonly (StepLines & Together)[]): readonly string[] {
  const clients = steps
    .filter(({ behind }) => behind === undefined)
    .map((one) => [one, ...steps.filter(({ behind }) => behind === one.number)]);
  const files = clients.flatMap(([one]) => (one === undefined ? [] : [`"$together/${one.number}"`]));
  return [
    comment(
      `The next ${steps.length} requests overlap. Their order is up to the target: it may take several runs to see the failure.`,
    ),
    'together=$(mktemp -d) || exit 3',
    ...clients.flatMap((own, index) => [
      '{',
      ...own.flatMap(({ number, sends }) => [...sends, `printf '%s' "$reply" >"$together/${number}.reply"`]),
      `} >${files[index]} &`,
    ]),
    'wait',
    `cat ${files.join(' ')}`,
    ...steps.flatMap(({ number, reads }) =>
      reads.length === 0 ? [] : [`reply=$(cat "$together/${number}.reply")`, ...reads],
    ),
    'rm -r "$together"',
    '',
  ];
}
