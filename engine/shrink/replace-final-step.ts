import { canonical, slice, without } from '../candidates.ts';
import type { Violation } from '../judge/execution.ts';
import { drawing, drawn, simulateStep, type SimulatedStep } from '../walk/simulate-step.ts';
import type { Attempt, Draw, Machine, Operation } from '../machine.ts';
import type { Sequence, Step } from '../model.ts';
import { operationOf } from '../operations.ts';
import { seededRandom } from '../seeded-random.ts';

/** For the literals of a replacement. The value does not matter. */
const seed = 1;

/** The most candidates, since each is run. */
const mostCandidates = 16;

/**
 * Shorter sequences whose last step is another request that proves an accused rule. It is of another kind at the same operation, or of the
 * same kind at another operation, and uses the same entities or some of them. Steps that only the failing step needed are removed.
 * Refusals of one operation with the same simulated outcome count as one: the first is given.
 */
export function replaceFinalStep<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  failing: Sequence,
  { breaches }: Violation,
): readonly Sequence[] {
  const last = failing.at(-1);
  if (last === undefined) return [];
  const rules = new Set(breaches.map(({ rule }) => rule));
  const draw = drawing(seededRandom(seed));
  const found = new Map<string, Sequence>();
  for (const removed of failing.slice(0, -1).toReversed()) {
    const before = without(failing.slice(0, -1), new Set([removed.id]));
    const tried = new Set<string>();
    for (const beginning of [before, ...withOtherFirstStep(machine, before, draw)]) {
      const state = after(machine, beginning);
      if (state === undefined) continue;
      for (const { operation, attempt } of finalStepsIn(machine, state, last)) {
        const { kind, uses, negative } = attempt;
        // Another first step is tried only for refusals that the original one does not allow.
        if (tried.has(`${operation.name} ${kind}`) || (beginning !== before && negative !== true)) continue;
        const step = drawn(operation, state, { id: last.id, kind, uses }, draw);
        const simulated = simulateStep(machine, operation, state, step, { judged: true });
        if (simulated === undefined || !simulated.proves.some((rule) => rules.has(rule))) continue;
        tried.add(`${operation.name} ${kind}`);
        const outcome = `${operation.name} | ${simulated.outcome}`;
        if (negative === true && tried.has(outcome)) continue;
        if (negative === true) tried.add(outcome);
        const end = slice([...beginning, step], step);
        found.set(canonical(end.map(withoutData)), end);
      }
    }
  }
  const elsewhere = (sequence: Sequence) => Number(sequence.at(-1)?.operation !== last.operation);
  return [...found.values()]
    .toSorted((one, other) => one.length - other.length || elsewhere(one) - elsewhere(other))
    .slice(0, mostCandidates);
}

/** The same steps with another kind of first step, since the possible refusals may depend on it. */
function* withOtherFirstStep<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  [first, ...rest]: Sequence,
  draw: Draw,
): IterableIterator<Sequence> {
  if (first === undefined) return;
  const operation = operationOf(machine, first);
  for (const { kind, uses, negative } of operation.attempts(machine.initial))
    if (negative !== true && kind !== first.kind && Object.keys(uses).length === 0)
      yield [drawn(operation, machine.initial, { id: first.id, kind, uses }, draw), ...rest];
}

/** The attempts of a state that differ from the failing step and use its entities, or some of them. */
function* finalStepsIn<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  state: S,
  last: Step,
): IterableIterator<{ readonly operation: Operation<S, C, R, N>; readonly attempt: Attempt }> {
  for (const operation of machine.operations) {
    if (operation.control === true) continue;
    const isOwn = operation.name === last.operation;
    for (const attempt of operation.attempts(state)) {
      const names = Object.keys(attempt.uses);
      const isSameKind = attempt.kind === last.kind;
      if (!(isOwn || isSameKind) || names.some((name) => attempt.uses[name] !== last.uses[name])) continue;
      if (isOwn && isSameKind && names.length === Object.keys(last.uses).length) continue;
      yield { operation, attempt };
    }
  }
}

/** The state after the ordinary outcomes of the steps; undefined when a step can't be made. */
function after<S, C, R, N>(machine: Machine<S, C, R, N>, steps: Sequence): S | undefined {
  let { initial: state } = machine;
  for (const step of steps) {
    const simulated: SimulatedStep<S> | undefined = simulateStep(
      machine,
      operationOf(machine, step),
      state,
      step,
    );
    if (simulated === undefined) return undefined;
    ({ state } = simulated);
  }
  return state;
}

const withoutData = ({ id, operation, kind, uses }: Step): Step => ({ id, operation, kind, uses });
