import { operationNamed } from '../operations.ts';
import type { SimulatedStep } from '../walk/simulate-step.ts';
import type { Sequence, Step, StepId } from '../model.ts';
import type { Goal } from '../goals.ts';
import type { StateGraph } from './state-graph.ts';
import type { Option, Simulation, AttemptClass, View } from './simulation.ts';
import { sorted, type PlannedSequence, type Toured } from './order.ts';
import { getOrCreate, innerMap } from '../collections.ts';

/** A sequence ends after this many steps in a row without a new goal. */
const mostIdle = 10;

/**
 * Packs goals into sequences of few requests. In each abstract state it first takes the steps that reach open goals without leaving the
 * state. Then it takes the step towards other open goals that costs the fewest requests without a goal. A goal that is not reached like this
 * is reached on its shortest way. Removes reached goals from `open`.
 */
export function tour<S, C, R, N>(
  graph: StateGraph<S, C, R, N>,
  open: Set<Goal>,
  mostSteps: number,
): readonly PlannedSequence[] {
  return new Tour(graph, open, mostSteps).all(open);
}

class Tour<S, C, R, N> {
  readonly #ways: StateGraph<S, C, R, N>['ways'];
  readonly #simulation: Simulation<S, C, R, N>;
  #open: OpenGoals;
  readonly #mostSteps: number;
  /** The goals of the whole tour. */
  readonly #goals: ReadonlySet<Goal>;
  readonly #used = new Map<string, number>();
  /** Goals that were not reached on their shortest way either. */
  readonly #givenUp = new Set<Goal>();
  /** Whether no step may use up what can't be made again. */
  #thrifty = false;

  constructor(graph: StateGraph<S, C, R, N>, open: Set<Goal>, mostSteps: number) {
    this.#ways = graph.ways;
    this.#simulation = graph.simulation;
    this.#goals = new Set(open);
    this.#open = new OpenGoals(open, graph.simulation.classes);
    this.#mostSteps = mostSteps;
  }

