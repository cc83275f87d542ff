import * as fc from 'fast-check';
import { sequences } from '../../engine/walk/sequences.ts';
import type { Step, Uses } from '../../engine/model.ts';
import { operationsOf } from '../../engine/operations.ts';
import { presume } from '../../engine/walk/walk.ts';
import type { MachineRecord } from '../../harness/journal-records.ts';
import type { AnyMachine } from './machines.ts';

/** Walks without a target: a tenth of a second, and what they leave out the run itself mostly meets. */
const walks = 16;

/** Always the same, so that two runs against one target name the same transitions. */
const seed = 1;

interface Found {
  readonly key: readonly [string, string, string];
  readonly to: Set<string>;
  ordinary: boolean;
}

/** What a machine can do, found by walking it offline: each outcome that it permits, and where that leads. */
export function transitionsOf(machine: AnyMachine): MachineRecord {
  const operations = operationsOf(machine);
  const found = new Map<string, Found>();
  for (const sequence of fc.sample(sequences(machine), { seed, numRuns: walks })) {
    const roles = rolesIn(sequence);
    let state = machine.initial;
    for (const step of sequence) {
      const operation = operations.get(step.operation);
      const call = operation?.resolve(state, step);
      if (operation === undefined || call === undefined) continue;
      const from = machine.abstract(state, step.uses);
      for (const [index, outcome] of operation.predict(state, call, step).entries()) {
        const key = [from, step.operation, outcome.name] as const;
        const name = JSON.stringify(key);
        const known = found.get(name) ?? { key, to: new Set<string>(), ordinary: false };
        found.set(name, known);
        known.ordinary ||= index === 0;
        known.to.add(machine.abstract(outcome.next(), usesAfter(step, roles)));
      }
      state = presume(machine, operations, state, step)?.state ?? state;
    }
  }
  return {
    k: 'machine',
    name: machine.name,
    transitions: [...found.values()].map(({ key: [from, operation, outcome], to, ordinary }) => ({
      state: from,
      operation,
      outcome,
      to: [...to],
      ordinary,
    })),
  };
}

/** In which role later steps use what a step makes. */
function rolesIn(sequence: readonly Step[]): ReadonlyMap<string, string> {
  const roles = new Map<string, string>();
  for (const { uses } of sequence)
    for (const [role, maker] of Object.entries(uses)) if (!roles.has(maker)) roles.set(maker, role);
  return roles;
}

/** What used nothing is followed to what it made. */
function usesAfter({ id, uses }: Step, roles: ReadonlyMap<string, string>): Uses {
  const role = roles.get(id);
  return role === undefined || Object.keys(uses).length > 0 ? uses : { [role]: id };
}
