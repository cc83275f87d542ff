import type { Goal } from '../../engine/goals.ts';
import { getOrCreate } from '../../engine/get-or-create.ts';
import { isSelected } from '../../harness/means/scope.ts';
import { allRequirements } from '../../spec/register.ts';
import type { Means } from '../../spec/requirement.ts';
import { ownOperations } from './machines.ts';
import { evidenceName, type MachineRun } from './machine-run.ts';
import type { Session } from '../run/session.ts';

/** Means that affect everyone who uses the target, so that only a run that holds it alone may use them. */
const exclusiveMeans: ReadonlySet<Means> = new Set(['clock.advance', 'consumers.status']);

/** Means that only a procedure uses: `dedicatedTo` of its claim. Rows that need them are left to it. */
export const meansOfProcedures: ReadonlySet<Means> = new Set(['webhook.register', 'passage', 'checkout']);

/** The must rows that a machine's run is to prove on a target with these means, and whether it is to take every transition. */
export function coverageGoalsOf(
  run: MachineRun,
  means: ReadonlySet<Means>,
  only: readonly string[],
): { readonly rules: readonly string[]; readonly transitions: boolean } {
  const document = run.machine === 'legacy' ? 'legacy' : 'resource';
  const events = run.notifications ? ['events'] : [];
  // Rows about replies are left to the run that judges only replies; one that holds the target alone proves both.
  const byReply = run.notifications && !run.exclusive ? [] : (ownOperations[run.machine] ?? []);
  const operations = new Set<string>([...events, ...byReply]);
  const rows = allRequirements.filter(({ level, untestable, operation, needs = [], ...row }) => {
    if (row.document !== document || level !== 'must' || untestable !== undefined) return false;
    if (!operations.has(operation)) return false;
    if (needs.some((one) => meansOfProcedures.has(one))) return false;
    return (
      needs.every((one) => means.has(one)) && needs.some((one) => exclusiveMeans.has(one)) === run.exclusive
    );
  });
  return {
    rules: rows.map(({ id }) => id),
    transitions: byReply.length > 0 && isSelected([run.interface], only),
  };
}

/** What has its evidence in a session's run already; the caller adds to it. */
export function reachedOf({ run: { reached: byName } }: Session, run: MachineRun): Set<Goal> {
  return getOrCreate(byName, evidenceName(run), () => new Set());
}
