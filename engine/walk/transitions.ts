import * as fc from 'fast-check';
import type { Machine } from '../machine.ts';
import type { Step, Uses } from '../model.ts';
import { operationOf } from '../operations.ts';
import { sequences } from './sequences.ts';

/** An outcome of an operation in an abstract state, and the abstract states that follow. */
export interface Transition {
  readonly state: string;
  readonly operation: string;
  readonly outcome: string;
  readonly to: readonly string[];
  /** Whether it is what a request there ordinarily comes to; others are permitted, and no target need show them. */
  readonly ordinary: boolean;
  /** The open points that permit it, where it is not ordinary; absent where there are none. */
  readonly openPoints?: readonly string[];
}

/** Walks without a target: they take a tenth of a second, and the run itself mostly covers what they miss. */
const walks = 16;

/** Always the same, so that two runs against one target name the same transitions. */
const seed = 1;

interface Found {
  readonly key: readonly [string, string, string];
  readonly to: Set<string>;
  ordinary: boolean;
  readonly openPoints: Set<string>;
}

/** The transitions of a machine, found by walks without a target: each outcome that it permits, and the state after it. */
export function transitionsOf<S, C, R, N>(machine: Machine<S, C, R, N>): readonly Transition[] {
  const found = new Map<string, Found>();
  for (const sequence of fc.sample(sequences(machine), { seed, numRuns: walks })) {
    const roles = rolesIn(sequence);
    let state = machine.initial;
    for (const step of sequence) {
      const operation = operationOf(machine, step);
      const call = operation.resolve(state, step);
      if (call === undefined) continue;
      const from = machine.abstract(state, step.uses);
      const outcomes = operation.predict(state, call, step);
      for (const [index, outcome] of outcomes.entries()) {
        const key = [from, step.operation, outcome.name] as const;
        const name = JSON.stringify(key);
        const known = found.get(name) ?? {
          key,
          to: new Set<string>(),
          ordinary: false,
          openPoints: new Set<string>(),
        };
        found.set(name, known);
        known.ordinary ||= index === 0;
        for (const id of Object.keys(outcome.assumes ?? {})) known.openPoints.add(id);
        known.to.add(machine.abstract(outcome.next(), usesAfter(step, roles)));
      }
      state = outcomes[0]?.next() ?? state;
    }
  }
  return [...found.values()].map(({ key: [state, operation, outcome], to, ordinary, openPoints }) => ({
    state,
    operation,
    outcome,
    to: [...to],
    ordinary,
    ...(!ordinary && openPoints.size > 0 && { openPoints: [...openPoints] }),
  }));
}

/** In which role later steps use what a step makes. */
function rolesIn(sequence: readonly Step[]): ReadonlyMap<string, string> {
  const roles = new Map<string, string>();
  for (const { uses } of sequence)
    for (const [role, maker] of Object.entries(uses)) if (!roles.has(maker)) roles.set(maker, role);
  return roles;
}

/** A step that uses nothing is followed to the entity that it makes. */
function usesAfter({ id, uses }: Step, roles: ReadonlyMap<string, string>): Uses {
  const role = roles.get(id);
  return role === undefined || Object.keys(uses).length > 0 ? uses : { [role]: id };
}
