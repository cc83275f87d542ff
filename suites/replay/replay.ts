import { preflight } from '../../harness/preflight/preflight.ts';
import { redacted, redactedError, redactorOf } from '../../harness/secrets/redact.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { allClaims } from '../claims/all-claims.ts';
import { machineNamed, machineNames, type AnyMachine } from '../explore/machines.ts';
import type { RunOptions } from '../run/run-config.ts';
import { reachTarget } from '../availability/reach-target.ts';
import type { ReplayRun, Claim } from '../run/claim.ts';
import type { Replayable } from '../run/run-config.ts';
import { checkRunnable, readingStored } from './runnable.ts';
import { isOver, type Session, noJournal } from '../run/session.ts';
import { inUnwrittenRun, unwrittenConfig } from '../run/unwritten-run.ts';
import { isSameSignature, isOfSignature, type Signature } from '../../engine/judge/signature.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { JournalRecord } from '../../harness/journal/journal-records.ts';
import { awaitNotifications } from '../../engine/judge/await-notifications.ts';
import { execute } from '../../engine/judge/execute.ts';
import { whyUnjudged } from '../availability/why-unjudged.ts';
import { failingUnder, type Answer } from '../experiments/answers.ts';
import { transcriptLine } from '../explore/failure-record.ts';
import type { StepId } from '../../engine/model.ts';
import type { Race } from '../../engine/race/race.ts';
import { judgedRace, type AnyRaced, breachesOf, linesOf, signatureOfRace } from '../races/race-record.ts';
import { legacyPatterns } from '../races/legacy.ts';
import type { Pattern } from '../races/pattern.ts';
import { resourcePatterns } from '../races/resource.ts';

export interface ReplayResult extends Omit<ReplayRun, 'came'> {
  /** In how many of the runs the same failure came. */
  readonly failed: number;
  readonly outOf: number;
  readonly unjudged: number;
  /** Violations of another kind than the one that is replayed. */
  readonly others: number;
}

/**
 * Runs one reproduction against a target, `times` times on fresh entities; nothing is written. Gives the breaches of the last failing run,
 * or else of the last. Throws SettingsError on wrong settings or a reproduction that can't be run here, Unreachable when the target can't be reached.
 */
export async function replay(
  reproduction: Replayable,
  options: Pick<RunOptions, 'targets' | 'target' | 'seed' | 'live'> & { readonly times?: number },
): Promise<ReplayResult> {
  const { target, close } = await reachTarget(options);
  const redact = redactorOf(target);
  try {
    const config = unwrittenConfig(target, await preflight(target));
    return await inUnwrittenRun(config, 'replay', async (session) => {
      const runs: ReplayRun[] = [];
      for (let time = 0; time < (options.times ?? 1); time += 1)
        runs.push(await replayReproduction(session, reproduction, 'replay'));
      return redacted(summed(runs), redact);
    });
  } catch (error) {
    throw redactedError(error, redact);
  } finally {
    await close();
  }
}

/**
 * Runs a sequence of a machine, or a claim that is a procedure of its own, once; `name` is the sequence's in the run. Throws a SettingsError
 * when this target, or this version, can't run it.
 */
export async function replayReproduction(
  session: Session,
  reproduction: Replayable,
  name: string,
): Promise<ReplayRun> {
  checkRunnable(session, reproduction);
  const machine = machineNamed(reproduction.machine, session.setup(reproduction.exclusive));
  if (machine !== undefined) return replaySequence(session, machine, reproduction, name);
  const claim = allClaims.find(({ procedure }) => procedure === reproduction.machine);
  if (claim !== undefined) return replayClaim(session, claim, reproduction);
  const known = [...machineNames, ...allClaims.flatMap(({ procedure }) => procedure ?? [])];
  throw new SettingsError(`There is no machine "${reproduction.machine}". Known: ${known.join(', ')}.`);
}

