import { isSteady, type Failure } from '../../engine/exploration.ts';
import { signatureOf } from '../../engine/judge/signature.ts';
import type { Breach, Json, Performed, Step } from '../../engine/model.ts';
import {
  type FailureRecord,
  type TranscriptLine,
  permittedWords,
  type ExpectedNotificationRecord,
} from '../../harness/records/failure-record.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { boundedJson } from '../../harness/files/bounded-json.ts';
import { allRequirements } from '../../spec/register.ts';

const texts = new Map(allRequirements.map((row) => [row.id, row.text]));

/** The journal's record of a failure, from which reports, replays and curl scripts are made. */
export function failureRecord<S>(
  failure: Failure<S, Call, Reply, Notification>,
  run: {
    readonly suite: string;
    readonly machine: string;
    readonly interface: string;
    readonly exclusive: boolean;
    readonly seed: number;
    readonly serial: string;
    readonly expected?: readonly ExpectedNotificationRecord[];
  },
): FailureRecord {
  const { performed, violation } = failure.execution;
  if (violation === undefined) throw new Error('a failure without a violation');
  const others =
    violation.permitted === undefined || violation.permitted.length < 2
      ? {}
      : { alsoPermitted: violation.permitted.slice(1) };
  const requirement = [...new Set(violation.breaches.map((breach) => breach.rule))];
  const transcript = performed.map((one, index) =>
    transcriptLine(
      one,
      violation.at === 'reply' && index === performed.length - 1 ? violation.breaches : (one.passed ?? []),
    ),
  );
  return {
    k: 'failure',
    requirement,
    interface: run.interface,
    suite: run.suite,
    machine: run.machine,
    summary: summaryOf(
      violation.at === 'reply' ? stepName(performed.at(-1)?.step) : 'notifications',
      violation.breaches,
      others.alsoPermitted,
      failure.rightAfterMs,
    ),
    signature: signatureOf(violation),
    breaches: violation.breaches,
    ...others,
    sequence: performed.map(({ step }) => step),
    transcript,
    steps: performed.filter(({ control }) => !control).length,
    requestsToFind: failure.requestsToFind,
    requestsToShrink: failure.requestsToShrink,
    flaky: !isSteady(failure),
    ...(failure.unconfirmed !== undefined && { unconfirmed: failure.unconfirmed }),
    ...(failure.rightAfterMs !== undefined && { rightAfterMs: failure.rightAfterMs }),
    failed: failure.failed,
    outOf: failure.outOf,
    exclusive: run.exclusive,
    seed: run.seed,
    learned: failure.execution.learned,
    ...(run.expected !== undefined && { owed: run.expected }),
    ...(failure.neighbour !== undefined && {
      neighbour: failure.neighbour.performed.map((one) => transcriptLine(one, [])),
    }),
    reproduction: reproductionName(run.serial, requirement),
  };
}

/** The name of its files: the suite's serial number of it, and the first rule that it breaks. */
export function reproductionName(serial: string, [rule = 'failure']: readonly string[]): string {
  return `${serial}-${rule.split('.').slice(1).join('-')}`;
}

/** One performed step as a person reads it. */
export function transcriptLine(one: Performed<Call, Reply>, breaches: readonly Breach[]): TranscriptLine {
  const { step, call, observation, control, outcome } = one;
  return {
    step: step.id,
    operation: step.operation,
    kind: step.kind,
    uses: step.uses,
    control,
    expected: breaches.length > 0 ? breaches.map((breach) => breach.expected).join('; ') : outcome,
    ...('reply' in observation && { http: observation.reply.http }),
    received: 'lost' in observation ? `no answer: ${observation.lost}` : received(observation.reply),
    call: call as unknown as Json,
    reply: 'lost' in observation ? null : boundedJson(observation.reply.body),
  };
}

/** Characters of a word of a reply. The mark of a cut is what the redactor looks for. */
const longestWord = 60;

/** `200 capture_success`: the HTTP status and the word that carries the result; where the text is no JSON, its beginning. */
function received(reply: Reply): string {
  if (reply.unparsed !== undefined) {
    const text = JSON.stringify(reply.text);
    return `${reply.http} ${reply.unparsed}: ${text.length > longestWord ? `${text.slice(0, longestWord)}…` : text}`;
  }
  const body = typeof reply.body === 'object' && reply.body !== null ? reply.body : {};
  const words = ['code', 'status', 'reason'].flatMap((name) => {
    const value: unknown = (body as Record<string, unknown>)[name];
    return typeof value === 'string' && value !== String(reply.http)
      ? [value.length > longestWord ? `${value.slice(0, longestWord)}…` : value]
      : [];
  });
  return [String(reply.http), ...words].join(' ');
}

function stepName(step: Step | undefined): string {
  return step === undefined ? 'notifications' : `${step.operation} ${step.kind}`;
}

/** One line for people: where it happened, what was expected and received, and the first rule that is broken. */
export function summaryOf(
  where: string,
  breaches: readonly Breach[],
  alsoPermitted: readonly (readonly Breach[])[] = [],
  rightAfterMs?: number,
): string {
  const [breach] = breaches;
  if (breach === undefined) return '';
  const rule = texts.get(breach.rule) ?? breach.rule;
  const later = rightAfterMs === undefined ? '' : ` The same read was right ${rightAfterMs / 1000} s later.`;
  return `${where}: expected ${[breach.expected, ...permittedWords({ breaches, alsoPermitted }).slice(1)].join(', or ')}, received ${breach.received}. ${rule}${later}`;
}
