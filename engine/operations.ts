import type { Machine, Operation } from './machine.ts';
import type { Step } from './model.ts';

type Named = ReadonlyMap<string, Operation<never, never, never>>;

/** The operations of each machine by name: made once for a machine, since each step of a walk, an execution and a candidate asks for one. */
const byName = new WeakMap<object, Named>();

/** A machine's operation of this name; undefined where it has none. */
export function operationNamed<S, C, R, N>(
  machine: Pick<Machine<S, C, R, N>, 'operations'>,
  name: string,
): Operation<S, C, R, N> | undefined {
  let named = byName.get(machine.operations) as ReadonlyMap<string, Operation<S, C, R, N>> | undefined;
  if (named === undefined) {
    named = new Map(machine.operations.map((operation) => [operation.name, operation]));
    byName.set(machine.operations, named as unknown as Named);
  }
  return named.get(name);
}

/** The operation that a step makes. Throws an Error when the machine has none of that name. */
export function operationOf<S, C, R, N>(machine: Machine<S, C, R, N>, step: Step): Operation<S, C, R, N> {
  const operation = operationNamed(machine, step.operation);
  if (operation === undefined) throw new Error(`${machine.name} has no operation "${step.operation}"`);
  return operation;
}

/** The name of what a step tries: its operation and kind. */
export const kindName = ({ operation, kind }: Pick<Step, 'operation' | 'kind'>): string =>
  `${operation} ${kind}`;
