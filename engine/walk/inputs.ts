import * as fc from 'fast-check';
import { getOrCreate } from '../collections.ts';
import type { Attempt, Combinations, Machine, Operation } from '../machine.ts';
import { presume } from './walk.ts';
import { sequences } from './sequences.ts';

/** What an operation can be given: its kinds of attempts, and what these combine. */
export interface OperationInputs {
  readonly operation: string;
  /** In alphabetical order. */
  readonly kinds: readonly string[];
  readonly combinations?: Combinations;
}

/** Walks without a target: four times as many take a second and find two kinds in a thousand more. */
const walks = 12;
/** Always the same, so that two runs against one target have the same to cover. */
const seed = 2;

/** The inputs of each operation that is no control: all kinds that the machine offers on its way through some walks without a target. */
export function inputsOf<S, C, R, N>(machine: Machine<S, C, R, N>): readonly OperationInputs[] {
  const kinds = new Map<string, Set<string>>();
  const meet = (state: S): void => {
    for (const { operation, attempt } of offeredIn(machine, state))
      getOrCreate(kinds, operation.name, () => new Set<string>()).add(attempt.kind);
  };
  for (const sequence of fc.sample(sequences(machine), { seed, numRuns: walks })) {
    let state = machine.initial;
    meet(state);
    for (const step of sequence) {
      state = presume(machine, state, step)?.state ?? state;
      meet(state);
    }
  }
  return machine.operations.filter(isTested).map(({ name }) => {
    const combinations = machine.combinations?.[name];
    return {
      operation: name,
      kinds: [...(kinds.get(name) ?? [])].toSorted(),
      ...(combinations && { combinations }),
    };
  });
}

/** What a machine offers in a state: what walks try, and what plans alone do; controls apart. */
export function offeredIn<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  state: S,
): readonly { readonly operation: Operation<S, C, R, N>; readonly attempt: Attempt }[] {
  return machine.operations.filter(isTested).flatMap((operation) => {
    const planned = machine.inputs?.[operation.name]?.(state).map(([attempt]) => attempt) ?? [];
    const all = [...operation.attempts(state), ...(operation.unusual?.(state) ?? []), ...planned];
    return all.map((attempt) => ({ operation, attempt }));
  });
}

const isTested = ({ control }: { readonly control?: boolean }): boolean => control !== true;
