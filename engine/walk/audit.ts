import type { Attempt, Machine, Operation } from '../machine.ts';
import type { Uses } from '../model.ts';
import { operationNamed } from '../operations.ts';

/**
 * Takes the audit of a machine at the end of a sequence: each row in order, on all that it is possible for in the state that `state` gives, and
 * nothing that would be used up for good. `take` makes the step, if it can be made.
 */
export function audit<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  state: () => S,
  take: (operation: Operation<S, C, R, N>, attempt: Attempt) => unknown,
): void {
  for (const { operation: name, kind, negative = false } of machine.audit ?? []) {
    const operation = operationNamed(machine, name);
    if (operation === undefined) continue;
    const isMeant = (attempt: Attempt) => attempt.kind === kind && (attempt.negative === true) === negative;
    const offered = () => operation.attempts(state()).filter(isMeant);
    for (const attempt of offered()) {
      // What the step before has changed may have made it impossible.
      if (!offered().some(({ uses }) => isSameUses(uses, attempt.uses))) continue;
      if (operation.spends?.(state(), attempt) === undefined) take(operation, attempt);
    }
  }
}

/** Whether two steps use the same entities, each in the same role. */
export const isSameUses = (one: Uses, other: Uses): boolean =>
  Object.entries({ ...one, ...other }).every(([role, id]) => one[role] === id && other[role] === id);
