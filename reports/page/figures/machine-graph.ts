import { startStage } from '../../../harness/records/coverage-key.ts';
import { type LeadsTo, stepKey, type Transition, type Transitions } from '../../journal/transitions.ts';

/** An operation that was tried in a stage and did not leave it. */
export interface Stay {
  readonly operation: string;
  readonly kind: 'permitted' | 'refused';
  readonly times: number;
  /** The open points that permit it, where it is not what ordinarily happens. */
  readonly openPoints: readonly string[];
}

/** A stage of a machine, with what was tried and did not leave it. */
export interface Stage {
  readonly name: string;
  readonly stays: readonly Stay[];
  /** Operations that were never tried there. */
  readonly never: readonly string[];
}

export interface Edge {
  /** By this the table beside the drawing names it. */
  readonly number: number;
  readonly from: string;
  /** Of a wrong one: where the nearest permitted answer would have led. */
  readonly to: string;
  readonly operation: string;
  readonly times: number;
  /** `wrong`: the answer broke a rule, so that it is no edge of the machine. */
  readonly kind: 'taken' | 'never' | 'wrong';
  readonly openPoints: readonly string[];
}

/** What is drawn of a machine: its stages, and what leads from one to another. */
export interface MachineGraph {
  readonly machine: string;
  readonly stages: readonly Stage[];
  readonly edges: readonly Edge[];
}

type Steps = ReadonlyMap<string, LeadsTo>;
type Unnumbered = Omit<Edge, 'number'>;

/** The machines of a run, with how often each transition was taken, those that were wrong, and those that never were. */
export function machineGraphs({ taken, untried, leadsTo }: Transitions): readonly MachineGraph[] {
  const machines = [...new Set([...taken.map(({ machine }) => machine), ...leadsTo.keys()])].toSorted();
  return machines.map((machine) => {
    const steps: Steps = leadsTo.get(machine) ?? new Map<string, LeadsTo>();
    const ours = taken.filter((one) => one.machine === machine);
    const { edges, stays } = placed(ours, steps);
    const never = untried.filter((one) => one.machine === machine);
    const names = new Set([
      ...ours.map(({ stage }) => stage),
      ...never.map(({ state }) => state),
      ...edges.flatMap(({ from, to }) => [from, to]),
    ]);
    return {
      machine,
      edges: edges.map((edge, index) => ({ number: index + 1, ...edge })),
      stages: [...names].map((name) => ({
        name,
        stays: summed(stays.filter((one) => one.stage === name)),
        never: never.filter(({ state }) => state === name).map(({ operation }) => operation),
      })),
    };
  });

  function placed(ours: readonly Transition[], steps: Steps) {
    const edges = new Map<string, Unnumbered>();
    const stays: (Stay & { readonly stage: string })[] = [];
    const add = (edge: Unnumbered): void => {
      const key = JSON.stringify([edge.from, edge.to, edge.operation, edge.kind === 'wrong']);
      const known = edges.get(key);
      const openPoints = [...new Set([...(known?.openPoints ?? []), ...edge.openPoints])];
      edges.set(key, {
        ...edge,
        kind: known?.kind ?? edge.kind,
        openPoints,
        times: edge.times + (known?.times ?? 0),
      });
    };
    for (const { stage: from, operation, outcome, refused, wrong = false, times } of ours) {
      const step = steps.get(stepKey(from, operation, outcome));
      const openPoints = step === undefined || step.ordinary ? [] : [...step.openPoints];
      const next = movesTo(from, step);
      const common = { from, operation, times, openPoints };
      if (wrong) add({ ...common, to: next[0] ?? from, kind: 'wrong', openPoints: [] });
      // A refusal changes nothing; what is not known to lead elsewhere is listed in the stage where it happened.
      else if (refused || next.length === 0)
        stays.push({ stage: from, operation, kind: refused ? 'refused' : 'permitted', times, openPoints });
      else for (const to of next) add({ ...common, to, kind: 'taken' });
    }
    for (const step of steps.values()) {
      const { from, operation, refused, ordinary } = step;
      if (!ordinary || refused) continue;
      for (const to of movesTo(from, step))
        if (!edges.has(JSON.stringify([from, to, operation, false])))
          add({ from, to, operation, times: 0, kind: 'never', openPoints: [] });
    }
    return { edges: [...edges.values()], stays };
  }
}

/** Where a step leads. One that may leave its stage or stay, as a read after a refund, counts as staying, except that the start is left by what makes something. */
function movesTo(from: string, step: LeadsTo | undefined): readonly string[] {
  if (step === undefined || (step.stays && from !== startStage)) return [];
  return [...step.stages].filter((to) => to !== from);
}

/** By operation and whether it was refused, whatever the outcome was called. */
function summed(stays: readonly Stay[]): readonly Stay[] {
  const found = new Map<string, Stay>();
  for (const one of stays) {
    const key = JSON.stringify([one.kind, one.operation]);
    const known = found.get(key);
    const openPoints = [...new Set([...(known?.openPoints ?? []), ...one.openPoints])];
    found.set(key, { ...one, openPoints, times: one.times + (known?.times ?? 0) });
  }
  return [...found.values()];
}
