import type { Machine, Operation } from './model.ts';

/** A machine's operations by name. */
export function operationsOf<S, C, R, N>(
  machine: Machine<S, C, R, N>,
): ReadonlyMap<string, Operation<S, C, R, N>> {
  return new Map(machine.operations.map((operation) => [operation.name, operation]));
}
