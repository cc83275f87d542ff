import { knownGoal, type Goal } from '../goals.ts';
import type { Machine } from '../machine.ts';
import type { Sequence, Step } from '../model.ts';
import type { PlannedSequence } from './order.ts';
import { simulationOf, type Plan, type PlanOptions } from './plan.ts';
import { shortened, Shortest } from './shortest.ts';

/** Makes the plans of one machine: `plan`, or what gives the same from a file or from another thread. */
export type Planner = (options: PlanOptions) => Plan | Promise<Plan>;

/** Steps by their places in a list: the sequences of a plan share most of theirs. */
type Places = readonly number[];

/** A plan as plain data, that JSON holds without a loss. */
export interface KeptPlan extends Omit<Plan, 'sequences' | 'shortest'> {
  readonly steps: readonly Step[];
  readonly sequences: readonly (Omit<PlannedSequence, 'steps'> & { readonly steps: Places })[];
  /** For each rule, the shortest sequences by their names. */
  readonly ways: readonly (readonly [
    rule: string,
    ways: readonly (readonly [name: string, steps: Places])[],
  ])[];
}

/** A plan of nothing. */
export const emptyPlan: KeptPlan = {
  steps: [],
  sequences: [],
  ways: [],
  requests: 0,
  leastRequests: 0,
  goals: 0,
  unreached: [],
  spends: {},
};

/** A plan as it may be kept. */
export function keptPlan({ sequences, shortest, ...plan }: Plan): KeptPlan {
  const places = new Map<Step, number>();
  const placesOf = (sequence: Sequence): Places =>
    sequence.map((step) => {
      const place = places.get(step) ?? places.size;
      places.set(step, place);
      return place;
    });
  return {
    ...plan,
    sequences: sequences.map(({ steps, ...rest }) => ({ ...rest, steps: placesOf(steps) })),
    ways: shortest.ways.map(([rule, ways]) => [rule, ways.map(([name, steps]) => [name, placesOf(steps)])]),
    steps: [...places.keys()],
  };
}

/** The plan that was kept, for the machine and the options that it was made of. */
export function planFromKept<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  options: PlanOptions,
  { steps, sequences, ways, ...kept }: KeptPlan,
): Plan {
  const simulation = simulationOf(machine, options);
  const at = (places: Places): Sequence => places.flatMap((place) => steps[place] ?? []);
  return {
    ...kept,
    sequences: sequences.map(({ steps: places, goals, confirms, ...rest }): PlannedSequence => ({
      ...rest,
      steps: at(places),
      goals: goals.map((goal) => knownGoal(goal)),
      ...(confirms && { confirms: confirms.map((goal) => knownGoal(goal)) }),
    })),
    shortest: new Shortest(
      (way, rule) => shortened(simulation, way, rule),
      ways.map(([rule, named]) => [rule, named.map(([name, places]) => [name, at(places)])]),
    ),
  };
}

/**
 * All that a plan depends on beside its machine, as plain data: equal options give equal texts. The order of what was reached makes no
 * difference to a plan, and none to the text.
 */
export function planKey({ reached = new Set<Goal>(), places, ...options }: PlanOptions): unknown {
  return {
    ...options,
    reached: [...reached].map(({ key }) => key).toSorted(),
    places: places && [...places].map(([stage, operations]) => [stage, [...operations]]),
  };
}
