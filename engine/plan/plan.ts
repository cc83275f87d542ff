import { operationNamed } from '../operations.ts';
import { auditing } from './audited.ts';
import { drawing, type Presumption } from '../walk/simulate-step.ts';
import type { Machine } from '../machine.ts';
import type { Sequence } from '../model.ts';
import { coverCategories, type CategoryCoverage } from './category-coverage.ts';
import { ruleGoal, type Goal, type TransitionGoal } from '../goals.ts';
import { StateGraph, type Places, type Way } from './state-graph.ts';
import { Simulation } from './simulation.ts';
import type { PlannedSequence } from './order.ts';
import { type Shortest, proofsIn, shortened } from './shortest.ts';
import { tour } from './tour.ts';
import { seededRandom } from '../seeded-random.ts';
import { defaultWalk } from '../walk/walk.ts';
import * as fc from 'fast-check';
import { sequences } from '../walk/sequences.ts';
import { getOrCreate } from '../collections.ts';

export interface PlanOptions extends Presumption {
  readonly seed: number;
  /** Rules to prove. */
  readonly rules: readonly string[];
  /** Whether every transition that the search finds is covered: abstract state × operation × outcome. Default true. */
  readonly transitions?: boolean;
  /** Whether the machine's audit follows each sequence, so that what it leaves behind is seen. Default: where transitions are covered. */
  readonly audits?: boolean | undefined;
  /** Operations whose data classes are tried though not every transition is covered. Default: none. */
  readonly classesOf?: readonly string[] | undefined;
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
  const { audits = transitions, classesOf } = options;
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
  const audited = auditing(machine, seededRandom(seed), options);
  const toured = tour(graph, open, mostSteps).map((one) => (audits ? audited(one) : one));
  const reachedGoals = goals.filter((goal) => !open.has(goal));
  const categories =
    transitions || classesOf !== undefined
      ? coverCategories(machine, seededRandom(seed), { ...options, reached, mostSteps, classesOf })
      : noCategories;
  const isLast = ({ spends }: PlannedSequence) => spends !== undefined;
  const all = [...toured.filter((one) => !isLast(one)), ...categories.sequences, ...toured.filter(isLast)];
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
function leastOf(footprints: Footprints, reachedGoals: ReadonlySet<Goal>, covered: CategoryCoverage): number {
  const classes = covered.sequences.reduce((sum, { goals }) => sum + goals.length, 0);
  const others = [...footprints.keys()].filter(
    (goal) => reachedGoals.has(goal) && !covered.transitions.has(goal),
  );
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

/** The most walks of one search; each takes about ten milliseconds. */
const mostWalks = 40;
const walksAtOnce = 8;
/** The search ends after this many walks in a row without a way to any of the rules. */
const mostBarrenWalks = 16;

/**
 * Finds ways to rules that the search of the graph has missed. Such a rule depends on more of the past than the classes of attempts show,
 * for example on a second call of one kind. Simulates random walks, and shortens those that prove such a rule.
 */
export function addDetours<S, C, R, N>(
  graph: StateGraph<S, C, R, N>,
  missing: readonly string[],
  seed: number,
): void {
  const left = new Set(missing);
  const arbitrary = sequences(graph.simulation.machine);
  let barren = 0;
  for (let walks = 0; walks < mostWalks && left.size > 0 && barren < mostBarrenWalks; walks += walksAtOnce) {
    const before = left.size;
    for (const sequence of fc.sample(arbitrary, { seed: seed + walks, numRuns: walksAtOnce })) {
      for (const [rule, upTo] of proofsIn(graph.simulation, sequence, left)) {
        left.delete(rule);
        graph.ways.set(ruleGoal(rule), wayOf(graph, shortened(graph.simulation, upTo, rule)));
      }
    }
    barren = left.size < before ? 0 : barren + walksAtOnce;
  }
}

/** These steps as a way, with their requests counted. */
export function wayOf<S, C, R, N>(graph: StateGraph<S, C, R, N>, steps: Sequence): Way {
  const requests = steps.filter(
    ({ operation }) => operationNamed(graph.simulation.machine, operation)?.control !== true,
  ).length;
  return { steps, requests };
}

/** By transition, the sets of goals that single requests were seen to reach at once. */
type Footprints = ReadonlyMap<TransitionGoal, ReadonlyMap<string, readonly Goal[]>>;

/**
 * A lower bound of the requests of any plan for these goals, as far as the search has seen what a request can reach.
 * A request makes one transition, so each open transition needs its own request. Rules that only one transition reaches need one request
 * each, unless a single request reaches several of them. The same holds for rules that only other transitions reach.
 * Requests that only lead to a state are not counted, so the best plan may be longer, but never shorter.
 */
export function leastRequests(footprints: Footprints, open: ReadonlySet<Goal>): number {
  const homes = new Map<Goal, Set<TransitionGoal>>();
  const together = new Map<Goal, Set<Goal>>();
  for (const [transition, prints] of footprints) {
    for (const goals of prints.values()) {
      for (const goal of goals) {
        if (!open.has(goal) || goal === transition) continue;
        getOrCreate(homes, goal, () => new Set()).add(transition);
        for (const other of goals) getOrCreate(together, goal, () => new Set()).add(other);
      }
    }
  }
  const apart: Goal[] = [];
  const needs = new Map<Goal, number>();
  for (const transition of footprints.keys()) if (open.has(transition)) needs.set(transition, 1);
  const shares = (goal: Goal, others: readonly Goal[]) =>
    others.some((other) => together.get(goal)?.has(other) === true);
  const own = new Map<Goal, Goal[]>();
  // Rules that share requests with the fewest others come first, since more of them then need their own request.
  const rules = [...homes].sort(([a], [b]) => (together.get(a)?.size ?? 0) - (together.get(b)?.size ?? 0));
  for (const [rule, transitions] of rules) {
    const [home] = transitions;
    if (transitions.size === 1 && home !== undefined && needs.has(home)) {
      const before = own.get(home) ?? [];
      if (!shares(rule, before)) own.set(home, [...before, rule]);
      continue;
    }
    if ([...transitions].some((transition) => needs.has(transition)) || shares(rule, apart)) continue;
    apart.push(rule);
  }
  for (const [home, exclusive] of own) needs.set(home, Math.max(1, exclusive.length));
  return [...needs.values()].reduce((sum, requests) => sum + requests, apart.length);
}
