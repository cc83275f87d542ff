import { legacyIds, resourceOperations } from '../../spec/operations.ts';
import type { Overlapped } from '../../engine/race/interleave.ts';
import { rulesOf, type Signature } from '../../engine/judge/signature.ts';
import type { Breach, Check } from '../../engine/model.ts';
import { type Raced, type Race, runRace } from '../../engine/race/race.ts';
import type { FailureRecord, TranscriptLine } from '../../harness/records/failure-record.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { failureRecord, reproductionName, transcriptLine } from '../explore/failure-record.ts';
import type { Scope } from '../../harness/means/scope.ts';
import type { Pattern } from './pattern.ts';
import type { Driver } from '../../engine/judge/execution.ts';
import { whyUnjudged } from '../availability/why-unjudged.ts';
import type { AnyMachine } from '../explore/machines.ts';
import type { RaceReading } from '../../engine/race/judge-race.ts';
import { at, isObject, isString } from '../../models/checks.ts';
import { entries } from '../../models/resource/forms.ts';
import { versionOf } from '../../models/resource/tokens/object.ts';
import { tokenRules } from '../../spec/resource/token.ts';

export type AnyRaced = Raced<unknown, Call, Reply, Notification>;

/** So many races must all be lost in the same way before a verdict that rests on a refusal counts as deterministic. */
const fewestDeterministic = 3;

/** How often a race was lost, and the requests that it took. */
interface Losses {
  readonly pattern: Pattern;
  readonly suite: string;
  readonly interface: Scope;
  readonly failed: number;
  readonly outOf: number;
  readonly proven: boolean;
  /** The same steps broke a rule at times one after another too, or it is not known whether they do. */
  readonly alsoInTurn: boolean;
  readonly requestsToFind: number;
  readonly requestsToShrink: number;
  readonly seed: number;
  readonly serial: string;
}

/** `capture full ‖ close plain` */
export function nameOf({ overlap }: Pick<Pattern, 'overlap'>): string {
  return overlap.map(({ operation, kind }) => `${operation} ${kind}`).join(' ‖ ');
}

/** The rules that a race breaks: by its pattern where that says so, else by the order that explains most. */
export function breachesOf(
  { overlapped, verdict }: AnyRaced,
  { breach }: Pick<Pattern, 'breach'>,
): readonly Breach[] {
  if (verdict.kind !== 'violated') return [];
  const isOverlapping = overlapped.some(({ step }) => step.id === verdict.step.id);
  const successes = overlapped.flatMap(({ step, call, observation }) =>
    'reply' in observation && isSuccess(observation.reply) && call.to !== 'control'
      ? [{ step, call, reply: observation.reply }]
      : [],
  );
  const shown = isOverlapping ? breach?.(successes) : undefined;
  return shown === undefined ? verdict.breaches : [shown];
}

/** The same for races that were lost in the same way. */
export function signatureOfRace(raced: AnyRaced, pattern: Pick<Pattern, 'overlap' | 'breach'>): Signature {
  const rules = rulesOf({ breaches: breachesOf(raced, pattern) });
  const operations = pattern.overlap.map(({ operation }) => operation);
  return { at: 'overlap', operations, rules: [...rules].toSorted() };
}

/** The lines of a race as a person reads them; overlapping ones in the order of their answers, as in the journal. */
export function linesOf(raced: AnyRaced, breaches: readonly Breach[]): readonly TranscriptLine[] {
  const { before, overlapped, answered, settled, verdict } = raced;
  const failing = verdict.kind === 'violated' ? verdict.step.id : undefined;
  const inTurn = overlapped.toSorted((a, b) => answered.indexOf(a.step.id) - answered.indexOf(b.step.id));
  const line = ({ step, call, observation }: Overlapped<Call, Reply>) =>
    transcriptLine(
      { step, call, observation, control: call.to === 'control', outcome: '' },
      step.id === failing ? breaches : [],
    );
  return [
    ...before.performed.map((one) => transcriptLine(one, [])),
    ...inTurn.map(line),
    ...settled.map(line),
  ];
}

