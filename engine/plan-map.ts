import { drawn, foresee, type Foreseen, type Presumption } from './foresee.ts';
import { ruleGoal, stageOf, transitionGoal, type Goal } from './goals.ts';
import type { Attempt, Draw, Machine, Operation, Sequence, Step, StepId, Uses } from './model.ts';
import { operationsOf } from './operations.ts';
import { abstraction } from './pick.ts';

/** All attempts that meet one abstract state with one operation and one class of arguments. */
export interface AttemptClass {
  readonly abstract: string;
  readonly operation: string;
  readonly kind: string;
  readonly control: boolean;
  readonly reads: boolean;
  /** The goals that such a step may reach; not each such step reaches all. */
  readonly goals: Set<Goal>;
  /** The abstract states that what it uses or makes may be in afterwards; empty: as before. */
  readonly leadsTo: Set<string>;
}

/** An attempt that a state offers. */
export interface Option<S, C, R, N> {
  readonly of: AttemptClass;
  readonly operation: Operation<S, C, R, N>;
  readonly attempt: Attempt;
}

/** A state with what it offers. */
export interface View<S, C, R, N> {
  readonly state: S;
  readonly options: readonly Option<S, C, R, N>[];
}

/** How to get to a goal from the start: the steps, that of the goal last. */
export interface Way {
  readonly steps: Sequence;
  readonly requests: number;
}

interface Node<S, C, R, N> extends Way {
  readonly view: View<S, C, R, N>;
}

interface Seen<S, C, R, N> {
  readonly node: Node<S, C, R, N>;
  readonly option: Option<S, C, R, N>;
  /** What it reached. */
  readonly goals: string;
}

/** More states than any machine so far has needed by far; a larger one is mapped in part. */
const mostNodes = 600;
/** Other literals that are tried of each class of arguments for rules that the first have not shown. */
const redraws = 12;

/**
 * What the search of a machine has found: classes of attempts, the goals that they may reach, and a shortest way to each goal.
 * States are searched breadth first, and only those followed that offer a class of attempts that none before has offered, so that
 * the number of states is that of the classes at most.
 */
export class PlanMap<S, C, R, N> {
  readonly classes = new Map<string, AttemptClass>();
  readonly ways = new Map<Goal, Way>();
  /** What single steps were seen to reach at once, by their transition: the ground of the lower bound. */
  readonly footprints = new Map<Goal, Map<string, readonly Goal[]>>();
  readonly operations: ReadonlyMap<string, Operation<S, C, R, N>>;
  readonly machine: Machine<S, C, R, N>;
  readonly stageOf: (state: S, uses: Uses) => string;
  readonly #wanted: ReadonlySet<string>;
  readonly #presumption: Presumption;
  readonly #draw: Draw;
  readonly #byState = new Map<string, Map<string, Map<string, AttemptClass>>>();
  /** Of each kind of each operation the attempt that was seen first. */
  readonly #representatives = new Map<string, Seen<S, C, R, N>>();
  readonly #effects = new Map<string, ReadonlySet<string>>();

  /** Searches at once. `wanted` are the rules that count as goals. */
  constructor(
    machine: Machine<S, C, R, N>,
    wanted: ReadonlySet<string>,
    draw: Draw,
    presumption: Presumption,
  ) {
    this.machine = machine;
    this.operations = operationsOf(machine);
    this.stageOf = (state, uses) => stageOf(machine, state, uses);
    this.#wanted = wanted;
    this.#draw = draw;
    this.#presumption = presumption;
    this.#search();
    this.#redraw();
  }

  /** A state with the attempts that it offers, by their classes. */
  view(state: S): View<S, C, R, N> {
    const abstractOf = abstraction(this.stageOf, state);
    const options: Option<S, C, R, N>[] = [];
    for (const operation of this.machine.operations) {
      for (const attempt of operation.attempts(state)) {
        options.push({
          of: this.#classOf(operation, attempt.kind, abstractOf(attempt.uses)),
          operation,
          attempt,
        });
      }
    }
    return { state, options };
  }

