import { operationNamed } from '../operations.ts';
import type { SimulatedStep } from '../walk/simulate-step.ts';
import { keyOf, ruleGoal, transitionGoal, type Goal, type TransitionGoal } from '../goals.ts';
import type { Sequence, Step } from '../model.ts';
import { stagesAround, type AttemptClass, type Simulation, type Option, type View } from './simulation.ts';
import { isSameSet, innerMap } from '../collections.ts';
import { shortened, Shortest } from './shortest.ts';

/** The steps from the start to a goal; the last one reaches it. */
export interface Way {
  readonly steps: Sequence;
  readonly requests: number;
}

interface Node<S, C, R, N> extends Way {
  readonly view: View<S, C, R, N>;
  /** The number of steps since the last one that led to a new class of attempts. */
  readonly stale: number;
}

interface Seen<S, C, R, N> {
  /** The way to the state in which it was seen; without the view, which is large. */
  readonly before: Way;
  readonly state: S;
  readonly option: Option<S, C, R, N>;
  /** The key of the goals that it reached. */
  readonly goals: string;
  /** Whether it reached other goals with other literals. */
  literalsMatter: boolean;
}

/** For each stage, the operations whose refusals are tried. */
export type Places = ReadonlyMap<string, ReadonlySet<string>>;

interface Search {
  /** Rules to find ways to. */
  readonly rules: readonly string[];
  /** Where refusals are tried. Default: everywhere. */
  readonly places?: Places | undefined;
  /** Finds ways of the fewest requests: without unnecessary reads, and with every attempt tried after each first step. Takes twice as long. */
  readonly closely?: boolean;
  /** The transitions to reach. Default: all. */
  readonly isOpen?: (transition: TransitionGoal) => boolean;
}

/** The most states, many more than any machine has needed so far; only a part of a larger machine is searched. */
const mostNodes = 600;

/** The most steps that are followed without a new class: a state that only counts may need several. */
const mostStale = 3;
/** The most such states. */
const mostStaleNodes = 24;

/**
 * The result of searching a machine: classes of attempts, the goals that they may reach, and a shortest way to each goal.
 * The search is breadth first. It follows only states that offer a new class of attempts, and a few steps beyond these. So the number of
 * states is about that of the classes.
 */
export class StateGraph<S, C, R, N> {
  readonly simulation: Simulation<S, C, R, N>;
  readonly ways = new Map<Goal, Way>();
  /** By transition, the sets of goals that a single step has reached together; the lower bound needs them. */
  readonly footprints = new Map<TransitionGoal, Map<string, readonly Goal[]>>();
  /** For all rules, the shortest ways by the kind of the last step. */
  readonly shortest: Shortest;
  readonly #rules: readonly string[];
  readonly #places: Places | undefined;
  readonly #closely: boolean;
  readonly #isOpen: (transition: TransitionGoal) => boolean;
  /** For each kind of each operation, the attempt that was seen first. */
  readonly #representatives = new Map<string, Seen<S, C, R, N>>();
  /** Classes that change the state but not the abstract state, which several such steps may change. */
  readonly #counting = new Set<AttemptClass>();
  readonly #effects = new Map<string, ReadonlySet<string>>();

  /** Searches immediately for ways to the rules and to every transition. */
  constructor(simulation: Simulation<S, C, R, N>, { rules, places, closely = false, isOpen }: Search) {
    this.simulation = simulation;
    this.shortest = new Shortest((way, rule) => shortened(simulation, way, rule));
    this.#rules = rules;
    this.#places = places;
    this.#closely = closely;
    this.#isOpen = isOpen ?? (() => true);
    this.#search();
  }

  #isOutside({ of, attempt }: Option<S, C, R, N>): boolean {
    if (this.#places === undefined || attempt.negative !== true) return false;
    return this.#places.get(of.stage)?.has(of.operation) !== true;
  }

