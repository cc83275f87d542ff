import type { SimulatedStep } from '../walk/simulate-step.ts';
import type { Sequence, Step, StepId } from '../model.ts';
import type { Goal } from '../goals.ts';
import type { StateGraph } from './state-graph.ts';
import type { AttemptClass, Option, View } from './simulation.ts';
import { soonest, type PlannedSequence, type Toured } from './order.ts';
import { costOf, OpenGoals } from './open-goals.ts';

/** Steps without anything reached, after which a sequence ends. */
const mostIdle = 10;
/** Where a tour stands within a sequence. */
interface Stand<S, C, R, N> {
  view: View<S, C, R, N>;
  readonly steps: Step[];
  /** Counted from 1. */
  readonly positions: Map<StepId, number>;
  /** All that was met of what the whole tour seeks, by this sequence first or not. */
  readonly met: { readonly goal: Goal; readonly steps: number; readonly requests: number }[];
  requests: number;
  /** Up to the last step that reached something new: steps, and how much was met by then. */
  useful: { readonly steps: number; readonly met: number };
  /** The last step that changed something and was not read back yet. */
  unread: Step | undefined;
  /** Classes that reached nothing new here. */
  readonly failed: Set<AttemptClass>;
}

/**
 * Puts goals together to sequences of few requests. In each abstract state everything is tried that leaves it as it is and that is still
 * sought there; then the step is taken that leads on to what is sought with the fewest requests that serve nothing else. What is not
 * met so is reached on the shortest way that the search has found. Takes from `open` what it reaches.
 */
export function tour<S, C, R, N>(
  map: StateGraph<S, C, R, N>,
  open: Set<Goal>,
  mostSteps: number,
): readonly PlannedSequence[] {
  return new Tour(map, open, mostSteps).all();
}

class Tour<S, C, R, N> {
  readonly #map: StateGraph<S, C, R, N>;
  readonly #open: OpenGoals;
  readonly #mostSteps: number;
  /** What is sought by the whole tour. */
  readonly #goals: ReadonlySet<Goal>;
  readonly #used = new Map<string, number>();
  /** Goals that even the shortest way did not reach. */
  readonly #given = new Set<Goal>();

  constructor(map: StateGraph<S, C, R, N>, open: Set<Goal>, mostSteps: number) {
    this.#map = map;
    this.#goals = new Set(open);
    this.#open = new OpenGoals(open, map.simulation.classes);
    this.#mostSteps = mostSteps;
  }

