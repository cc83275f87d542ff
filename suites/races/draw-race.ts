import * as fc from 'fast-check';
import type { Draw, Step } from '../../engine/model.ts';
import { operationsOf } from '../../engine/operations.ts';
import type { Race } from '../../engine/race/race.ts';
import { presume } from '../../engine/walk/walk.ts';
import type { AnyMachine } from '../explore/machines.ts';
import type { Pattern, Planned } from './pattern.ts';

/** A race of a pattern, its literals drawn under the seed; undefined where a step can't be made on this target. */
export function drawRace(machine: AnyMachine, pattern: Pattern, seed: number): Race | undefined {
  const operations = operationsOf(machine);
  let drawn = 0;
  const draw: Draw = (arbitrary) => {
    drawn += 1;
    const [value] = fc.sample(arbitrary, { numRuns: 1, seed: seed + drawn });
    return value as never;
  };
  const withLiterals = (planned: Planned, state: unknown): Step | undefined => {
    const known = operations.get(planned.operation);
    // Where no token can be issued, the first of the settings is taken, or one that is lent.
    const name =
      known === undefined && planned.operation === 'issue-token' ? 'adopt-token' : planned.operation;
    const operation = known ?? operations.get(name);
    if (operation === undefined) return undefined;
    const kind = known === undefined ? operation.attempts(machine.initial)[0]?.kind : planned.kind;
    const step = { ...planned, operation: name, kind: kind ?? planned.kind };
    const data = operation.draw?.(step, state, draw);
    return data === undefined ? step : { ...step, data };
  };
  let state = machine.initial;
  const before: Step[] = [];
  for (const planned of pattern.before) {
    const step = withLiterals(planned, state);
    const next = step && presume(machine, operations, state, step);
    if (step === undefined || next === undefined) return undefined;
    before.push(step);
    ({ state } = next);
  }
  const rest = (steps: readonly Planned[]): readonly Step[] =>
    steps.map((planned) => withLiterals(planned, state)).filter((step) => step !== undefined);
  const race = { before, overlap: rest(pattern.overlap), after: rest(pattern.after) };
  return race.overlap.length === pattern.overlap.length ? race : undefined;
}
