import { drawing, type Presumption } from '../walk/simulate-step.ts';
import type { Machine } from '../model.ts';
import { leastRequests, type Footprints } from './lower-bound.ts';
import { addDetours } from './detours.ts';
import { coverCategories, type CategoryCoverage } from './category-coverage.ts';
import { ruleGoal, type Goal, type TransitionGoal } from '../goals.ts';
import { StateGraph, type Places } from './state-graph.ts';
import { Simulation } from './simulation.ts';
import type { PlannedSequence } from './order.ts';
import type { Shortest } from './shortest.ts';
import { tour } from './tour.ts';
import { seededRandom } from '../seeded-random.ts';
import { defaultWalk } from '../walk/walk.ts';

export interface PlanOptions extends Presumption {
  readonly seed: number;
  /** Rules to prove. */
  readonly rules: readonly string[];
  /** Whether every transition that the search finds is covered: abstract state × operation × outcome. Default true. */
  readonly transitions?: boolean;
  /** Goals that already have evidence. Default: none. */
  readonly reached?: ReadonlySet<Goal>;
  /** Where refusals are searched for; fewer places take less time. Default: everywhere. */
  readonly places?: Places | undefined;
  /** The most steps of a sequence. Default: the most of a random walk. */
  readonly mostSteps?: number;
}

export interface Plan {
  readonly sequences: readonly PlannedSequence[];
  readonly requests: number;
  /** A lower bound of the requests of any plan for the same goals; see `leastRequests`. */
  readonly leastRequests: number;
  /** Rules and transitions that the plan reaches. */
  readonly goals: number;
  /** Rules that the plan does not prove. */
  readonly unreached: readonly string[];
  /** How many sequences use up each thing that can't be made again, by its name. */
  readonly spends: Readonly<Record<string, number>>;
  /** The shortest sequences to each rule; the shrinker tries them instead of a failing one. */
  readonly shortest: Shortest;
}

/** How often other literals are tried for rules without a way: first in every class, then only where literals matter. */
const redrawsOfAll = 3;
const redraws = 20;
const noCategories: CategoryCoverage = { sequences: [], transitions: new Set() };

/** Trying other literals ends after this many rounds in a row without a new way. */
const mostBarren = 2;

/**
 * Searches a machine for the shortest sequences that prove each given rule and take each transition, and packs them into few requests.
 * Presumes ordinary replies, so goals that a run misses need another plan. Deterministic under the seed; sends no request.
 */
export function plan<S, C, R, N>(machine: Machine<S, C, R, N>, options: PlanOptions): Plan {
  const { seed, transitions = true, reached = new Set(), mostSteps = defaultWalk.maxSteps } = options;
  const rules = openRules(options);
  const simulation = simulationOf(machine, options);
  const isOpen = (transition: TransitionGoal) => transitions && !reached.has(transition);
  const graph = new StateGraph(simulation, { rules, places: options.places, isOpen });
  redraw(graph, redrawsOfAll, true);
  addDetours(graph, graph.lacking(), seed);
  redraw(graph, redraws, false);
  const goals = [...(transitions ? graph.footprints.keys() : []), ...rules.map(ruleGoal)].filter(
    (goal) => graph.ways.has(goal) && !reached.has(goal),
  );
  const open = new Set(goals);
  const sequences = tour(graph, open, mostSteps);
  const reachedGoals = goals.filter((goal) => !open.has(goal));
  const categories = transitions
    ? coverCategories(machine, seededRandom(seed), { ...options, reached, mostSteps })
    : noCategories;
  const isLast = ({ spends }: PlannedSequence) => spends !== undefined;
  const all = [
    ...sequences.filter((one) => !isLast(one)),
    ...categories.sequences,
    ...sequences.filter(isLast),
  ];
  const spent = new Map<string, number>();
  for (const { spends } of all) if (spends !== undefined) spent.set(spends, (spent.get(spends) ?? 0) + 1);
  return {
    sequences: all,
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    leastRequests: leastOf(graph.footprints, new Set(reachedGoals), categories),
    goals: all.reduce((sum, { goals: of }) => sum + of.length, 0),
    unreached: rules.filter((rule) => !reachedGoals.includes(ruleGoal(rule))),
    spends: Object.fromEntries(spent),
    shortest: graph.shortest,
  };
}

/** The simulation that a plan with these options is searched in. */
export function simulationOf<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  options: PlanOptions,
): Simulation<S, C, R, N> {
  return new Simulation(machine, new Set(openRules(options)), drawing(seededRandom(options.seed)), options);
}

function openRules({ rules, reached }: PlanOptions): readonly string[] {
  return rules.filter((rule) => reached?.has(ruleGoal(rule)) !== true);
}

/** Each data class takes a request of its own, which makes one transition. */
function leastOf(
  footprints: Footprints,
  reachedGoals: ReadonlySet<Goal>,
  { sequences, transitions }: CategoryCoverage,
): number {
  const classes = sequences.reduce((sum, { goals }) => sum + goals.length, 0);
  const others = [...footprints.keys()].filter((goal) => reachedGoals.has(goal) && !transitions.has(goal));
  return Math.max(leastRequests(footprints, reachedGoals), classes + others.length);
}

function redraw<S, C, R, N>(graph: StateGraph<S, C, R, N>, rounds: number, all: boolean): void {
  let barren = 0;
  for (let round = 0; round < rounds && barren < mostBarren; round += 1) {
    const before = graph.lacking().length;
    if (before === 0) return;
    graph.redraw(all);
    barren = graph.lacking().length < before ? 0 : barren + 1;
  }
}