  #search(): void {
    const evaluated = new Set<AttemptClass>();
    const offered = new Set<AttemptClass>();
    const start = this.simulation.view(this.simulation.machine.initial);
    const queue: Node<S, C, R, N>[] = [{ view: start, steps: [], requests: 0, stale: 0 }];
    for (const { of } of start.options) offered.add(of);
    let staleNodes = 0;
    for (let nodes = 0; nodes < mostNodes; nodes += 1) {
      const node = queue.shift();
      if (node === undefined) break;
      const nearby = this.#closely && node.steps.length <= 1;
      if (this.#closely && !nearby && this.lacking().length === 0) break;
      for (const option of node.view.options) {
        const { of } = option;
        const again = nearby || (node.stale > 0 && this.#counting.has(of));
        if ((evaluated.has(of) && !again) || this.#isOutside(option)) continue;
        const child = this.#evaluate(node, option, again);
        if (child === undefined) continue;
        evaluated.add(of);
        if (child === 'as before') continue;
        const isNew = child.view.options.filter((one) => !offered.has(one.of));
        for (const one of isNew) offered.add(one.of);
        if (isNew.length > 0 || (nearby && node.steps.length === 0)) queue.push({ ...child, stale: 0 });
        else if (this.#counting.has(of) && node.stale < mostStale && staleNodes < mostStaleNodes) {
          staleNodes += 1;
          queue.push({ ...child, stale: node.stale + 1 });
        }
      }
    }
  }

  /** Notes what an attempt of a class does. Gives the following state if it may be new; undefined when the attempt can't be made. */
  #evaluate(
    node: Node<S, C, R, N>,
    option: Option<S, C, R, N>,
    again: boolean,
  ): Node<S, C, R, N> | 'as before' | undefined {
    const { of, operation, attempt } = option;
    if (this.#noteKnown(option)) return 'as before';
    const { state } = node.view;
    const made = this.simulation.attempt(state, option, `s${node.steps.length + 1}`);
    if (made === undefined) return undefined;
    const { step, simulated } = made;
    const first = this.#note(node, state, of, step, simulated);
    if (attempt.negative === true && !simulated.certain) of.risky = true;
    const name = `${operation.name} ${attempt.kind}`;
    const isNewKind = !this.#representatives.has(name);
    if (isNewKind) {
      const goals = keyOf(this.simulation.goalsOf(state, step, simulated));
      const { steps, requests } = node;
      this.#representatives.set(name, {
        before: { steps, requests },
        state,
        option,
        goals,
        literalsMatter: false,
      });
    }
    const becomes = this.simulation.stageOf(simulated.state, attempt.uses);
    if (attempt.negative === true && becomes === of.stage) return 'as before';
    const { key } = transitionGoal(of.stage, operation.name, simulated.outcome);
    const effect = `${key} | ${becomes}`;
    const known = this.#effects.get(effect);
    if (known !== undefined && !isNewKind && !again) {
      for (const stage of known) of.leadsTo.add(stage);
      return 'as before';
    }
    const child = this.#follow(node, step, simulated, first);
    const before = stagesAround(node.view, step);
    const after = stagesAround(child.view, step);
    if (!isSameSet(before, after)) {
      const others = [...after].filter((stage) => !before.has(stage));
      for (const stage of others.length > 0 ? others : after) of.leadsTo.add(stage);
    } else if (attempt.negative !== true && !of.reads && simulated.state !== state) this.#counting.add(of);
    this.#effects.set(effect, of.leadsTo);
    return child;
  }

  /** Notes what a stateless attempt reaches. False when that is unknown or new, so that the attempt has to be made. */
  #noteKnown(option: Option<S, C, R, N>): boolean {
    const { of } = option;
    const known = this.#closely ? undefined : this.simulation.known(option);
    if (known === undefined) return false;
    const [transition, ...rules] = known.goals;
    const isOpen = this.#isOpen(transition);
    if (isOpen && !this.ways.has(transition)) return false;
    if (!rules.every((rule) => this.ways.has(rule))) return false;
    for (const goal of known.goals) of.goals.add(goal);
    of.risky = !known.certain;
    if (isOpen) innerMap(this.footprints, transition).set(keyOf(known.goals), known.goals);
    return true;
  }

  /** The node after a step and its read, if it has one: some refusals prove rules only after the state was seen. */
  #follow(node: Node<S, C, R, N>, step: Step, simulated: SimulatedStep<S>, way: Way): Node<S, C, R, N> {
    const read =
      this.#closely || operationNamed(this.simulation.machine, step.operation)?.reads
        ? undefined
        : this.simulation.readBack(step, `s${node.steps.length + 2}`);
    const { stale } = node;
    const { state } = simulated;
    const simulatedRead = read && this.simulation.step(state, read);
    const operation = read && operationNamed(this.simulation.machine, read.operation);
    if (read === undefined || simulatedRead === undefined || operation === undefined)
      return { ...way, view: this.simulation.view(state), stale };
    const of = this.simulation.classOf(operation, read.kind, this.simulation.stageOf(state, read.uses));
    return {
      ...this.#note(way, state, of, read, simulatedRead),
      view: this.simulation.view(simulatedRead.state),
      stale,
    };
  }

  #note(before: Way, state: S, of: AttemptClass, step: Step, simulated: SimulatedStep<S>): Way {
    const goals = this.simulation.goalsOf(state, step, simulated);
    const way = { steps: [...before.steps, step], requests: before.requests + (of.control ? 0 : 1) };
    for (const goal of goals) {
      of.goals.add(goal);
      const known = this.ways.get(goal);
      if (known === undefined || way.requests < known.requests) this.ways.set(goal, way);
    }
    this.shortest.note(simulated.proves, way.steps, step, of.stage);
    if (!of.control) innerMap(this.footprints, goals[0]).set(keyOf(goals), goals);
    return way;
  }

  /**
   * Tries other literals for the rules that have no way yet, since some rules are proven only by certain literals, for example by the field
   * that is left out. With `all` in every class, noting where literals matter; otherwise only where they matter.
   */
  redraw(all: boolean): void {
    for (const one of this.#representatives.values()) {
      const { before, state, option } = one;
      if (
        option.operation.draw === undefined ||
        option.attempt.stateless === true ||
        !(all || one.literalsMatter)
      )
        continue;
      const made = this.simulation.attempt(state, option, `s${before.steps.length + 1}`);
      if (made === undefined) continue;
      this.#note(before, state, option.of, made.step, made.simulated);
      one.literalsMatter ||= keyOf(this.simulation.goalsOf(state, made.step, made.simulated)) !== one.goals;
    }
  }

  /** The rules that have no way yet. */
  lacking(): readonly string[] {
    return this.#rules.filter((rule) => !this.ways.has(ruleGoal(rule)));
  }
}
