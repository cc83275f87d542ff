import type { Machine, Operation, Step } from './model.ts';

/** A machine's operations by name. */
export function operationsOf<S, C, R, N>(
  machine: Machine<S, C, R, N>,
): ReadonlyMap<string, Operation<S, C, R, N>> {
  return new Map(machine.operations.map((operation) => [operation.name, operation]));
}

/** The operation that a step makes, of those that `operationsOf` gives. Throws an Error when the machine has none of that name. */
export function operationOf<S, C, R, N>(
  { name }: Machine<S, C, R, N>,
  operations: ReadonlyMap<string, Operation<S, C, R, N>>,
  step: Step,
): Operation<S, C, R, N> {
  const operation = operations.get(step.operation);
  if (operation === undefined) throw new Error(`${name} has no operation "${step.operation}"`);
  return operation;
}