/** The journal's record of a lost race. Throws an Error when it was not lost. */
export function raceRecord(raced: AnyRaced, seen: Losses): FailureRecord {
  const { race, before, overlapped, settled, verdict } = raced;
  if (verdict.kind !== 'violated') throw new Error('a race that no order contradicts');
  const breaches = breachesOf(raced, seen.pattern);
  const after = new Set(settled.map(({ step }) => step.id));
  return failureRecord({
    interface: seen.interface,
    suite: seen.suite,
    machine: seen.pattern.machine,
    where: `${nameOf(seen.pattern)}, seen ${seen.failed} of ${seen.outOf} times`,
    signature: signatureOfRace(raced, seen.pattern),
    breaches,
    sequence: [
      ...race.before,
      ...race.overlap,
      ...(race.following ?? []).map(({ step }) => step),
      ...race.after.filter(({ id }) => after.has(id)),
    ],
    transcript: linesOf(raced, breaches),
    requestsToFind: seen.requestsToFind,
    requestsToShrink: seen.requestsToShrink,
    ...standingOf(seen, isWithoutRefusal(raced)),
    failed: seen.failed,
    outOf: seen.outOf,
    exclusive: false,
    seed: seen.seed,
    learned: before.learned,
    overlap: overlapOf(overlapped),
    reproduction: reproductionName(seen.serial, breaches),
  });
}

/**
 * A race that is lost now and then may have a cause on the way to the target: a proxy that sends three requests of a hundred twice makes some race of a right
 * server be lost three times of eight. One that is mostly lost has not.
 */
const mostly = { least: 2, share: 2 / 3 };

/**
 * Whom a race accuses that was lost so often: the target, where it was mostly lost or an answer proves it. `sometimes`: it was not lost each
 * time, or seldom, and a refusal takes part. A proxy that sends some requests twice would explain it, but that one makes the same steps fail one after
 * another too. A night raises no alarm by it.
 */
export function standingOf(
  { failed, outOf, proven, alsoInTurn }: Pick<Losses, 'failed' | 'outOf' | 'proven' | 'alsoInTurn'>,
  isUnrefused: boolean,
): Pick<FailureRecord, 'flaky' | 'sometimes'> {
  const isSure =
    proven || (failed >= fewestDeterministic && (failed === outOf || (isUnrefused && !alsoInTurn)));
  const isMostly = failed >= mostly.least && failed >= mostly.share * outOf;
  const isAccusing = isSure || (isMostly && !alsoInTurn);
  return { flaky: !isAccusing, ...(isAccusing && !isSure && { sometimes: true as const }) };
}

/** Whether each of the overlapping requests succeeded. */
const isWithoutRefusal = ({ overlapped }: AnyRaced): boolean =>
  overlapped.every(({ observation }) => 'reply' in observation && isSuccess(observation.reply));

/** The overlapping steps with their times since the first of them was sent, ms. */
function overlapOf(overlapped: readonly Overlapped<Call, Reply>[]): NonNullable<FailureRecord['overlap']> {
  const first = Math.min(...overlapped.map(({ from }) => from ?? Infinity));
  return overlapped.map(({ step, from, to, behind }) => ({
    step: step.id,
    ...(behind !== undefined && { behind }),
    ...(from !== undefined && to !== undefined && { from: tenths(from - first), to: tenths(to - first) }),
  }));
}

/** To a tenth of a millisecond: recorded times have fractions. */
const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** Runs a race once. It is inconclusive when the target was away meanwhile. */
export async function judgedRace(
  machine: AnyMachine,
  race: Race,
  driver: Driver<Call, Reply>,
): Promise<AnyRaced> {
  const ran = await runRace(machine, race, driver, raceReading);
  const raced: AnyRaced = { ...ran, verdict: lostCount(ran) ?? ran.verdict };
  await driver.end?.();
  const why = await whyUnjudged(driver, raced.verdict.kind === 'violated' ? 'reply' : undefined);
  return why === undefined ? raced : { ...raced, verdict: { kind: 'inconclusive', why } };
}

