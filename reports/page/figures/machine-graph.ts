import { type LeadsTo, stepKey, type Transition, type Transitions } from '../../journal/transitions.ts';

/** A stage of a machine, with the operations that did not leave it. */
export interface Stage {
  readonly name: string;
  readonly lines: readonly { readonly text: string; readonly kind: 'legal' | 'refused' | 'never' }[];
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly operation: string;
  readonly times: number;
}

/** What is drawn of a machine: its stages, and what leads from one to another. */
export interface MachineGraph {
  readonly machine: string;
  readonly stages: readonly Stage[];
  readonly edges: readonly Edge[];
}

/** Longest line of a stage's box, in characters. */
const widest = 44;

/** The machines of a run, with how often each transition was taken, and those that never were. */
export function machineGraphs({ taken, untried, leadsTo }: Transitions): readonly MachineGraph[] {
  const machines = [...new Set([...taken.map(({ machine }) => machine), ...leadsTo.keys()])].toSorted();
  return machines.map((machine) => {
    const steps = leadsTo.get(machine) ?? new Map<string, LeadsTo>();
    const ours = taken.filter((one) => one.machine === machine);
    const edges = new Map<string, Edge>();
    const stays: Transition[] = [];
    const add = (edge: Edge): void => {
      const key = JSON.stringify([edge.from, edge.to, edge.operation]);
      edges.set(key, { ...edge, times: edge.times + (edges.get(key)?.times ?? 0) });
    };
    for (const one of ours) {
      const from = one.stage;
      const leads = steps.get(stepKey(from, one.operation, one.outcome))?.stages ?? [];
      const next = [...leads].filter((to) => to !== from);
      // A refusal changes nothing; what is not known to lead elsewhere is drawn in the stage where it happened.
      if (one.refused || next.length === 0) stays.push(one);
      else for (const to of next) add({ from, to, operation: one.operation, times: one.times });
    }
    for (const { from, operation, refused, stages, ordinary } of steps.values()) {
      if (!ordinary || refused) continue;
      for (const to of stages) if (to !== from) add({ from, to, operation, times: 0 });
    }
    const never = untried.filter((one) => one.machine === machine);
    const names = new Set([
      ...ours.map(({ stage }) => stage),
      ...never.map(({ state }) => state),
      ...[...edges.values()].flatMap(({ from, to }) => [from, to]),
    ]);
    return {
      machine,
      edges: [...edges.values()],
      stages: [...names].map((name) => ({
        name,
        lines: [
          ...lines(
            stays.filter((one) => one.stage === name && !one.refused),
            'legal',
          ),
          ...lines(
            stays.filter((one) => one.stage === name && one.refused),
            'refused',
          ),
          ...wrapped(
            'never',
            never.filter(({ state }) => state === name).map(({ operation }) => operation),
          ).map((text) => ({ text, kind: 'never' as const })),
        ],
      })),
    };
  });
}

function lines(all: readonly Transition[], kind: 'legal' | 'refused'): Stage['lines'] {
  const counts = new Map<string, number>();
  for (const { operation, times } of all) counts.set(operation, (counts.get(operation) ?? 0) + times);
  const words = [...counts].map(([operation, times]) => `${operation} ${times}`);
  return wrapped(kind, words).map((text) => ({ text, kind }));
}

/** Words after a title, broken into lines: `refused: capture 20, close 3,`. */
function wrapped(title: string, words: readonly string[]): readonly string[] {
  const found: string[] = [];
  let line = `${title}:`;
  for (const [index, word] of words.entries()) {
    const next = `${line} ${word}${index < words.length - 1 ? ',' : ''}`;
    if (next.length > widest && line !== `${title}:`) {
      found.push(line);
      line = `  ${word}${index < words.length - 1 ? ',' : ''}`;
    } else line = next;
  }
  return words.length === 0 ? [] : [...found, line];
}
