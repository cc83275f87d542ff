import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import type { Claim } from '../run/claim.ts';
import type { RunConfig } from '../run/run-config.ts';
import type { Run } from '../run/run.ts';
import { violationOf, type Signature, signatureOf } from '../../engine/judge/signature.ts';
import { type Recorded, digestOf, type RecordedSequence, readRecorded } from './recorded.ts';
import { withReads } from '../../engine/candidates.ts';
import { transitionGoal, type Goal } from '../../engine/goals.ts';
import type { Reported } from '../../engine/judge/known-failures.ts';
import type { Recalled } from '../../engine/judge/rejudge.ts';
import type { Machine } from '../../engine/machine.ts';
import type { Sequence } from '../../engine/model.ts';
import type { Execution } from '../../engine/judge/execution.ts';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type FolderLock, lockFolder, refuseInUse } from '../../harness/files/folder-lock.ts';
import { journalOfOthers, packedJournalName } from '../../harness/journal/journal-bytes.ts';
import { JournalReader } from '../../harness/journal/read-journal.ts';
import { redacted, redactorOf } from '../../harness/secrets/redact.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import type { Resume } from '../run/run-config.ts';
import { openRunJournal } from '../run/run-folder.ts';
import { differences } from '../../harness/records/run-settings.ts';

/** The suite that runs what is kept. */
const keptSuite = 'kept';

/** The failures of a claim that the journal of a resumed run shows to be checked to its end; undefined when it is still to be checked. */
export function judgedBefore(
  { memory: { recorded } }: Run,
  { suite, kind }: Claim,
  { round, randomOnly }: RunConfig,
): readonly FailureRecord[] | undefined {
  if (recorded === undefined || !isJudged(recorded, suite, round)) return undefined;
  // What is planned rests on what was planned before: it is planned again, and nothing that was judged is sent.
  if (kind === 'machine' && !randomOnly && recorded.rounds === 0) return undefined;
  return recorded.failuresOf(suite);
}

/** Whether a round of a suite was checked to its end. The failure of a procedure is the last that it does. */
export function isJudged(recorded: Recorded, suite: string, round?: number): boolean {
  const isReported = recorded.failuresOf(suite).some(({ signature }) => signature.at === 'procedure');
  return isReported || recorded.part(suite, round)?.ended === true;
}

/** The suites that were under way when a run was broken off. */
export function underWay(recorded: Recorded): readonly string[] {
  return recorded
    .parts()
    .filter(({ suite, round }) => !isJudged(recorded, suite, round))
    .map(({ suite }) => suite);
}

/** Puts a run where the processes before have left it. */
export function restore(run: Run): void {
  const { access, config, memory } = run;
  const { recorded } = memory;
  if (recorded === undefined) return;
  access.sent = recorded.sent;
  for (const failure of recorded.failures) noteFailure(run, failure);
  if (config.bail && recorded.failures.some(({ flaky }) => !flaky)) run.stop('bail');
  for (const { latitude, choice } of recorded.shown) memory.isNewChoice(latitude, choice);
  // An embedded target was started anew, and may give the same ids again.
  if (config.target.kind === 'remote') {
    access.inbox.own([...recorded.payments]);
    access.inbox.forget([...recorded.payments]);
  }
  // The rounds of a night that are over are not drawn again, nor is what was planned before them.
  for (const { part, round } of recorded.rounds > 0 ? recorded.parts() : []) {
    if (!part.ended && round === recorded.rounds) continue;
    for (const { observed } of [...part.sequences.values()].flat()) memory.choices.note(observed);
    for (const [machine, kinds] of part.tried) for (const kind of kinds) memory.triedOf(machine).add(kind);
    for (const met of part.met) memory.met.note(met);
  }
}

/** Notes a failure that was reported elsewhere in the run, so that this part of it does not report it again. */
export function noteFailure(
  { memory }: Run,
  { signature, flaky, exclusive, reproduction, suite, machine, together }: FailureRecord,
): void {
  memory.reported.add(reproduction);
  // A kept reproduction that is flaky silences nothing.
  if (flaky && suite === keptSuite) return;
  if (signature.at === 'overlap') memory.lostRaces.push(signature);
  if (together !== undefined) memory.crossTalkOf(machine).isShown = true;
  const violation = violationOf(signature);
  if (violation === undefined) return;
  memory.known.under(exclusive ? 'alone' : 'beside others').add(violation, !flaky);
}

/** A round of a suite that explores a machine. */
interface Of<S, C, R, N> {
  readonly suite: string;
  readonly round: number | undefined;
  readonly machine: Machine<S, C, R, N>;
  readonly known: Pick<Reported, 'has'>;
}

/**
 * Says of each sequence what a broken run has judged of it; of one that was judged twice, twice. A violation whose failure was
 * reported is left at that, and one that is like no reported failure is to be confirmed again.
 */
