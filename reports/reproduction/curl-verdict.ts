import type { Breach } from '../../engine/model.ts';
import type { FailureRecord, TranscriptLine } from '../../harness/journal-records.ts';
import { quoted } from './shell-words.ts';

/** What one rule asked of the last answer: where it looks, what is right, and what came instead, each as JSON. */
interface ShellClaim {
  /** A field at the top of the answer; absent: the HTTP status. */
  readonly field?: string;
  readonly right: readonly string[];
  readonly wrong: string;
}

/** Why a script alone can't judge this failure; undefined where it can. */
export function whyUnjudged(failure: FailureRecord): string | undefined {
  if (failure.transcript.length === 0) return 'it shows in the handshake, before any request';
  if (failure.overlap !== undefined) return 'its requests overlap, and their order decides';
  if (failure.signature.at !== 'reply')
    return 'it shows in the notifications, which a script does not receive';
  const readable = failure.breaches.every(
    (breach) => claimOf(breach, failure.transcript.at(-1)) !== undefined,
  );
  return readable ? undefined : 'what was expected is more than one plain value';
}

/**
 * The last lines of a script: exit 1 when the last answer is wrong as it was then, 0 when it is what was expected, and 3 for any other
 * answer: the documents may permit it, which only a replay can judge.
 */
export function verdictLines(failure: FailureRecord): readonly string[] {
  const why = whyUnjudged(failure);
  if (why !== undefined) return [`unable ${quoted(`not judged: ${why}; npx payproof replay judges it`)}`];
  const last = failure.transcript.at(-1);
  const claims = failure.breaches.flatMap((breach) => claimOf(breach, last) ?? []);
  return [
    'right=yes; wrong=yes',
    ...claims.flatMap(({ field, right, wrong }) => [
      field === undefined ? 'value=$http' : `value=$(field ${quoted(field)})`,
      `case $value in ${right.map(quoted).join('|')}) ;; *) right=no ;; esac`,
      `[ "$value" = ${quoted(wrong)} ] || wrong=no`,
    ]),
    ...sameAsThen(last),
    `[ "$right" = no ] || { echo 'mended: the last answer is what was expected'; exit 0; }`,
    `[ "$wrong" = no ] || { echo 'broken: the last answer is as wrong as it was'; exit 1; }`,
    `unable 'not judged: the last answer is neither what was expected nor what came then; npx payproof replay judges it'`,
  ];
}

/** An answer is wrong as it was only with the same HTTP status and the same result: the same value may be right in another answer. */
function sameAsThen(last: TranscriptLine | undefined): readonly string[] {
  const http = last === undefined ? undefined : httpOf(last);
  const status = topLevel(last?.reply, 'status');
  return [
    ...(http === undefined ? [] : [`[ "$http" = ${quoted(http)} ] || wrong=no`]),
    ...(status === undefined ? [] : [`[ "$(field status)" = ${quoted(status)} ] || wrong=no`]),
  ];
}

/** The HTTP status that a step was answered with. */
export function httpOf({ received }: TranscriptLine): string | undefined {
  return /^(\d{3})\b/.exec(received)?.[1];
}

function claimOf({ expected }: Breach, last: TranscriptLine | undefined): ShellClaim | undefined {
  if (last === undefined) return undefined;
  const codes = /^HTTP status (\d{3}(?: or \d{3})*)$/.exec(expected)?.[1];
  const http = httpOf(last);
  if (codes !== undefined)
    return http === undefined ? undefined : { right: codes.split(' or '), wrong: http };
  const [, field, right] = /^([a-z_]+):? ("[^"\\]*"|-?\d+(?:\.\d+)?|true|false|null)$/.exec(expected) ?? [];
  if (field === undefined || right === undefined) return undefined;
  const wrong = topLevel(last.reply, field);
  return wrong === undefined || wrong === right ? undefined : { field, right: [right], wrong };
}

/** A plain value at the top of a reply, as the JSON that a script can find again. */
function topLevel(reply: unknown, field: string): string | undefined {
  if (typeof reply !== 'object' || reply === null || !Object.hasOwn(reply, field)) return undefined;
  const value = (reply as Readonly<Record<string, unknown>>)[field];
  if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const json = JSON.stringify(value);
  return /^(?:"[ !#-[\]-~]*"|[^"]*)$/.test(json) ? json : undefined;
}