function summed(runs: readonly ReplayRun[]): ReplayResult {
  const times = (came: ReplayRun['came']) => runs.filter((run) => run.came === came).length;
  const shown = runs.findLast(({ breaches }) => breaches.length > 0) ?? runs.at(-1);
  return {
    failed: times('same failure'),
    outOf: runs.length,
    unjudged: times('unjudged'),
    others: times('other failure'),
    breaches: shown?.breaches ?? [],
    lines: shown?.lines ?? [],
  };
}

/** Runs a claim that is a procedure once more, whole: it has no smaller form. */
async function replayClaim(session: Session, claim: Claim, { signature }: Replayable): Promise<ReplayRun> {
  const records: JournalRecord[] = [];
  const journal = noJournal((record) => void records.push(record));
  const failures = await claim.check({ ...session, journal });
  const same = failures.find((one) => isSameSignature(one.signature, signature));
  const failure: FailureRecord | undefined = same ?? failures[0];
  if (failure !== undefined) {
    const came = same === undefined ? 'other failure' : 'same failure';
    return { came, breaches: failure.breaches, lines: failure.transcript };
  }
  const judged = records.some((record) => record.k === 'sequence' && record.verdict === 'explained');
  return { came: judged ? 'no failure' : 'unjudged', breaches: [], lines: [] };
}

/** What a sequence needs of the session that runs it. */
type Replaying = Pick<Session, 'driver' | 'notifications' | 'phase'>;

/**
 * Runs a stored sequence once on fresh entities; one with overlapping steps, or with others at the same time, until they come out as they did, at most
 * twenty times. Throws SettingsError when this target, or this version, can't run one of its steps.
 */
export async function replaySequence(
  session: Replaying,
  named: AnyMachine,
  reproduction: Replayable,
  id = 'replay',
): Promise<ReplayRun> {
  const { sequence, together = [], overlap } = reproduction;
  const machine = readingStored(named, [sequence, ...together].flat());
  if (overlap !== undefined) return replayRace(session, machine, reproduction, id);
  if (together.length === 0) return replayAlone(session, machine, reproduction, id);
  return untilSeen(session, id, async (name) => {
    const all = [sequence, ...together].map((one, index) =>
      replayAlone(session, machine, { ...reproduction, sequence: one }, `${name}-${index + 1}`),
    );
    return mostSevere(await Promise.all(all));
  });
}

async function replayAlone(
  session: Replaying,
  machine: AnyMachine,
  { sequence, signature, learned = {}, assumed }: Replayable,
  id: string,
): Promise<ReplayRun> {
  const notifications =
    signature.at === 'notifications' ? session.notifications({ exclusive: false }) : undefined;
  const driver = session.driver(id, 'replay');
  const ran = await execute(machine, sequence, driver, {
    learned,
    notifications: notifications !== undefined,
    passes: (violation) => (isOfSignature(violation, signature) ? violation : undefined),
  });
  await driver.end?.();
  const judged = notifications === undefined ? ran : await awaitNotifications(machine, ran, notifications);
  const isOther = ({ choice }: Answer): boolean => choice !== assumed?.choice;
  const execution = (assumed && failingUnder(machine, judged, assumed, isOther)?.execution) ?? judged;
  const { violation, performed, skipped, inconclusive } = execution;
  const isAway = (await whyUnjudged(driver, violation?.at)) !== undefined;
  const passed = performed.flatMap((one) => one.passed ?? []);
  const breaches = isAway ? [] : (violation?.breaches ?? passed);
  const lines = performed.map((one, index) =>
    transcriptLine(
      one,
      violation?.at === 'reply' && index === performed.length - 1 ? breaches : (one.passed ?? []),
    ),
  );
  const lost = performed.some(({ observation }) => 'lost' in observation);
  const unjudged = lost || skipped > 0 || inconclusive !== undefined;
  if (isAway) return { came: 'unjudged', breaches, lines };
  if (violation === undefined) {
    const came = passed.length > 0 ? 'other failure' : unjudged ? 'unjudged' : 'no failure';
    return { came, breaches, lines };
  }
  return { came: isOfSignature(violation, signature) ? 'same failure' : 'other failure', breaches, lines };
}

