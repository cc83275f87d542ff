import { isRefusal, stageIn, type CoveredTimes } from '../../harness/records/coverage-key.ts';
import type { MachineRecord } from '../../harness/records/suite-record.ts';
import { grouped } from '../words/plain.ts';

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
  /** The answer is not permitted there; the outcome is the nearest that would be. */
  readonly wrong?: true;
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
  /** Whether it may stay in its stage, whatever the state's details. */
  readonly stays: boolean;
  /** Whether a request there ordinarily has this outcome. */
  readonly ordinary: boolean;
  /** The open points that permit it where it is not ordinary. */
  readonly openPoints: ReadonlySet<string>;
}

/** More machines, and more stages of one, are in no run; a drawing of them would take hours. */
const mostMachines = 50;
const mostStages = 200;

/** Throws an Error where a journal names more machines or more states than can be drawn. */
export function refuseManyStates(covered: readonly CoveredTimes[], machines: readonly MachineRecord[]): void {
  const stages = new Map<string, Set<string>>();
  const note = (machine: string, all: readonly string[]): void => {
    const known = stages.get(machine) ?? new Set<string>();
    stages.set(machine, known);
    for (const one of all) known.add(one);
  };
  for (const { machine, stage, procedure } of covered) if (!procedure) note(machine, [stage]);
  for (const { name, transitions } of machines)
    for (const { state, to } of transitions) note(name, [state, ...to].map(stageIn));
  if (stages.size > mostMachines)
    throw new Error(`it has more than ${mostMachines} machines, and no run has so many`);
  const many = [...stages.values()].some(({ size }) => size > mostStages);
  if (many) throw new Error(`a machine of it has more than ${mostStages} states, and none has so many`);
}

/** What `leadsTo` is keyed by. */
export function stepKey(stage: string, operation: string, outcome: string): string {
  return JSON.stringify([stage, operation, outcome]);
}

/** The coverage of a run as transitions, `wrong` those whose answer is not permitted, and what its machines offer beside them; in alphabetical order. */
export function transitionsIn(
  covered: readonly CoveredTimes[],
  machines: readonly MachineRecord[],
  wrong: readonly CoveredTimes[] = [],
): Transitions {
  const broken = counted(wrong);
  const taken = new Map<string, Transition>();
  for (const [name, one] of counted(covered)) {
    const times = Math.min(one.times, broken.get(name)?.times ?? 0);
    if (times < one.times) taken.set(name, { ...one, times: one.times - times });
    if (times > 0) taken.set(`${name} wrong`, { ...one, refused: false, wrong: true, times });
  }
  const rows = inOrder(taken);
  return { taken: rows, untried: untriedOf(rows, machines), leadsTo: leadsToOf(machines) };
}

/** What was tried by state, operation and outcome, whatever its arguments were. */
function counted(covered: readonly CoveredTimes[]): ReadonlyMap<string, Transition> {
  const found = new Map<string, Transition>();
  for (const { machine, abstract: state, stage, operation, outcome, refused, procedure, times } of covered) {
    if (procedure) continue;
    const name = JSON.stringify([machine, state, operation, outcome]);
    const before = found.get(name)?.times ?? 0;
    found.set(name, { machine, state, stage, operation, outcome, refused, times: before + times });
  }
  return found;
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
    for (const { state, operation, outcome, to, ordinary, openPoints = [] } of transitions) {
      const from = stageIn(state);
      const key = stepKey(from, operation, outcome);
      const known = steps.get(key);
      steps.set(key, {
        from,
        operation,
        refused: isRefusal(outcome),
        stages: new Set([...(known?.stages ?? []), ...to.map(stageIn)]),
        stays: known?.stays !== false && to.some((next) => stageIn(next) === from),
        ordinary: ordinary || known?.ordinary === true,
        openPoints: new Set([...(known?.openPoints ?? []), ...openPoints]),
      });
    }
  }
  return all;
}

/** What one operation did in one machine: how often each outcome was met, in how many abstract states. */
export interface Coverage {
  readonly machine: string;
  readonly operation: string;
  readonly outcome: string;
  readonly times: number;
  readonly states: number;
}

/** One row per machine, operation and outcome, in alphabetical order. */
export function coverageRows(covered: readonly CoveredTimes[]): readonly Coverage[] {
  const groups = grouped(covered, ({ machine, operation, outcome }) =>
    JSON.stringify([machine, operation, outcome]),
  );
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      if (first === undefined) return [];
      const { machine, operation, outcome } = first;
      const times = group.reduce((sum, one) => sum + one.times, 0);
      return {
        machine,
        operation,
        outcome,
        times,
        states: new Set(group.map(({ abstract }) => abstract)).size,
      };
    });
}

/** How long replies took, ms. */
export interface Latency {
  readonly median: number;
  readonly p95: number;
}

/** Ratio of two neighbouring classes: finer than the difference of two nights, and a few hundred classes hold every latency. */
const ratio = 1.1;
/** Upper bound of the first class, ms. */
const finestMs = 0.1;

/** Counts latencies in classes, so that a million of them take no more memory than ten. */
export class LatencyCounts {
  readonly #counts = new Map<number, number>();
  #total = 0;

  add(ms: number): void {
    const index = Math.max(0, Math.ceil(Math.log(ms / finestMs) / Math.log(ratio)));
    this.#counts.set(index, (this.#counts.get(index) ?? 0) + 1);
    this.#total += 1;
  }

  /** Median and 95th percentile, each a tenth too high at most; undefined where nothing was counted. */
  latency(): Latency | undefined {
    return this.#total === 0 ? undefined : { median: this.#quantile(0.5), p95: this.#quantile(0.95) };
  }

  #quantile(share: number): number {
    let seen = 0;
    let last = 0;
    for (const [index, count] of [...this.#counts].toSorted(([a], [b]) => a - b)) {
      seen += count;
      last = index;
      if (seen >= share * this.#total) break;
    }
    return Number((finestMs * ratio ** last).toPrecision(3));
  }
}