/**
 * The verdict where overlapping successes on one token raised version_nr less often than they are: the last of them that was executed comes after
 * all others, whichever that is, and others can only raise it further. Undefined where that is not so, or not known.
 */
function lostCount({ before, overlapped, verdict }: AnyRaced): AnyRaced['verdict'] | undefined {
  if (verdict.kind !== 'explained') return undefined;
  const shown = overlapped.flatMap(({ step, call, observation }) => {
    if (call.to !== 'resource' || !('reply' in observation) || !isSuccess(observation.reply)) return [];
    const version = isTokenAction(step.operation)
      ? versionOf(at(observation.reply.body, ['version_nr']))
      : undefined;
    return version === undefined ? [] : [{ step, id: at(observation.reply.body, ['id']), version }];
  });
  const [first] = shown;
  if (first === undefined || shown.some(({ id }) => id !== first.id)) return undefined;
  const last = before.performed
    .flatMap(({ observation }) => ('reply' in observation ? [observation.reply] : []))
    .findLast(({ body }) => at(body, ['id']) === first.id);
  const start = last && versionOf(at(last.body, ['version_nr']));
  const most = Math.max(...shown.map(({ version }) => version));
  if (shown.length < 2 || start === undefined || most >= start + shown.length) return undefined;
  return {
    kind: 'violated',
    step: first.step,
    order: shown.map(({ step }) => step.id),
    breaches: [
      {
        rule: tokenRules.versionRaised.id,
        expected: `version_nr ${start + shown.length} or more after ${shown.length} successes, from ${start}`,
        received: shown.map(({ version }) => version).join(' and '),
      },
    ],
    proven: true,
  };
}

function isTokenAction(operation: string): boolean {
  return operation === 'suspend' || operation === 'resume' || operation === 'delete';
}

/** Fields that count requests, or hold the time of the latest: the documents do not say whether refused requests count. */
const counters: ReadonlySet<string> = new Set([tokenRules.versionNr.id, tokenRules.updatedAt.id]);

/**
 * How the replies of overlapping requests are read. Only the requested change is judged in them: the rest of the object may be older than
 * the reply, since the documents promise the current state only to a read. The rest is judged by reads, also by those that overlap.
 */
export const raceReading: RaceReading<Reply> = {
  counts: ({ decides }: Check<Reply>) => decides === true,
  settles: ({ cites }) => !cites.some((rule) => counters.has(rule)),
  succeeded: isSuccess,
  unclear: (reply) => !isSuccess(reply) && !isRefused(reply),
  made: ({ operation }, reply) => (operation === 'capture' ? captureIn(reply) : undefined),
  times: ({ sentAt, receivedAt }) => ({ from: sentAt, to: receivedAt }),
};

const successStates: ReadonlySet<unknown> = new Set(['open', 'close']);

/** A result code of success (legacy), or an object under 2xx (resource). */
function isSuccess({ http, body }: Reply): boolean {
  if (http < 200 || http >= 300 || !isObject(body)) return false;
  if (isString(body['id'])) return true;
  const { status } = body as { readonly status?: unknown };
  return successStates.has(status) || (isString(status) && String(status).endsWith('_success'));
}

/** The id of the capture in a reply: two replies with one id are one capture. */
function captureIn({ body }: Reply): string | undefined {
  const id = at(body, [legacyIds.capture]);
  if (isString(id)) return String(id);
  const ids = entries(at(body, [resourceOperations.capture.lists.capture])).map((capture) => capture['id']);
  return ids.length === 1 ? String(ids[0]) : undefined;
}

/** A refusal by the target itself. After 5xx the outcome is unknown, and an HTML page is no answer of this interface. */
function isRefused({ http, body }: Reply): boolean {
  if (!isObject(body) || http >= 500) return false;
  return http >= 400 || (isString(body['status']) && String(body['status']).endsWith('_fail'));
}