  all(): readonly PlannedSequence[] {
    const planned: Toured[] = [];
    for (let byWay = false; ;) {
      const nearest = this.#nearest();
      if (nearest === undefined) return soonest(planned);
      const sequence = this.#sequence(byWay ? nearest.steps : []);
      if (sequence !== undefined) planned.push(sequence);
      else if (byWay) this.#given.add(nearest.goal);
      if (sequence === undefined && !this.#open.daring) this.#open.daring = true;
      else byWay = sequence === undefined && !byWay;
    }
  }

  /** The goal that is still sought and has the shortest way. */
  #nearest(): { readonly goal: Goal; readonly steps: Sequence } | undefined {
    let nearest: { readonly goal: Goal; readonly steps: Sequence } | undefined;
    let least = Infinity;
    for (const goal of this.#open.goals) {
      const way = this.#map.ways.get(goal);
      if (way === undefined || way.requests >= least || this.#given.has(goal)) continue;
      nearest = { goal, steps: way.steps };
      least = way.requests;
    }
    return nearest;
  }

  #sequence(way: Sequence): Toured | undefined {
    const stand: Stand<S, C, R, N> = {
      view: this.#map.simulation.view(this.#map.simulation.machine.initial),
      steps: [],
      positions: new Map(),
      met: [],
      requests: 0,
      useful: { steps: 0, met: 0 },
      unread: undefined,
      failed: new Set(),
    };
    for (const step of way) {
      const foreseen = this.#map.simulation.step(stand.view.state, step);
      if (foreseen !== undefined) this.#advance(stand, step, foreseen);
    }
    const room = () =>
      stand.steps.length < this.#mostSteps && stand.steps.length - stand.useful.steps < mostIdle;
    const dared = this.#open.daring;
    while (room() && this.#goOn(stand));
    this.#open.daring = true;
    while (room() && this.#tryHere(stand));
    this.#open.daring = dared;
    const { steps, met } = stand.useful;
    if (steps === 0) return undefined;
    return { steps: stand.steps.slice(0, steps), met: stand.met.slice(0, met) };
  }

  /** One step or two; false where nothing that is sought is within reach. */
  #goOn(stand: Stand<S, C, R, N>): boolean {
    return this.#tryHere(stand) || this.#readBack(stand) || this.#move(stand);
  }

  /**
   * Tries what leaves the abstract state as it is: first the reads that prove what led here, then what changes nothing, and then the other
   * reads, since they show whether it did.
   */
  #tryHere(stand: Stand<S, C, R, N>): boolean {
    const options = stand.view.options
      .filter(({ of }) => of.leadsTo.size === 0 && !stand.failed.has(of) && this.#open.gain(of) > 0)
      .map((option) => ({ option, rank: this.#rank(option, stand) }))
      .sort((one, other) => one.rank - other.rank);
    for (const { option } of options) {
      if (stand.failed.has(option.of)) continue;
      if (this.#take(stand, option, true)) return true;
    }
    return false;
  }

  /** Where something that was hoped for here did not come off, the state may have to be seen first. */
  #readBack(stand: Stand<S, C, R, N>): boolean {
    const { unread, failed } = stand;
    if (unread === undefined || failed.size === 0) return false;
    const read = this.#map.simulation.readBack(unread, `s${stand.steps.length + 1}`);
    stand.unread = undefined;
    const foreseen = read && this.#map.simulation.step(stand.view.state, read);
    if (read === undefined || foreseen === undefined) return false;
    this.#advance(stand, read, foreseen);
    failed.clear();
    return true;
  }

  #move(stand: Stand<S, C, R, N>): boolean {
    this.#open.noteMissed(stand.view);
    const distance = this.#open.distances();
    const moves = stand.view.options
      .filter(({ of }) => of.leadsTo.size > 0 && !stand.failed.has(of) && this.#open.dares(of))
      .map((option) => ({ option, score: this.#score(option, stand, distance) }))
      .filter(({ score }) => score < Infinity)
      .sort((one, other) => one.score - other.score);
    for (const { option, score } of moves) {
      if (stand.failed.has(option.of)) continue;
      // What was hoped of it may not come off, but it may still lead on.
      if (this.#take(stand, option, score >= deadEnd)) return true;
    }
    return false;
  }

  /** The overhead to whatever is sought next: what serves a goal costs nothing, since it has to be made anyhow. */
  #score(
    option: Option<S, C, R, N>,
    stand: Stand<S, C, R, N>,
    distance: ReadonlyMap<string, number>,
  ): number {
    const { of } = option;
    const gain = this.#open.gain(of);
    const cost = gain > 0 ? 0 : costOf(of) + (of.risky ? riskCost : 0);
    let ahead = Infinity;
    for (const stage of of.leadsTo) ahead = Math.min(ahead, distance.get(stage) ?? Infinity);
    if (ahead === Infinity) return gain > 0 ? deadEnd : Infinity;
    return cost + ahead + this.#tie(option, stand);
  }

  #rank(option: Option<S, C, R, N>, stand: Stand<S, C, R, N>): number {
    const { of } = option;
    const turn = !of.reads ? 0 : this.#open.provesRule(of) ? first : last;
    return turn - this.#open.gain(of) + this.#tie(option, stand);
  }

  /** Among equals what was used least before, and the latest entity. */
  #tie({ of, attempt }: Option<S, C, R, N>, { positions }: Stand<S, C, R, N>): number {
    const times = this.#used.get(`${of.operation} ${of.kind}`) ?? 0;
    const latest = Math.max(0, ...Object.values(attempt.uses).map((id) => positions.get(id) ?? 0));
    return 0.001 * Math.min(times, 9) - 0.000_01 * latest;
  }

  /** Takes a step; where it is taken for its goals alone, only if it reaches one. */
  #take(stand: Stand<S, C, R, N>, option: Option<S, C, R, N>, forGoals: boolean): boolean {
    const { of } = option;
    const made = this.#map.simulation.attempt(stand.view.state, option, `s${stand.steps.length + 1}`);
    if (made !== undefined && option.attempt.negative === true && !made.foreseen.certain) of.risky = true;
    if (!this.#open.dares(of)) return false;
    const goals = made ? this.#map.simulation.goalsOf(stand.view.state, made.step, made.foreseen) : [];
    const comesOff = goals.some((goal) => this.#open.goals.has(goal));
    if (made === undefined || (!comesOff && this.#open.gain(of) > 0)) {
      stand.failed.add(of);
      this.#open.noteFailed(of);
    }
    if (made === undefined || (forGoals && !comesOff)) return false;
    const name = `${of.operation} ${of.kind}`;
    this.#used.set(name, (this.#used.get(name) ?? 0) + 1);
    this.#advance(
      stand,
      made.step,
      made.foreseen,
      of.leadsTo.size === 0 && (of.reads || option.attempt.negative),
    );
    if (of.leadsTo.size > 0) {
      stand.failed.clear();
      stand.unread = made.step;
    } else if (of.reads) stand.unread = undefined;
    return true;
  }

  /** `sameOptions`: what is on offer stays the same, and need not be asked for again. */
  #advance(stand: Stand<S, C, R, N>, step: Step, foreseen: SimulatedStep<S>, sameOptions = false): void {
    stand.positions.set(step.id, stand.steps.push(step));
    if (this.#map.simulation.operations.get(step.operation)?.control !== true) stand.requests += 1;
    const { length: steps } = stand.steps;
    let reached = 0;
    for (const goal of this.#map.simulation.goalsOf(stand.view.state, step, foreseen)) {
      if (this.#open.reach(goal)) reached += 1;
      if (this.#goals.has(goal)) stand.met.push({ goal, steps, requests: stand.requests });
    }
    if (reached > 0) stand.useful = { steps, met: stand.met.length };
    const { state } = foreseen;
    stand.view = sameOptions ? { ...stand.view, state } : this.#map.simulation.view(state);
  }
}

/** The turn of a read among what is tried in one state, where the others stand at 0 less what they reach. */
const first = -100;
const last = 100;

/** What it is worth to get somewhere by a step whose outcome is not open. */
const riskCost = 10;

/** A step that serves a goal and leads no further is taken last. */
const deadEnd = 1000;
