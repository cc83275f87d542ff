import { preflight } from '../../harness/preflight/preflight.ts';
import { redacted, redactedError, redactorOf } from '../../harness/secrets/redact.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { allClaims } from '../claims/all-claims.ts';
import { machineNamed, machineNames } from '../explore/machines.ts';
import { type RunOptions } from '../run/prepare.ts';
import { reachTarget } from '../availability/reach-target.ts';
import type { Replayable, ReplayRun } from '../run/replayable.ts';
import { replayClaim } from './replay-claim.ts';
import { replaySequence } from './replay-sequence.ts';
import { checkRunnable } from './runnable.ts';
import type { Session } from '../run/session.ts';
import { inUnwrittenRun, unwrittenPlan } from '../run/unwritten-run.ts';

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
    const plan = unwrittenPlan(target, await preflight(target));
    return await inUnwrittenRun(plan, 'replay', async (session) => {
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
