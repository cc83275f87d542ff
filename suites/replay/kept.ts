import { plainRecord } from '../explore/sequence-record.ts';
import { isProven } from '../../engine/exploration.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { allClaims } from '../claims/all-claims.ts';
import type { Claim, ReplayRun } from '../run/claim.ts';
import { failureRecord } from '../explore/failure-record.ts';
import { selectedRows } from '../../harness/means/selection.ts';
import { roundName, type Regression } from '../run/run-config.ts';
import { replayReproduction } from './replay.ts';
import { isOver, type Session } from '../run/session.ts';

/** Runs of a reproduction that fails, so that a flaky failure is recognized. */
const times = 3;
const unjudged = 'an answer was lost, the target was away, or a step could not be made';

/** Runs what was broken once. No claim of the table: it replays whatever those have found. */
export const keptClaim: Claim = {
  suite: 'kept',
  kind: 'reproductions',
  scope: 'legacy',
  serves: ['resource', 'webhooks'],
  needs: [],
  title: 'what was broken once, and is kept as a reproduction, is not broken again',
  check: certifyKept,
};

/** What a whole run checks, in this order. */
export const claimsOfRun: readonly Claim[] = [keptClaim, ...allClaims];

async function certifyKept(session: Session): Promise<readonly FailureRecord[]> {
  const { config, journal } = session;
  const { reported, recorded } = session.run.memory;
  const failures: FailureRecord[] = [];
  for (const { name, why } of config.unrunnable) {
    if (reported.has(reproductionOf({ name }))) continue;
    reported.add(reproductionOf({ name }));
    noteUnfit(session, name, why);
  }
  for (const kept of config.kept) {
    if (isOver(session)) break;
    if (!isAskedFor(kept, config.only)) continue;
    if (reported.has(reproductionOf(kept)) || recorded?.replayed.has(kept.name)) continue;
    try {
      const failure = await failureOf(session, kept);
      if (failure === undefined) continue;
      failures.push(failure);
      journal.write(failure);
      reported.add(failure.reproduction);
      // Otherwise the claims that explore would report it again.
      noteKnown(session, kept, failure);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      noteUnfit(session, kept.name, error.message);
    }
  }
  return failures;
}

function isAskedFor({ interface: of, requirement }: Regression, only: readonly string[]): boolean {
  return (
    only.length === 0 || only.includes(of) || selectedRows(only).some(({ id }) => requirement.includes(id))
  );
}

function noteUnfit(session: Session, name: string, why: string): void {
  const cause = `the regression ${name} can't be run: ${why}`;
  session.journal.write({ k: 'trouble', at: session.now(), kind: 'settings', cause });
}

/** Runs it once, and when it fails a few times more. Undefined when it does not fail, or can't be judged here. */
async function failureOf(session: Session, kept: Regression): Promise<FailureRecord | undefined> {
  const first = await run(session, kept, 1);
  const requestsToFind = session.connection.requests;
  if (first.came === 'unjudged') {
    const cause = `the regression ${kept.name} was not judged: ${unjudged}`;
    session.journal.write({ k: 'trouble', at: session.now(), kind: 'target', cause });
  }
  if (first.breaches.length === 0) return undefined;
  const runs = [first];
  const { nightly, target } = session.config;
  const known = new Set(target.knownDeviations.map((one) => one.requirement));
  // In a night it raises no alarm, and a missing notification costs its deadline each time. A certificate accuses all the same.
  const most = nightly !== undefined && first.breaches.every(({ rule }) => known.has(rule)) ? 1 : times;
  for (let time = 2; time <= most && !isOver(session); time += 1) runs.push(await run(session, kept, time));
  const failing = runs.filter(({ breaches }) => breaches.length > 0);
  const last = failing.at(-1) ?? first;
  const { name, requirement: _, ...stored } = kept;
  return failureRecord({
    ...stored,
    where: `kept reproduction ${name}`,
    suite: session.suite,
    breaches: last.breaches,
    transcript: last.lines,
    requestsToFind,
    requestsToShrink: session.connection.requests - requestsToFind,
    flaky: !isProven({ breaches: last.breaches, failed: failing.length, outOf: runs.length }),
    failed: failing.length,
    outOf: runs.length,
    seed: session.config.seed,
    reproduction: reproductionOf(kept),
  });
}

async function run(session: Session, kept: Regression, time: number): Promise<ReplayRun> {
  const id = `${roundName(session.suite, session.config)}/${kept.name}-${time}`;
  const before = session.connection.requests;
  // It may fail only with several requests under way.
  const replayed = await session.run.access.gate.together(() => replayReproduction(session, kept, id));
  // The end of a run ends every wait: a notification that has not come by then may still be on its way.
  const cut = isOver(session) && kept.signature.at === 'notifications';
  const ran = cut ? ({ ...replayed, came: 'unjudged', breaches: [] } as const) : replayed;
  // It was chosen because it failed once: that it passes is no evidence.
  session.journal.write(
    plainRecord({
      id,
      suite: session.suite,
      phase: 'replay',
      ...(time === 1 && session.phase() !== 'cut off' && { digest: kept.name }),
      requests: session.connection.requests - before,
      steps: ran.lines.length,
      skipped: 0,
      verdict: ran.breaches.length > 0 ? 'violated' : ran.came === 'unjudged' ? 'inconclusive' : 'explained',
      ...(ran.came === 'unjudged' && { why: unjudged }),
    }),
  );
  return ran;
}

function reproductionOf({ name }: Pick<Regression, 'name'>): string {
  return `kept-${name}`;
}

function noteKnown({ run: { memory } }: Session, { signature }: Regression, failure: FailureRecord): void {
  const { at, operations } = signature;
  if (failure.flaky) return;
  if (at === 'overlap') memory.lostRaces.push(signature);
  else if (at !== 'procedure')
    memory.known.add({ at, operation: operations[0] ?? '', abstract: '', breaches: failure.breaches }, true);
}
