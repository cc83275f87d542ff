import type { Operation } from '../engine/machine.ts';
import type { OperationName } from '../spec/operations.ts';
import type { Setup } from '../models/setup.ts';

/** Gives each operation its relative frequency in a machine, by its name; one that the table lacks stays as it is. */
export function weighed<O extends { readonly name: string }>(weights: Readonly<Record<string, number>>) {
  return (operation: O): O => {
    const weight = weights[operation.name];
    return weight === undefined ? operation : { ...operation, weight };
  };
}

/** The kinds of attempts with fractions of a yen that a target may accept, by operation. */
const fractional: Readonly<Partial<Record<OperationName, ReadonlySet<string>>>> = {
  authorize: new Set(['fractions', 'fractions with a tax of zero']),
  create: new Set(['fraction of a yen']),
  refund: new Set(['fraction', 'a tenth of a yen']),
};

/** Leaves out of operations the attempts with fractions of a yen, where the target takes whole amounts only. What must be refused stays. */
export function inWholeAmounts<State, Call, Reply, Note>({ data }: Setup) {
  return (operation: Operation<State, Call, Reply, Note>): Operation<State, Call, Reply, Note> => {
    const kinds = fractional[operation.name as OperationName];
    if (data?.wholeAmounts !== true || kinds === undefined) return operation;
    return {
      ...operation,
      attempts: (state) => operation.attempts(state).filter(({ kind }) => !kinds.has(kind)),
    };
  };
}
