import { isRefusal, stageIn, type CoveredTimes } from '../../harness/coverage-key.ts';
import type { MachineRecord } from '../../harness/machine-record.ts';

/** How often an operation had an outcome in an abstract state. */
export interface Transition {
  readonly machine: string;
  readonly state: string;
  /** The state without its details. */
  readonly stage: string;
  readonly operation: string;
  readonly outcome: string;
  /** Whether the target was to refuse, and did. */
  readonly refused: boolean;
  readonly times: number;
}

/** What the run did of what its machines can do. */
export interface Transitions {
  readonly taken: readonly Transition[];
  /** Operations that a machine offers in a state and that were never tried there; states without their details. */
  readonly untried: readonly Untried[];
  /** By machine and by `stepKey`. */
  readonly leadsTo: ReadonlyMap<string, ReadonlyMap<string, LeadsTo>>;
}

export interface Untried {
  readonly machine: string;
  readonly state: string;
  readonly operation: string;
}

/** Which stages may follow when an operation has an outcome in a stage. */
export interface LeadsTo {
  readonly from: string;
  readonly operation: string;
  readonly refused: boolean;
  readonly stages: ReadonlySet<string>;
  /** Whether a request there ordinarily has this outcome. */
  readonly ordinary: boolean;
}

/** What `leadsTo` is keyed by. */
export function stepKey(stage: string, operation: string, outcome: string): string {
  return JSON.stringify([stage, operation, outcome]);
}

/** The coverage of a run as transitions, and what its machines offer beside them; in alphabetical order. */
export function transitionsIn(
  covered: readonly CoveredTimes[],
  machines: readonly MachineRecord[],
): Transitions {
  const taken = new Map<string, Transition>();
  for (const { machine, abstract: state, stage, operation, outcome, ...one } of covered) {
    if (one.procedure) continue;
    const name = JSON.stringify([machine, state, operation, outcome]);
    const before = taken.get(name)?.times ?? 0;
    taken.set(name, {
      machine,
      state,
      stage,
      operation,
      outcome,
      refused: one.refused,
      times: before + one.times,
    });
  }
  const rows = inOrder(taken);
  return { taken: rows, untried: untriedOf(rows, machines), leadsTo: leadsToOf(machines) };
}

/** By stage, since a run meets only a share of the details. */
function untriedOf(taken: readonly Transition[], machines: readonly MachineRecord[]): readonly Untried[] {
  const known = new Map<string, Untried>();
  for (const { name: machine, transitions } of machines)
    for (const { state, operation } of transitions) {
      const place = { machine, state: stageIn(state), operation };
      known.set(keyOf(place), place);
    }
  for (const { machine, stage, operation } of taken)
    known.delete(keyOf({ machine, state: stage, operation }));
  return inOrder(known);
}

function keyOf({ machine, state, operation }: Untried): string {
  return JSON.stringify([machine, state, operation]);
}

function inOrder<T>(rows: ReadonlyMap<string, T>): readonly T[] {
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function leadsToOf(machines: readonly MachineRecord[]): Transitions['leadsTo'] {
  const all = new Map<string, Map<string, LeadsTo>>();
  for (const { name, transitions } of machines) {
    const steps = all.get(name) ?? new Map<string, LeadsTo>();
    all.set(name, steps);
    for (const { state, operation, outcome, to, ordinary } of transitions) {
      const from = stageIn(state);
      const key = stepKey(from, operation, outcome);
      const known = steps.get(key);
      steps.set(key, {
        from,
        operation,
        refused: isRefusal(outcome),
        stages: new Set([...(known?.stages ?? []), ...to.map(stageIn)]),
        ordinary: ordinary || known?.ordinary === true,
      });
    }
  }
  return all;
}
