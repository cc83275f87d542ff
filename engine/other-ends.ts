import { without } from './candidates.ts';
import type { Violation } from './execute.ts';
import { drawing, drawn, foresee, type Foreseen } from './foresee.ts';
import type { Machine, Sequence, Step, Uses } from './model.ts';
import { operationOf, operationsOf } from './operations.ts';
import { seededRandom } from './seeded-random.ts';

/** What is drawn for a step that takes another's place; any would do. */
const seed = 1;

/** So many at most: each is run. */
const mostEnds = 16;

/**
 * Sequences with a step less whose last step asks otherwise for what is accused: by another kind of the same operation about the same
 * entities. What was only there so that the failing kind could be asked falls away. Of the refusals that foresee one outcome only the first.
 */
export function otherEnds<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  failing: Sequence,
  { breaches }: Violation,
): readonly Sequence[] {
  const last = failing.at(-1);
  if (last === undefined) return [];
  const rules = new Set(breaches.map(({ rule }) => rule));
  const draw = drawing(seededRandom(seed));
  const found: Sequence[] = [];
  for (const removed of failing.slice(0, -1).toReversed()) {
    const rest = without(failing, new Set([removed.id]));
    const before = rest.slice(0, -1);
    const state = rest.at(-1) === last ? after(machine, before) : undefined;
    if (state === undefined) continue;
    const operation = operationOf(machine, operationsOf(machine), last);
    const refusals = new Set<string>();
    for (const { kind, uses, negative } of operation.attempts(state)) {
      if (kind === last.kind || !isSameUses(uses, last.uses)) continue;
      const step = drawn(operation, state, { id: last.id, kind, uses: last.uses }, draw);
      const foreseen = foresee(machine, operation, state, step, { judged: true });
      if (foreseen === undefined || !foreseen.proves.some((rule) => rules.has(rule))) continue;
      if (negative === true && refusals.has(foreseen.outcome)) continue;
      if (negative === true) refusals.add(foreseen.outcome);
      found.push([...before, step]);
    }
  }
  return found.toSorted((one, other) => one.length - other.length).slice(0, mostEnds);
}

/** The state after steps that have their ordinary outcomes; undefined where one can't be made. */
function after<S, C, R, N>(machine: Machine<S, C, R, N>, steps: Sequence): S | undefined {
  const operations = operationsOf(machine);
  let { initial: state } = machine;
  for (const step of steps) {
    const foreseen: Foreseen<S> | undefined = foresee(
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

function isSameUses(one: Uses, other: Step['uses']): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
