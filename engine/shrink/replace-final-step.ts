import { canonical, slice, without } from '../candidates.ts';
import type { Violation } from '../judge/execute.ts';
import { drawing, drawn, simulateStep, type SimulatedStep } from '../walk/simulate-step.ts';
import type { Attempt, Draw, Machine, Operation, Sequence, Step } from '../model.ts';
import { operationOf, operationsOf } from '../operations.ts';
import { seededRandom } from '../seeded-random.ts';

/** What is drawn for a step that takes another's place; any would do. */
const seed = 1;

/** So many at most: each is run. */
const mostEnds = 16;

/**
 * Sequences with a step less at least, whose last step asks otherwise for what is accused: by another kind of the same operation, or by the
 * same kind at another, about the same entities or some of them. What was only there so that the failing step could be made falls away.
 * Of an operation's refusals that foresee one outcome only the first.
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
    const asked = new Set<string>();
    for (const beginning of [before, ...begunOtherwise(machine, before, draw)]) {
      const state = after(machine, beginning);
      if (state === undefined) continue;
      for (const { operation, attempt } of endsIn(machine, state, last)) {
        const { kind, uses, negative } = attempt;
        // What begins otherwise is only for refusals that are not to be had as it was begun.
        if (asked.has(`${operation.name} ${kind}`) || (beginning !== before && negative !== true)) continue;
        const step = drawn(operation, state, { id: last.id, kind, uses }, draw);
        const foreseen = simulateStep(machine, operation, state, step, { judged: true });
        if (foreseen === undefined || !foreseen.proves.some((rule) => rules.has(rule))) continue;
        asked.add(`${operation.name} ${kind}`);
        const telling = `${operation.name} | ${foreseen.outcome}`;
        if (negative === true && asked.has(telling)) continue;
        if (negative === true) asked.add(telling);
        const end = slice([...beginning, step], step);
        found.set(canonical(end.map(withoutData)), end);
      }
    }
  }
  const elsewhere = (sequence: Sequence) => Number(sequence.at(-1)?.operation !== last.operation);
  return [...found.values()]
    .toSorted((one, other) => one.length - other.length || elsewhere(one) - elsewhere(other))
    .slice(0, mostEnds);
}

/** The same steps, the first of them of another kind of its operation: what there is to refuse may depend on that. */
function* begunOtherwise<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  [first, ...rest]: Sequence,
  draw: Draw,
): IterableIterator<Sequence> {
  if (first === undefined) return;
  const operation = operationOf(machine, operationsOf(machine), first);
  for (const { kind, uses, negative } of operation.attempts(machine.initial))
    if (negative !== true && kind !== first.kind && Object.keys(uses).length === 0)
      yield [drawn(operation, machine.initial, { id: first.id, kind, uses }, draw), ...rest];
}

/** What may be tried in a state about the entities of a failing step, or some of them, and yet otherwise. */
function* endsIn<S, C, R, N>(
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

/** The state after steps that have their ordinary outcomes; undefined where one can't be made. */
function after<S, C, R, N>(machine: Machine<S, C, R, N>, steps: Sequence): S | undefined {
  const operations = operationsOf(machine);
  let { initial: state } = machine;
  for (const step of steps) {
    const foreseen: SimulatedStep<S> | undefined = simulateStep(
      machine,
      operationOf(machine, operations, step),
      state,
      step,
    );
    if (foreseen === undefined) return undefined;
    ({ state } = foreseen);
  }
  return state;
}

const withoutData = ({ id, operation, kind, uses }: Step): Step => ({ id, operation, kind, uses });
