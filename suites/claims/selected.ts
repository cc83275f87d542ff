import { selectedRows } from '../../harness/means/selection.ts';
import { scopeOf } from '../../harness/means/scope.ts';
import { legacyOperations, resourceOperations, type ResourceOperationName } from '../../spec/operations.ts';
import type { Means, Requirement } from '../../spec/requirement.ts';
import { aloneOperations, ownOperations } from '../explore/machines.ts';
import type { MachineRun } from '../explore/machine-run.ts';
import { scopesOf, type Claim } from '../run/claim.ts';

/** Means that only a procedure uses: `dedicatedTo` of its claim. Rows that need them are left to it. */
export const meansOfProcedures: ReadonlySet<Means> = new Set(['webhook.register', 'passage', 'checkout']);

/** Means that affect everyone who uses the target, so that only a run that holds it alone may use them. */
const exclusiveMeans: ReadonlySet<Means> = new Set(['clock.advance', 'consumers.status']);

/** The operations of a machine whose replies a run judges: those that judge notifications leave the replies to the others, unless they hold the target alone. */
export function repliesJudgedBy({ machine, notifications, exclusive }: MachineRun): readonly string[] {
  if (notifications && !exclusive) return [];
  return (exclusive ? aloneOperations[machine] : undefined) ?? ownOperations[machine] ?? [];
}

/** The operations, as rows name them, that a run may show: those whose replies it judges, and the events. */
export function operationsShownBy(run: MachineRun): readonly string[] {
  return [...repliesJudgedBy(run), ...(run.notifications ? ['events'] : [])];
}

/** Whether only a run that holds the target alone shows a row for certain, on a target that offers what `has` says. */
export function isShownAlone(
  { needs = [], aloneWith }: Requirement,
  has: (means: Means) => boolean = () => true,
): boolean {
  return needs.some((one) => exclusiveMeans.has(one)) || (aloneWith !== undefined && has(aloneWith));
}

/** Whether `--only` selects all that the machine of a run is about. */
export function isWholeSelected(
  { interface: of }: Pick<MachineRun, 'interface'>,
  only: readonly string[],
): boolean {
  return only.length === 0 || only.includes(of);
}

/** Whether `--only` selects something that the claim may show. */
export function isClaimSelected(claim: Claim, only: readonly string[]): boolean {
  if (only.length === 0 || scopesOf(claim).some((scope) => only.includes(scope))) return true;
  return claim.kind === 'reproductions' || selectedRows(only).some((row) => mayShow(claim, row));
}

/** Whether a claim may have evidence of a row, whatever the target offers. */
export function mayShow(claim: Claim, row: Requirement): boolean {
  const { kind, machine, needs, overlaps = [] } = claim;
  if (!scopesOf(claim).includes(scopeOf(row))) return false;
  const byProcedure = (row.needs ?? []).filter((one) => meansOfProcedures.has(one) || one === 'tls');
  if (kind === 'procedure' || byProcedure.length > 0)
    return kind === 'procedure' && byProcedure.some((one) => needs.includes(one));
  if (kind === 'races') return isShownByRaceOf(overlaps, row);
  if (machine === undefined) return false;
  if (machine.exclusive && !isShownAlone(row)) return false;
  return operationsShownBy(machine).includes(row.operation);
}

/** Whether a race of these operations may have evidence of a row: one about such an operation, or about the record that they change. */
export function isShownByRaceOf(
  operations: readonly string[],
  { operation }: Pick<Requirement, 'operation'>,
): boolean {
  return operations.some(
    (one) => one === operation || (isResourceOperation(one) && resourceOperations[one].of === operation),
  );
}

/**
 * The operations that the random sequences of a run try to refuse and always have, where `--only` names some of it; undefined where all are alike.
 */
export function focusOf(
  run: Pick<MachineRun, 'machine' | 'interface'>,
  only: readonly string[],
): readonly string[] | undefined {
  if (isWholeSelected(run, only)) return undefined;
  const named = new Set(selectedRows(only).map(({ operation }) => operation));
  const focus = (ownOperations[run.machine] ?? []).filter((operation) => named.has(operation));
  // Other rows are about all operations, or about the record that all of them give.
  return focus.length > 0 && focus.every(isOperation) ? focus : undefined;
}

/** Of the random sequences of a machine, the share that tries what `--only` names as often as all of them do: each is about that alone. */
export function focusShare(run: Pick<MachineRun, 'machine' | 'interface'>, only: readonly string[]): number {
  const focus = focusOf(run, only);
  if (focus === undefined) return 1;
  return focus.length / (ownOperations[run.machine] ?? []).filter(isOperation).length;
}

const isOperation = (name: string): boolean =>
  Object.hasOwn(legacyOperations, name) || isResourceOperation(name);

function isResourceOperation(name: string): name is ResourceOperationName {
  return Object.hasOwn(resourceOperations, name);
}
