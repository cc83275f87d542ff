import { type CoveredTimes, isRefusal } from '../../harness/coverage-key.ts';
import type { MachineRecord } from '../../harness/journal-records.ts';

/** How often an operation had an outcome in an abstract state. */
export interface Transition {
  readonly machine: string;
  readonly state: string;
  readonly operation: string;
  readonly outcome: string;
  /** Whether the target was to refuse, and did. */
  readonly refused: boolean;
  readonly times: number;
}

/** What the run did of what its machines can do. */
export interface Transitions {
  readonly taken: readonly Transition[];
  /** Operations that a machine offers in a state and that were never tried there. */
  readonly untried: readonly {
    readonly machine: string;
    readonly state: string;
    readonly operation: string;
  }[];
  /** By machine and by stage, operation and outcome. */
  readonly leadsTo: ReadonlyMap<string, ReadonlyMap<string, LeadsTo>>;
}

/** Which stages follow, whether they ordinarily do, and whether it is by a refusal. */
export interface LeadsTo {
  readonly stages: ReadonlySet<string>;
  readonly ordinary: boolean;
  readonly refused: boolean;
}

/** A part of a machine's abstract states: what comes before the details. What happens to nothing yet is one. */
export function stageOf(state: string): string {
  const [stage = state] = state.split(', ');
  return /^\d+ open$|^none$/.test(stage) ? 'start' : stage;
}

/** What `leadsTo` is keyed by. */
export function stepKey(stage: string, operation: string, outcome: string): string {
  return JSON.stringify([stage, operation, outcome]);
}

/** What was tried as transitions, beside what its machines can do; in alphabetical order. */
export function transitionsIn(
  covered: readonly CoveredTimes[],
  machines: readonly MachineRecord[],
): Transitions {
  const taken = new Map<string, Transition>();
  for (const { machine, abstract: state, operation, outcome, refused, procedure, times } of covered) {
    if (procedure) continue;
    const name = JSON.stringify([machine, state, operation, outcome]);
    const before = taken.get(name)?.times ?? 0;
    taken.set(name, { machine, state, operation, outcome, refused, times: before + times });
  }
  const rows = [...taken].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return { taken: rows, untried: untriedOf(rows, machines), leadsTo: leadsToOf(machines) };
}

/** By stage, since a run meets only a share of the details. */
function untriedOf(taken: readonly Transition[], machines: readonly MachineRecord[]): Transitions['untried'] {
  const tried = new Set(taken.map((one) => cell(one.machine, one.state, one.operation)));
  const known = machines.flatMap(({ name, transitions }) =>
    transitions.map(({ state, operation }) => cell(name, state, operation)),
  );
  return [...new Set(known)]
    .filter((name) => !tried.has(name))
    .toSorted()
    .map((name) => {
      const [machine, state, operation] = JSON.parse(name) as [string, string, string];
      return { machine, state, operation };
    });
}

function cell(machine: string, state: string, operation: string): string {
  return JSON.stringify([machine, stageOf(state), operation]);
}

function leadsToOf(machines: readonly MachineRecord[]): Transitions['leadsTo'] {
  const all = new Map<string, Map<string, LeadsTo>>();
  for (const { name, transitions } of machines) {
    const steps = all.get(name) ?? new Map<string, LeadsTo>();
    all.set(name, steps);
    for (const { state, operation, outcome, to, ordinary } of transitions) {
      const key = stepKey(stageOf(state), operation, outcome);
      const known = steps.get(key);
      steps.set(key, {
        stages: new Set([...(known?.stages ?? []), ...to.map(stageOf)]),
        ordinary: ordinary || known?.ordinary === true,
        refused: isRefusal(outcome),
      });
    }
  }
  return all;
}
