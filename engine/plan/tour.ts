import { operationNamed } from '../operations.ts';
import { changesAny } from '../walk/confirmed.ts';
import type { SimulatedStep } from '../walk/simulate-step.ts';
import type { Sequence, Step, StepId } from '../model.ts';
import type { Goal } from '../goals.ts';
import type { StateGraph } from './state-graph.ts';
import type { Option, Simulation, AttemptClass, View } from './simulation.ts';
import { sorted, type MetGoal, type PlannedSequence, type Toured } from './order.ts';
import { costOf, OpenGoals } from './open-goals.ts';

/** A sequence ends after this many steps in a row without a new goal. */
const mostIdle = 10;

/**
 * Packs goals into sequences of few requests. In each abstract state it first takes the steps that reach open goals without leaving the
 * state. Then it takes the step towards other open goals that costs the fewest requests without a goal. A goal that is not reached like this
 * is reached on its shortest way. Removes reached goals from `open`.
 *
 * A transition is reached where nothing changes what it has led to before the sequence ends: what is tried then, such as an audit, shows whether its next
 * state is the right one. So a sequence ends before it would leave a state with transitions that no other sequence takes.
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
  /** Whether an audit follows, which shows what the last transitions of a sequence have led to. */
  readonly #confirms: boolean;
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
    this.#confirms = graph.simulation.machine.audit !== undefined;
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
    while (room() && this.#goOn(draft));
    const { steps, met } = draft.useful;
    if (steps === 0) return undefined;
    const spent = draft.spent !== undefined && draft.spent.after < steps ? draft.spent : undefined;
    return { steps: draft.steps.slice(0, steps), met: draft.met.slice(0, met), spent };
  }

  /** The transitions that no other sequence takes so far, and that the audit at the end of this one is to confirm. */
  #unconfirmed({ met }: Draft<S, C, R, N>): readonly Met[] {
    return this.#confirms ? met.filter((one) => one.isNew && isTransition(one)) : [];
  }

  /** Adds one step or two; false when no open goal can be reached. */
  #goOn(draft: Draft<S, C, R, N>): boolean {
    return !draft.vague && (this.#tryHere(draft) || this.#readBack(draft) || this.#move(draft));
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
    if (this.#unconfirmed(draft).length > 0) return false;
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

  /**
   * Forgets the transitions whose next stage this step changes before anything has shown it. Where it would be wrong, the step might make it right
   * again, so that they are not reached here.
   */
  #overwrite(draft: Draft<S, C, R, N>, step: Step): void {
    if (!this.#confirms) return;
    const operation = operationNamed(this.#simulation.machine, step.operation);
    if (operation === undefined) return;
    const of = this.#simulation.classOf(
      operation,
      step.kind,
      this.#simulation.stageOf(draft.view.state, step.uses),
    );
    if (of.leadsTo.size === 0) return;
    const lost = draft.met.filter((one) => isTransition(one) && changesAny(one.about, operation, step.uses));
    if (lost.length === 0) return;
    for (const { goal, isNew } of lost) if (isNew) this.#open.reopen(goal);
    draft.met = draft.met.filter((one) => !lost.includes(one));
    const steps = Math.max(0, ...draft.met.filter(({ isNew }) => isNew).map((one) => one.steps));
    draft.useful = { steps, met: draft.met.filter((one) => one.steps <= steps).length };
  }

  /** Takes a step; with `forGoals` only if it reaches a goal. False when it was not taken. */
  #take(draft: Draft<S, C, R, N>, option: Option<S, C, R, N>, forGoals: boolean): boolean {
    const { of } = option;
    const made = this.#simulation.attempt(draft.view.state, option, `s${draft.steps.length + 1}`);
    if (made !== undefined && option.attempt.negative === true && !made.simulated.certain) of.risky = true;
    if (!this.#open.dares(of)) return false;
    const goals = made ? this.#simulation.goalsOf(draft.view.state, made.step, made.simulated) : [];
    const reaches = goals.some((goal) => this.#open.goals.has(goal));
    const isVague = of.risky && made?.simulated.refused === false;
    const group = made && groupOf(made.simulated);
    const isApart = this.#unconfirmed(draft).some((one) => isVague || one.group !== group);
    if (isApart && goals.some((goal) => goal.kind === 'transition' && this.#open.goals.has(goal))) {
      draft.failed.add(of);
      return false;
    }
    const isTooDear = this.#thrifty && made?.simulated.spends !== undefined;
    if (made === undefined || isTooDear || (!reaches && this.#open.gain(of) > 0)) {
      draft.failed.add(of);
      this.#open.noteFailed(of);
    }
    if (made === undefined || isTooDear || (forGoals && !reaches)) return false;
    const name = `${of.operation} ${of.kind}`;
    this.#used.set(name, (this.#used.get(name) ?? 0) + 1);
    draft.vague = isVague && this.#confirms;
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
    this.#overwrite(draft, step);
    for (const goal of this.#simulation.goalsOf(draft.view.state, step, simulated)) {
      const isNew = this.#open.reach(goal);
      if (isNew) reached += 1;
      const about = [step.id, ...Object.values(step.uses)];
      if (!this.#goals.has(goal)) continue;
      const group = groupOf(simulated);
      const isConfirmed = this.#confirms && simulated.certain;
      draft.met.push({ goal, steps, requests: draft.requests, about, isNew, group, isConfirmed });
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

interface Met extends MetGoal {
  /** What its step has made and uses. */
  readonly about: readonly StepId[];
  /** Whether no earlier sequence reaches it. */
  readonly isNew: boolean;
  readonly group: Group;
}

/** What else the documents permit: nothing, another refusal, or to accept what is presumed to be refused. Those of one group share a sequence. */
type Group = 'certain' | 'refused' | 'open';

function groupOf({ certain, refused, surelyRefused }: Omit<SimulatedStep<unknown>, 'state'>): Group {
  if (certain || !refused) return 'certain';
  return surelyRefused ? 'refused' : 'open';
}

const isTransition = ({ goal }: Met): boolean => goal.kind === 'transition';

/** The sequence that a tour is building. */
interface Draft<S, C, R, N> {
  view: View<S, C, R, N>;
  readonly steps: Step[];
  /** Counted from 1. */
  readonly positions: Map<StepId, number>;
  /** Every goal of the tour that the sequence reaches, even if an earlier sequence reached it too. */
  met: Met[];
  requests: number;
  /** Up to the last step that reached a new goal: the number of steps, and of elements of `met`. */
  useful: { readonly steps: number; readonly met: number };
  /** The first step that uses up something that can't be made again. */
  spent: Toured['spent'];
  /** The last step that changed something, until it is read back. */
  unread: Step | undefined;
  /** Whether its last step was accepted where it should rather be refused: what is tried behind it shows little. */
  vague: boolean;
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
    vague: false,
    failed: new Set(),
  };
}