export function recallFrom<S, C, R, N>(
  recorded: Recorded,
  { suite, round, machine, known }: Of<S, C, R, N>,
): (sequence: Sequence) => Recalled | undefined {
  const left = new Map(
    [...(recorded.part(suite, round)?.sequences ?? [])].map(([digest, all]) => [digest, [...all]]),
  );
  const unmet = [...recorded.failuresOf(suite)];
  return (sequence) => {
    const found = left.get(digestOf(sequence))?.shift();
    if (found === undefined) return undefined;
    const { rules, observed, reached, signatures } = found;
    const toDo = signatures.map((signature) => leavesToDo(found, signature));
    const [open] = toDo.flatMap((one) => one.open ?? []);
    const next = toDo.flatMap((one) => one.next ?? []);
    return {
      rules,
      observed,
      transitions: reached.map((of) => transitionGoal(...of)),
      ...(open !== undefined && { open }),
      ...(next.length > 0 && { next }),
    };
  };

  /** What a violated sequence leaves to do. */
  function leavesToDo({ requests }: RecordedSequence, signature: Signature): Pick<Recalled, 'open' | 'next'> {
    const index = unmet.findIndex((failure) => covers(failure, signature));
    const [failure] = index === -1 ? [] : unmet.splice(index, 1);
    if (failure !== undefined) {
      const isOfNotifications = failure.signature.at === 'notifications';
      return isOfNotifications && !failure.flaky ? { next: [withReads(machine, failure.sequence)] } : {};
    }
    const violation = violationOf(signature);
    if (violation === undefined || known.has(violation)) return {};
    return { open: { violation, requestsToFind: requests } };
  }
}

/** Whether a failure was reported of such a violation: at the same operation, accusing none but its rules. */
function covers({ signature }: FailureRecord, { at, operations, rules }: Signature): boolean {
  return (
    signature.at === at &&
    signature.operations[0] === operations[0] &&
    signature.rules.every((rule) => rules.includes(rule))
  );
}

/** What a run that is resumed needs to know of a sequence. `reached`: what others have reached before; undefined where nothing is planned. */
export function forResuming<S, C, R, N>(
  { sequence, violation, behind = [], transitions }: Execution<S, C, R, N>,
  reached: ReadonlySet<Goal> | undefined,
): Pick<SequenceRecord, 'digest' | 'signatures' | 'reached'> {
  const violations = violation === undefined ? behind : [...behind, violation];
  const fresh = [...transitions].filter((transition) => reached?.has(transition) === false);
  return {
    digest: digestOf(sequence),
    ...(violations.length > 0 && { signatures: violations.map(signatureOf) }),
    ...(fresh.length > 0 && {
      reached: fresh.map(({ stage, operation, outcome }) => [stage, operation, outcome] as const),
    }),
  };
}

/** A run that can go on. */
interface Resumable {
  readonly run: RunRecord;
  readonly resume: Resume;
}

/** Looks at the folder of a run that is to go on. Throws SettingsError when it can't. */
export async function resumable(out: string): Promise<Resumable> {
  const file = journalOfOthers(out);
  if (file === undefined)
    throw new SettingsError(`${out} holds no ${packedJournalName}: it is not a run's folder.`);
  refuseInUse(out);
  const refuse = (why: string) => new SettingsError(`${out} can't be resumed: ${why}`);
  const reader = new JournalReader();
  const recorded = await readRecorded({ out }, reader).catch((error: unknown) => {
    throw refuse(`${file}: ${error instanceof Error ? error.message : String(error)}.`);
  });
  const { run, end } = recorded;
  const damage = reader.damage.find(({ what }) => what !== 'repeated');
  if (damage !== undefined)
    throw refuse(
      `its journal is damaged from line ${damage.from} on, and what stood there might be counted twice. \`payproof report\` shows what is left.`,
    );
  if (run === undefined) throw refuse('its journal is empty. Start a new run.');
  if (run.merged !== undefined) throw refuse('it was merged of shards. Resume a shard, and merge again.');
  if (end?.interrupted === false)
    throw refuse('it has come to its end. `payproof report` writes its reports again.');
  const begin = async (config: RunConfig, now: RunRecord): Promise<FolderLock> => {
    const found = differences(run, redacted(now, redactorOf(config.target)));
    if (found.length > 0) throw refuse(`${found.join('; ')}. Put it back, or start a new run.`);
    const lock = lockFolder(out);
    // The test runner writes its results anew.
    rmSync(join(out, 'allure-results'), { recursive: true, force: true });
    const journal = openRunJournal(config);
    journal.write({
      k: 'resume',
      at: recorded.lastAt,
      resumedAt: new Date().toISOString(),
      repeats: underWay(recorded),
    });
    journal.close();
    if (journal.failed.aborted) lock.release();
    journal.failed.throwIfAborted();
    return lock;
  };
  return { run, resume: { out, lastAt: recorded.lastAt, times: recorded.resumes + 1, begin } };
}