/** Runs of what depends on timing until it counts as fixed. */
const mostRuns = 20;

/** Runs it until it ends as before, each time on fresh entities. Gives the most severe run. */
async function untilSeen(
  session: Replaying,
  name: string,
  run: (name: string) => Promise<ReplayRun>,
): Promise<ReplayRun> {
  const runs: ReplayRun[] = [];
  while (runs.length < mostRuns && mostSevere(runs).came !== 'same failure' && !isOver(session))
    runs.push(await run(runs.length === 0 ? name : `${name}/${runs.length + 1}`));
  return mostSevere(runs);
}

/** The most severe last. */
const bySeverity: readonly ReplayRun['came'][] = ['unjudged', 'no failure', 'other failure', 'same failure'];

/** The last of the most severe runs. */
function mostSevere(runs: readonly ReplayRun[]): ReplayRun {
  let best: ReplayRun = { came: 'unjudged', breaches: [], lines: [] };
  for (const run of runs) if (bySeverity.indexOf(run.came) >= bySeverity.indexOf(best.came)) best = run;
  return best;
}

/** Runs a stored race. */
async function replayRace(
  session: Replaying,
  machine: AnyMachine,
  { sequence, overlap = [], signature }: Replayable,
  name: string,
): Promise<ReplayRun> {
  const together = new Set(overlap.map(({ step }) => step));
  const first = sequence.findIndex(({ id }) => together.has(id));
  const following = sequence.flatMap((step) => {
    const behind = overlap.find((one) => one.step === step.id)?.behind;
    return behind !== undefined && together.has(behind) ? [{ behind, step }] : [];
  });
  const isReleased = (id: StepId) => together.has(id) && !following.some(({ step }) => step.id === id);
  const released = overlap.filter(({ step }) => isReleased(step));
  const lastFromMs = Math.max(0, ...released.map(({ from = 0 }) => from));
  const race: Race = {
    staggerMs: Math.round(lastFromMs / Math.max(1, released.length - 1)),
    before: sequence.slice(0, first),
    overlap: sequence.filter(({ id }) => isReleased(id)),
    following,
    after: sequence.slice(first).filter(({ id }) => !together.has(id)),
  };
  const pattern = patternOf(race);
  return untilSeen(session, name, async (id) =>
    replayed(await judgedRace(machine, race, session.driver(id, 'replay')), pattern, signature),
  );
}

function replayed(
  raced: AnyRaced,
  pattern: Pick<Pattern, 'overlap' | 'breach'>,
  signature: Signature,
): ReplayRun {
  const breaches = breachesOf(raced, pattern);
  const same = isSameSignature(signatureOfRace(raced, pattern), signature);
  const came = {
    explained: 'no failure',
    inconclusive: 'unjudged',
    violated: same ? 'same failure' : 'other failure',
  } as const;
  return { came: came[raced.verdict.kind], breaches, lines: linesOf(raced, breaches) };
}

/** The pattern of a stored race; the race itself where that is of another version. */
function patternOf(race: Race): Pick<Pattern, 'overlap' | 'breach'> {
  const known = [...legacyPatterns, ...resourcePatterns].find((one) => stepsOf(one) === stepsOf(race));
  return known ?? race;
}

/** The same text for the same steps, however they were ordered; the first step may be of several kinds. */
function stepsOf({ before, overlap }: Pick<Pattern, 'before' | 'overlap'>): string {
  const names = ({ operation, kind }: { readonly operation: string; readonly kind: string }) =>
    `${operation} ${kind}`;
  return JSON.stringify([before.slice(1).map(names), overlap.map(names).toSorted()]);
}
