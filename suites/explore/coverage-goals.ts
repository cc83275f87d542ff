import type { Goal } from '../../engine/goals.ts';
import { isSelected } from '../../harness/scope.ts';
import { allRequirements } from '../../spec/register.ts';
import type { Means } from '../../spec/requirement.ts';
import { ownOperations } from './machines.ts';
import type { MachineRun } from '../run/claim.ts';
import type { Session } from '../run/session.ts';

/** What only a target held alone can show: a clock that moves, a consumer who is suspended while others use the account. */
const alone: ReadonlySet<Means> = new Set(['clock.advance', 'consumers.status']);

/** The must rows that a machine's run is to prove on a target with these means, and whether it takes every transition of the machine. */
export function wantedOf(
  run: MachineRun,
  means: ReadonlySet<Means>,
  only: readonly string[],
): { readonly rules: readonly string[]; readonly transitions: boolean } {
  const document = run.machine === 'legacy' ? 'legacy' : 'resource';
  const events = run.notifications ? ['events'] : [];
  // What replies show is left to the run that judges replies alone; one that holds the target's clock looks for both.
  const byReply = run.notifications && !run.exclusive ? [] : (ownOperations[run.machine] ?? []);
  const operations = new Set<string>([...events, ...byReply]);
  const rows = allRequirements.filter(({ level, untestable, operation, needs = [], ...row }) => {
    if (row.document !== document || level !== 'must' || untestable !== undefined) return false;
    if (!operations.has(operation)) return false;
    return needs.every((one) => means.has(one)) && needs.some((one) => alone.has(one)) === run.exclusive;
  });
  return {
    rules: rows.map(({ id }) => id),
    transitions: byReply.length > 0 && isSelected([run.interface], only),
  };
}

/** Under what name runs of a machine share what has its evidence: held alone, a target is asked for what it has not shown beside others. */
export function evidenceOf({ machine, notifications, exclusive }: MachineRun): string {
  return notifications && !exclusive ? `${machine}, notifications` : machine;
}

/** What has its evidence in a session's run already, and is added to. */
export function reachedOf({ run: { reached: byName } }: Session, run: MachineRun): Set<Goal> {
  const name = evidenceOf(run);
  const reached = byName.get(name) ?? new Set<Goal>();
  byName.set(name, reached);
  return reached;
}
