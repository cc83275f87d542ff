import { isSteady, type Failure } from '../../engine/exploration.ts';
import type { Execution } from '../../engine/judge/execution.ts';
import { reasonsOf } from '../../engine/judge/reasons.ts';
import { signatureOf } from '../../engine/judge/signature.ts';
import type { Machine } from '../../engine/machine.ts';
import type { Breach, Json, Performed, Step } from '../../engine/model.ts';
import {
  type FailureRecord,
  type TranscriptLine,
  permittedWords,
  type ExpectedNotificationRecord,
} from '../../harness/records/failure-record.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { boundedJson } from '../../harness/files/bounded-json.ts';
import { believedFact } from '../../spec/believed.ts';
import { allRequirements } from '../../spec/register.ts';

const texts = new Map(allRequirements.map((row) => [row.id, row.text]));

/** What was found out of a failure: the rest of its record follows from it. */
interface FoundFailure extends Omit<FailureRecord, 'k' | 'requirement' | 'summary' | 'steps'> {
  /** Where it happened, for its summary. */
  readonly where: string;
  /** Default: the requests of the transcript. */
  readonly steps?: number;
}

/** The journal's record of a failure, from which reports, replays and curl scripts are made. */
export function failureRecord(found: FoundFailure): FailureRecord {
  const { where, interface: ofInterface, suite, machine, signature, breaches, ...rest } = found;
  return {
    k: 'failure',
    requirement: [...new Set(breaches.map(({ rule }) => rule))],
    interface: ofInterface,
    suite,
    machine,
    summary: summaryOf(where, breaches, rest),
    signature,
    breaches,
    steps: rest.transcript.filter(({ control }) => !control).length,
    ...rest,
  };
}

/** The record of a failure that an exploration has shrunk and confirmed. Throws an Error when it has no violation. */
export function sequenceFailure<S>(
  failure: Failure<S, Call, Reply, Notification>,
  {
    serial,
    model,
    expected,
    ...of
  }: Pick<FailureRecord, 'suite' | 'machine' | 'interface' | 'exclusive' | 'seed'> & {
    readonly serial: string;
    /** The model by which it was judged. */
    readonly model: Machine<S, Call, Reply, Notification>;
    readonly expected?: readonly ExpectedNotificationRecord[];
  },
): FailureRecord {
  const { execution, failed, outOf, requestsToFind, requestsToShrink, ...others } = failure;
  const { unconfirmed, rightAfterMs, neighbour, rare, beside, together, inBatch } = others;
  const { performed, violation, learned } = execution;
  if (violation === undefined) throw new Error('a failure without a violation');
  const { at, breaches, permitted = [] } = violation;
  const isLast = (index: number): boolean => at === 'reply' && index === performed.length - 1;
  return failureRecord({
    ...of,
    where: at === 'reply' ? stepName(performed.at(-1)?.step) : 'notifications',
    signature: signatureOf(violation),
    breaches,
    ...(permitted.length > 1 && { alsoPermitted: permitted.slice(1) }),
    sequence: performed.map(({ step }) => step),
    transcript: performed.map((one, index) =>
      transcriptLine(one, isLast(index) ? breaches : (one.passed ?? [])),
    ),
    requestsToFind,
    requestsToShrink,
    flaky: !isSteady(failure),
    ...(unconfirmed !== undefined && { unconfirmed }),
    ...(rightAfterMs !== undefined && { rightAfterMs }),
    failed,
    outOf,
    ...(rare !== undefined && { rare }),
    ...(beside !== undefined && { beside }),
    ...(inBatch !== undefined && { inBatch }),
    ...(together !== undefined && {
      together: together.others.map(({ sequence }) => sequence),
      alone: [
        // No further than it came with the others.
        passedLines(together.itself).slice(0, performed.length),
        ...together.others.map(passedLines),
      ],
    }),
    learned,
    ...(expected !== undefined && { owed: expected }),
    ...believedBefore(model, execution),
    ...(neighbour !== undefined && { neighbour: neighbour.performed.map((one) => transcriptLine(one, [])) }),
    reproduction: reproductionName(serial, breaches),
  });
}

/** What was believed before the judged step. */
function believedBefore<S>(
  model: Machine<S, Call, Reply, Notification>,
  execution: Execution<S, Call, Reply, Notification>,
): Pick<FailureRecord, 'believed'> {
  const believed = reasonsOf(model, execution).map(({ is, by }) =>
    believedFact.parse({ ...(is as object), by }),
  );
  return believed.length === 0 ? {} : { believed };
}

/** The lines of a sequence that passed. */
function passedLines({ performed }: { readonly performed: readonly Performed<Call, Reply>[] }) {
  return performed.map((one) => transcriptLine(one, one.passed ?? []));
}

/** The name of its files: the suite's serial number of it, and the first rule that it breaks. */
export function reproductionName(serial: string, [breach]: readonly Breach[]): string {
  const { rule = 'failure' } = breach ?? {};
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
  {
    alsoPermitted = [],
    rightAfterMs,
    beside,
    together,
    inBatch,
  }: Pick<Partial<FailureRecord>, 'alsoPermitted' | 'rightAfterMs' | 'beside' | 'together' | 'inBatch'> = {},
): string {
  const [breach] = breaches;
  if (breach === undefined) return '';
  const rule = texts.get(breach.rule) ?? breach.rule;
  const later = rightAfterMs === undefined ? '' : ` The same read was right ${rightAfterMs / 1000} s later.`;
  const only = beside === undefined ? '' : ' It was seen only beside what was made before.';
  const atOnce = together === undefined ? '' : ' It was seen only while other requests were under way.';
  return `${where}: expected ${[breach.expected, ...permittedWords({ breaches, alsoPermitted }).slice(1)].join(', or ')}, received ${breach.received}. ${rule}${later}${only}${atOnce}${batchText(inBatch)}`;
}

function batchText(inBatch: FailureRecord['inBatch']): string {
  if (inBatch === undefined) return '';
  const { others, failed, outOf } = inBatch;
  const beside = others.length === 1 ? 'another sequence' : `${others.length} other sequences`;
  return ` It passed alone, and failed ${1 + failed} of ${1 + outOf} times while ${beside} went on beside it.`;
}