  all(open: Set<Goal>): readonly PlannedSequence[] {
    this.#thrifty = this.#simulation.machine.operations.some(({ spends }) => spends !== undefined);
    const planned = this.#sequences();
    if (!this.#thrifty) return sorted(planned);
    this.#thrifty = false;
    this.#givenUp.clear();
    const rules = new Set([...open].filter(({ kind }) => kind === 'rule'));
    this.#open = new OpenGoals(rules, this.#simulation.classes);
    const spending = this.#sequences();
    for (const goal of open) if (goal.kind === 'rule' && !rules.has(goal)) open.delete(goal);
    return sorted(planned, spending);
  }

  #sequences(): readonly Toured[] {
    const planned: Toured[] = [];
    for (let byWay = false; ;) {
      const nearest = this.#nearest();
      if (nearest === undefined) return planned;
      const sequence = this.#sequence(byWay ? nearest.steps : []);
      if (sequence !== undefined) planned.push(sequence);
      else if (byWay) this.#givenUp.add(nearest.goal);
      if (sequence === undefined && !this.#open.daring) this.#open.daring = true;
      else byWay = sequence === undefined && !byWay;
    }
  }

  /** The open goal with the shortest way. */
  #nearest(): { readonly goal: Goal; readonly steps: Sequence } | undefined {
    let nearest: { readonly goal: Goal; readonly steps: Sequence } | undefined;
    let least = Infinity;
    for (const goal of this.#open.goals) {
      const way = this.#ways.get(goal);
      if (way === undefined || way.requests >= least || this.#givenUp.has(goal)) continue;
      nearest = { goal, steps: way.steps };
      least = way.requests;
    }
    return nearest;
  }

  #sequence(way: Sequence): Toured | undefined {
    const draft = begun(this.#simulation.view(this.#simulation.machine.initial));
    for (const step of way) {
      const simulated = this.#simulation.step(draft.view.state, step);
      if (this.#thrifty && simulated?.spends !== undefined) return undefined;
      if (simulated !== undefined) this.#advance(draft, step, simulated);
    }
    const room = () =>
      draft.steps.length < this.#mostSteps && draft.steps.length - draft.useful.steps < mostIdle;
    const daredBefore = this.#open.daring;
    while (room() && this.#goOn(draft));
    this.#open.daring = true;
    while (room() && this.#tryHere(draft));
    this.#open.daring = daredBefore;
    const { steps, met } = draft.useful;
    if (steps === 0) return undefined;
    const spent = draft.spent !== undefined && draft.spent.after < steps ? draft.spent : undefined;
    return { steps: draft.steps.slice(0, steps), met: draft.met.slice(0, met), spent };
  }

  /** Adds one step or two; false when no open goal can be reached. */
  #goOn(draft: Draft<S, C, R, N>): boolean {
    return this.#tryHere(draft) || this.#readBack(draft) || this.#move(draft);
  }

  /**
   * Tries steps that do not leave the abstract state. First come the reads that prove what the step before did, then the steps that change
   * nothing, then the other reads, which show whether something changed.
   */
  #tryHere(draft: Draft<S, C, R, N>): boolean {
    const options = draft.view.options
      .filter(({ of }) => of.leadsTo.size === 0 && !draft.failed.has(of) && this.#open.gain(of) > 0)
      .map((option) => ({ option, rank: this.#rank(option, draft) }))
      .sort((one, other) => one.rank - other.rank);
    for (const { option } of options) {
      if (draft.failed.has(option.of)) continue;
      if (this.#take(draft, option, true)) return true;
    }
    return false;
  }

  /** Reads the state after a step has missed its goals, since some rules are proven only after the state was seen. */
  #readBack(draft: Draft<S, C, R, N>): boolean {
    const { unread, failed } = draft;
    if (unread === undefined || failed.size === 0) return false;
    const read = this.#simulation.readBack(unread, `s${draft.steps.length + 1}`);
    draft.unread = undefined;
    const simulated = read && this.#simulation.step(draft.view.state, read);
    if (read === undefined || simulated === undefined) return false;
    this.#advance(draft, read, simulated);
    failed.clear();
    return true;
  }

  #move(draft: Draft<S, C, R, N>): boolean {
    this.#open.noteMissed(draft.view);
    const distance = this.#open.distances();
    const moves = draft.view.options
      .filter(({ of }) => of.leadsTo.size > 0 && !draft.failed.has(of) && this.#open.dares(of))
      .map((option) => ({ option, score: this.#score(option, draft, distance) }))
      .filter(({ score }) => score < Infinity)
      .sort((one, other) => one.score - other.score);
    for (const { option, score } of moves) {
      if (draft.failed.has(option.of)) continue;
      // Even if it misses its goals, it may lead to others.
      if (this.#take(draft, option, score >= deadEnd)) return true;
    }
    return false;
  }

  /** The cost of the way to the next open goal. A step that reaches a goal costs nothing, since it is needed anyway. */
  #score(
    option: Option<S, C, R, N>,
    draft: Draft<S, C, R, N>,
    distance: ReadonlyMap<string, number>,
  ): number {
    const { of } = option;
    const gain = this.#open.gain(of);
    const cost = gain > 0 ? 0 : costOf(of) + (of.risky ? riskCost : 0);
    let ahead = Infinity;
    for (const stage of of.leadsTo) ahead = Math.min(ahead, distance.get(stage) ?? Infinity);
    if (ahead === Infinity) return gain > 0 ? deadEnd : Infinity;
    return cost + ahead + this.#tie(option, draft);
  }

  #rank(option: Option<S, C, R, N>, draft: Draft<S, C, R, N>): number {
    const { of } = option;
    const turn = !of.reads ? 0 : this.#open.provesRule(of) ? first : last;
    return turn - this.#open.gain(of) + this.#tie(option, draft);
  }

  /** A small difference between equal options: prefers the class that was used least, and the latest entity. */
  #tie({ of, attempt }: Option<S, C, R, N>, { positions }: Draft<S, C, R, N>): number {
    const times = this.#used.get(`${of.operation} ${of.kind}`) ?? 0;
    const latest = Math.max(0, ...Object.values(attempt.uses).map((id) => positions.get(id) ?? 0));
    return 0.001 * Math.min(times, 9) - 0.000_01 * latest;
  }

  /** Takes a step; with `forGoals` only if it reaches a goal. False when it was not taken. */
  #take(draft: Draft<S, C, R, N>, option: Option<S, C, R, N>, forGoals: boolean): boolean {
    const { of } = option;
    const made = this.#simulation.attempt(draft.view.state, option, `s${draft.steps.length + 1}`);
    if (made !== undefined && option.attempt.negative === true && !made.simulated.certain) of.risky = true;
    if (!this.#open.dares(of)) return false;
    const goals = made ? this.#simulation.goalsOf(draft.view.state, made.step, made.simulated) : [];
    const reaches = goals.some((goal) => this.#open.goals.has(goal));
    const isTooDear = this.#thrifty && made?.simulated.spends !== undefined;
    if (made === undefined || isTooDear || (!reaches && this.#open.gain(of) > 0)) {
      draft.failed.add(of);
      this.#open.noteFailed(of);
    }
    if (made === undefined || isTooDear || (forGoals && !reaches)) return false;
    const name = `${of.operation} ${of.kind}`;
    this.#used.set(name, (this.#used.get(name) ?? 0) + 1);
    this.#advance(
      draft,
      made.step,
      made.simulated,
      of.leadsTo.size === 0 && (of.reads || option.attempt.negative),
    );
    if (of.leadsTo.size > 0) {
      draft.failed.clear();
      draft.unread = made.step;
    } else if (of.reads) draft.unread = undefined;
    return true;
  }

  /** `sameOptions`: the next state offers the same attempts. */
  #advance(draft: Draft<S, C, R, N>, step: Step, simulated: SimulatedStep<S>, sameOptions = false): void {
    if (simulated.spends !== undefined) draft.spent ??= { what: simulated.spends, after: draft.steps.length };
    draft.positions.set(step.id, draft.steps.push(step));
    if (operationNamed(this.#simulation.machine, step.operation)?.control !== true) draft.requests += 1;
    const { length: steps } = draft.steps;
    let reached = 0;
    for (const goal of this.#simulation.goalsOf(draft.view.state, step, simulated)) {
      if (this.#open.reach(goal)) reached += 1;
      if (this.#goals.has(goal)) draft.met.push({ goal, steps, requests: draft.requests });
    }
    if (reached > 0) draft.useful = { steps, met: draft.met.length };
    const { state } = simulated;
    draft.view = sameOptions ? { ...draft.view, state } : this.#simulation.view(state);
  }
}

/** The rank of reads among the steps in one state; that of others is at most 0. */
const first = -100;
const last = 100;

/** The extra cost of a step whose outcome is open. */
const riskCost = 10;

/** The score of a step that reaches a goal but leads to no other. It is taken last. */
const deadEnd = 1000;

/** The sequence that a tour is building. */
interface Draft<S, C, R, N> {
  view: View<S, C, R, N>;
  readonly steps: Step[];
  /** Counted from 1. */
  readonly positions: Map<StepId, number>;
  /** Every goal of the tour that the sequence reaches, even if an earlier sequence reached it too. */
  readonly met: { readonly goal: Goal; readonly steps: number; readonly requests: number }[];
  requests: number;
  /** Up to the last step that reached a new goal: the number of steps, and of elements of `met`. */
  useful: { readonly steps: number; readonly met: number };
  /** The first step that uses up something that can't be made again. */
  spent: Toured['spent'];
  /** The last step that changed something, until it is read back. */
  unread: Step | undefined;
  /** Classes that reached no new goal in this state. */
  readonly failed: Set<AttemptClass>;
}

/** A sequence without steps. */
function begun<S, C, R, N>(view: View<S, C, R, N>): Draft<S, C, R, N> {
  return {
    view,
    steps: [],
    positions: new Map(),
    met: [],
    requests: 0,
    useful: { steps: 0, met: 0 },
    spent: undefined,
    unread: undefined,
    failed: new Set(),
  };
}

/** A class is tried only on the shortest way after this many visits to its abstract state that did not offer it. */
const mostMissed = 3;
/** A goal is no longer expected of a class after this many attempts that did not reach it. */
const mostFailed = 3;
/** The cost of a control step: above zero, since a tour might otherwise never stop making them. */
const controlCost = 0.05;

/** The cost of a step that reaches no goal. */
const costOf = ({ control }: AttemptClass): number => (control ? controlCost : 1);

/** The goals that a tour has not reached, and the classes that may reach them. */
class OpenGoals {
  readonly #goals: Set<Goal>;
  /** The open goals that each class may reach. Stored, since every option of every step needs it. */
  readonly #hopes = new Map<AttemptClass, Set<Goal>>();
  /** The classes that may reach a goal. */
  readonly #reachedBy = new Map<Goal, AttemptClass[]>();
  /** Whether risky classes may be tried now: only at the end of a sequence, and when nothing else is left. */
  daring = false;
  /** By abstract state, the classes that reach an open goal. Others never will, since no goal is added. */
  readonly #byStage = new Map<string, AttemptClass[]>();
  /** The cost of the cheapest step from one abstract state to another. */
  readonly #ways = new Map<string, Map<string, number>>();
  readonly #missed = new Map<AttemptClass, number>();
  readonly #failures = new Map<AttemptClass, Map<Goal, number>>();

  /** Removes reached goals from `goals`. */
  constructor(goals: Set<Goal>, classes: readonly AttemptClass[]) {
    this.#goals = goals;
    for (const of of classes) {
      for (const stage of of.leadsTo) {
        const from = innerMap(this.#ways, of.stage);
        from.set(stage, Math.min(costOf(of), from.get(stage) ?? Infinity));
      }
      const hopes = new Set([...of.goals].filter((goal) => goals.has(goal)));
      if (hopes.size === 0) continue;
      this.#hopes.set(of, hopes);
      for (const goal of hopes) getOrCreate(this.#reachedBy, goal, () => []).push(of);
      getOrCreate(this.#byStage, of.stage, () => []).push(of);
    }
  }

  /** The goals that are not reached yet. */
  get goals(): ReadonlySet<Goal> {
    return this.#goals;
  }

  /** Notes that a goal is reached; false when it was not open. */
  reach(goal: Goal): boolean {
    if (!this.#goals.delete(goal)) return false;
    for (const of of this.#reachedBy.get(goal) ?? []) this.#hopes.get(of)?.delete(goal);
    return true;
  }

  /** Whether a class may be tried now. */
  dares({ risky }: AttemptClass): boolean {
    return this.daring || !risky;
  }

  /** How many goals a class may still reach; none while it may not be tried. */
  gain(of: AttemptClass): number {
    return this.dares(of) ? (this.#hopes.get(of)?.size ?? 0) : 0;
  }

  /** Whether a class may prove an open rule, as a read right after a change does. */
  provesRule(of: AttemptClass): boolean {
    for (const goal of of.goals) if (goal.kind === 'rule' && this.#goals.has(goal)) return true;
    return false;
  }

  /** For each abstract state, the cost of the way to one with an open goal. */
  distances(): ReadonlyMap<string, number> {
    const distance = new Map<string, number>();
    for (const [stage, classes] of this.#byStage) {
      if (classes.some((of) => (this.#missed.get(of) ?? 0) < mostMissed && this.gain(of) > 0))
        distance.set(stage, 0);
    }
    for (let changed = true; changed;) {
      changed = false;
      for (const [from, ways] of this.#ways) {
        for (const [stage, cost] of ways) {
          const through = (distance.get(stage) ?? Infinity) + cost;
          if (through < (distance.get(from) ?? Infinity)) {
            distance.set(from, through);
            changed = true;
          }
        }
      }
    }
    return distance;
  }

  /** Notes the classes with open goals that an abstract state did not offer. */
  noteMissed<S, C, R, N>(view: View<S, C, R, N>): void {
    const offered = new Set(view.options.map(({ of }) => of));
    const stages = new Set(view.about.map(({ stage }) => stage));
    for (const stage of stages) {
      for (const of of this.#byStage.get(stage) ?? []) {
        if (!offered.has(of) && this.gain(of) > 0) this.#missed.set(of, (this.#missed.get(of) ?? 0) + 1);
      }
    }
  }

  /** Notes that a class did not reach the goals that it may reach. */
  noteFailed(of: AttemptClass): void {
    const hopes = this.#hopes.get(of);
    if (hopes === undefined) return;
    const failures = innerMap(this.#failures, of);
    for (const goal of hopes) {
      const times = (failures.get(goal) ?? 0) + 1;
      failures.set(goal, times);
      if (times >= mostFailed) hopes.delete(goal);
    }
  }
}
