import * as fc from 'fast-check';
import { operationNamed } from '../../engine/operations.ts';
import type { Draw } from '../../engine/machine.ts';
import type { Sequence, Step, Uses } from '../../engine/model.ts';
import { drawn } from '../../engine/walk/simulate-step.ts';
import { presume } from '../../engine/walk/walk.ts';
import type { AnyMachine } from './machines.ts';

/** A step that stands in a table: its literals are drawn for each use. */
export type Planned = Omit<Step, 'data'>;

/** A step on what earlier steps made. */
export function step(id: string, operation: string, kind: string, uses: Uses = {}): Planned {
  return { id, operation, kind, uses };
}

/** Draws literals under a seed and the numbers after it. */
export function drawingUnder(seed: number): Draw {
  let count = 0;
  return (arbitrary) => {
    count += 1;
    const [value] = fc.sample(arbitrary, { numRuns: 1, seed: seed + count });
    return value as never;
  };
}

/** A planned step with its literals; undefined where it can't be made on this target. */
export function drawnStep(
  machine: AnyMachine,
  planned: Planned,
  state: unknown,
  draw: Draw,
): Step | undefined {
  const known = operationNamed(machine, planned.operation);
  // Where no token can be issued, the first of the settings is taken, or one that is lent.
  const operation =
    known ?? (planned.operation === 'issue-token' ? operationNamed(machine, 'adopt-token') : undefined);
  if (operation === undefined) return undefined;
  const kind = known === undefined ? operation.attempts(machine.initial)[0]?.kind : planned.kind;
  return drawn(operation, state, { ...planned, kind: kind ?? planned.kind }, draw);
}

/** Planned steps with their literals, and the state that they are presumed to lead to; undefined where one can't be made on this target. */
export function drawnSteps(
  machine: AnyMachine,
  planned: readonly Planned[],
  draw: Draw,
): { readonly steps: Sequence; readonly state: unknown } | undefined {
  let state = machine.initial;
  const steps: Step[] = [];
  for (const one of planned) {
    const made = drawnStep(machine, one, state, draw);
    const next = made && presume(machine, state, made);
    if (made === undefined || next === undefined) return undefined;
    steps.push(made);
    ({ state } = next);
  }
  return { steps, state };
}