  /** A step of an option, with literals, and what comes of it. Undefined where it can't be made. */
  attempt(
    { state }: View<S, C, R, N>,
    { operation, attempt }: Option<S, C, R, N>,
    id: StepId,
  ): { readonly step: Step; readonly foreseen: Foreseen<S> } | undefined {
    const step = drawn(operation, state, { id, kind: attempt.kind, uses: attempt.uses }, this.#draw);
    const foreseen = foresee(this.machine, operation, state, step, this.#presumption);
    return foreseen && { step, foreseen };
  }

  /** A given step in a state, and what comes of it. */
  step(state: S, step: Step): Foreseen<S> | undefined {
    const operation = this.operations.get(step.operation);
    return operation && foresee(this.machine, operation, state, step, this.#presumption);
  }

  /** The read that shows a step, as a step in the state after it. */
  readBack(step: Step, id: StepId): Step | undefined {
    const read = this.operations.get(step.operation)?.readBack?.(step);
    return read && { ...read, id };
  }

  /** The goals of a step. */
  goalsOf(state: S, step: Step, { outcome, proves }: Foreseen<S>): readonly Goal[] {
    const abstract = this.stageOf(state, step.uses);
    const rules = [...new Set(proves)].filter((rule) => this.#wanted.has(rule));
    return [transitionGoal(abstract, step.operation, outcome), ...rules.map(ruleGoal)];
  }

  #classOf(operation: Operation<S, C, R, N>, kind: string, abstract: string): AttemptClass {
    const byOperation = within(this.#byState, abstract);
    const byKind = within(byOperation, operation.name);
    let found = byKind.get(kind);
    if (found === undefined) {
      found = {
        abstract,
        operation: operation.name,
        kind,
        control: operation.control === true,
        reads: operation.reads === true,
        goals: new Set(),
        leadsTo: new Set(),
      };
      byKind.set(kind, found);
      this.classes.set(`${abstract} | ${operation.name} | ${kind}`, found);
    }
    return found;
  }

  #search(): void {
    const evaluated = new Set<AttemptClass>();
    const offered = new Set<AttemptClass>();
    const start = this.view(this.machine.initial);
    const queue: Node<S, C, R, N>[] = [{ view: start, steps: [], requests: 0 }];
    for (const { of } of start.options) offered.add(of);
    for (let next = 0; next < queue.length && next < mostNodes; next += 1) {
      const node = queue[next];
      if (node === undefined) break;
      for (const option of node.view.options) {
        if (evaluated.has(option.of)) continue;
        const child = this.#evaluate(node, option);
        if (child === undefined) continue;
        evaluated.add(option.of);
        if (child === 'as before') continue;
        const isNew = child.view.options.filter(({ of }) => !offered.has(of));
        if (isNew.length === 0) continue;
        for (const { of } of isNew) offered.add(of);
        queue.push(child);
      }
    }
  }

  /** Notes what a class does, from one of its attempts; gives the state that follows where it may be another. */
  #evaluate(node: Node<S, C, R, N>, option: Option<S, C, R, N>): Node<S, C, R, N> | 'as before' | undefined {
    const { of, operation, attempt } = option;
    const made = this.attempt(node.view, option, `s${node.steps.length + 1}`);
    if (made === undefined) return undefined;
    const { step, foreseen } = made;
    const first = this.#note(node, of, step, foreseen);
    const name = `${operation.name} ${attempt.kind}`;
    const isNewKind = !this.#representatives.has(name);
    if (isNewKind) {
      const goals = this.goalsOf(node.view.state, step, foreseen).join('\n');
      this.#representatives.set(name, { node, option, goals });
    }
    const becomes = this.stageOf(foreseen.state, attempt.uses);
    if (attempt.negative === true && becomes === of.abstract) return 'as before';
    const effect = `${transitionGoal(of.abstract, operation.name, foreseen.outcome)} | ${becomes}`;
    const known = this.#effects.get(effect);
    if (known !== undefined && !isNewKind) {
      for (const abstract of known) of.leadsTo.add(abstract);
      return 'as before';
    }
    const child = this.#follow(node, step, foreseen, first);
    const before = touched(node.view, step);
    const after = touched(child.view, step);
    if (!isSame(before, after)) for (const abstract of after) of.leadsTo.add(abstract);
    this.#effects.set(effect, of.leadsTo);
    return child;
  }

  /** The node after a step and, where there is one, the read that shows it: some refusals prove something only once a state was seen. */
  #follow(node: Node<S, C, R, N>, step: Step, foreseen: Foreseen<S>, way: Way): Node<S, C, R, N> {
    const read = this.operations.get(step.operation)?.reads
      ? undefined
      : this.readBack(step, `s${node.steps.length + 2}`);
    const after = { view: this.view(foreseen.state), ...way };
    const shown = read && this.step(foreseen.state, read);
    if (read === undefined || shown === undefined) return after;
    const operation = this.operations.get(read.operation);
    const of = operation && this.#classOf(operation, read.kind, this.stageOf(foreseen.state, read.uses));
    if (of === undefined) return after;
    return { view: this.view(shown.state), ...this.#note(after, of, read, shown) };
  }

  #note(node: Node<S, C, R, N>, of: AttemptClass, step: Step, foreseen: Foreseen<S>): Way {
    const goals = this.goalsOf(node.view.state, step, foreseen);
    const way = { steps: [...node.steps, step], requests: node.requests + (of.control ? 0 : 1) };
    for (const goal of goals) {
      of.goals.add(goal);
      const known = this.ways.get(goal);
      if (known === undefined || way.requests < known.requests) this.ways.set(goal, way);
    }
    const [transition = ''] = goals;
    if (!of.control) within(this.footprints, transition).set(goals.join('\n'), goals);
    return way;
  }

  /** Some rules show only under certain literals, such as which field is left out: classes whose literals tell are drawn more often. */
  #redraw(): void {
    let telling = [...this.#representatives.values()].filter(
      ({ option }) => option.operation.draw !== undefined,
    );
    for (let round = 0; round < redraws && this.#isLacking(); round += 1) {
      telling = telling.filter((one) => {
        const { node, option, goals } = one;
        const made = this.attempt(node.view, option, `s${node.steps.length + 1}`);
        if (made === undefined) return false;
        this.#note(node, option.of, made.step, made.foreseen);
        return round > 0 || this.goalsOf(node.view.state, made.step, made.foreseen).join('\n') !== goals;
      });
    }
  }

  #isLacking(): boolean {
    for (const rule of this.#wanted) if (!this.ways.has(ruleGoal(rule))) return true;
    return false;
  }
}

/** The abstract states of the attempts that use what a step used or made. */
function touched<S, C, R, N>(view: View<S, C, R, N>, step: Step): ReadonlySet<string> {
  const about = new Set([step.id, ...Object.values(step.uses)]);
  const found = new Set<string>();
  for (const { of, attempt } of view.options) {
    for (const role in attempt.uses) {
      if (about.has(attempt.uses[role] ?? '')) found.add(of.abstract);
    }
  }
  return found;
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((value) => other.has(value));
}

function within<K, V>(outer: Map<string, Map<K, V>>, key: string): Map<K, V> {
  let inner = outer.get(key);
  if (inner === undefined) {
    inner = new Map<K, V>();
    outer.set(key, inner);
  }
  return inner;
}
