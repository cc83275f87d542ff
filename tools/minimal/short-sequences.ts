import { slice } from '../../engine/candidates.ts';
import { drawing, drawn, simulateStep } from '../../engine/walk/simulate-step.ts';
import type { Attempt, Machine, Operation } from '../../engine/machine.ts';
import type { Sequence, Step, Uses } from '../../engine/model.ts';
import { abstraction } from '../../engine/walk/weighted-choice.ts';
import { seededRandom } from '../../engine/seeded-random.ts';
import { innerMap } from '../../engine/collections.ts';

/** Control steps in one sequence at most: they cost no request, so the length does not bound them. */
const mostControls = 2;

/** The result of the first step of a class: an operation and a kind in an abstract state. */
interface Class {
  readonly outcome: string;
  readonly judges: boolean;
}

export interface Searched {
  readonly requests: number;
  readonly seed: number;
  /** Beginnings of sequences to go through at most. Default: all. */
  readonly most?: number;
}

/**
 * Every sequence of so many requests, by operations and kinds, whose last step judges a rule and depends on all steps before it. Of earlier
 * refusals with the same simulated outcome only the first kind is tried, since no refusal should change anything; so it is with further
 * entities that the other steps do not use. Literals are drawn anew for each sequence. Deterministic under the seed; sends no request.
 * Returns whether these are all, false where there were too many beginnings.
 */
export function* sequencesTo<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  rule: string,
  { requests, seed, most = Infinity }: Searched,
): Generator<Sequence, boolean> {
  const draw = drawing(seededRandom(seed));
  const classes = new Map<string, Map<string, Class>>();
  let begun = 0;

  function* from(state: S, steps: Sequence, left: number, controls: number): IterableIterator<Sequence> {
    begun += 1;
    if (begun > most) return;
    const abstract = abstraction((of: S, uses) => machine.abstract(of, uses), state);
    const tried = new Set<string>();
    const id = `s${steps.length + 1}`;
    for (const operation of machine.operations) {
      const isControl = operation.control === true;
      if (isControl && controls >= mostControls) continue;
      const isLast = left === 1 && !isControl;
      for (const attempt of operation.attempts(state)) {
        const { kind, uses, negative } = attempt;
        const here = innerMap(classes, abstract(uses));
        const name = `${operation.name} ${kind}`;
        const known = here.get(name);
        if (isLast && known?.judges === false) continue;
        const mayRepeat = !isLast && (negative === true || makesFurther(attempt, steps));
        if (known !== undefined && mayRepeat && tried.has(outcomeKey(operation.name, known, uses))) continue;
        const named: Step = { id, operation: operation.name, kind, uses };
        if (isLast ? !dependsOnAll(steps, named) : isIdle(operation, attempt, steps)) continue;
        const step = drawn(operation, state, { id, kind, uses }, draw);
        const simulated = simulateStep(machine, operation, state, step, { judged: true });
        if (simulated === undefined) continue;
        const found = { outcome: simulated.outcome, judges: simulated.proves.includes(rule) };
        if (known === undefined) here.set(name, found);
        if (isLast) {
          if (found.judges) yield [...steps, step];
          continue;
        }
        const key = outcomeKey(operation.name, found, uses);
        if (mayRepeat && tried.has(key)) continue;
        tried.add(key);
        const [fewer, more] = isControl ? [left, controls + 1] : [left - 1, controls];
        yield* from(simulated.state, [...steps, step], fewer, more);
      }
    }
  }

  yield* from(machine.initial, [], requests, 0);
  return begun <= most;
}

/** Identifies the outcome of a refusal, or of making a further entity: a second one with the same key is left out. */
const outcomeKey = (operation: string, { outcome }: Class, uses: Uses): string =>
  `${operation} ${outcome} ${Object.values(uses).join()}`;

/** Whether a step depends on all steps before it. */
const dependsOnAll = (steps: Sequence, last: Step): boolean =>
  slice([...steps, last], last).length === steps.length + 1;

/** Whether a step makes an entity independent of those made before. */
const makesFurther = ({ uses }: Attempt, steps: Sequence): boolean =>
  steps.length > 0 && Object.keys(uses).length === 0;

/** Whether no later step can depend on it: a refusal about no entity, or a read right after the same read. */
function isIdle<S, C, R, N>(
  { name, reads }: Operation<S, C, R, N>,
  { kind, uses, negative }: Attempt,
  steps: Sequence,
): boolean {
  if (negative === true && Object.keys(uses).length === 0) return true;
  const before = steps.at(-1);
  if (reads !== true || before?.operation !== name || before.kind !== kind) return false;
  return Object.entries(uses).every(([role, used]) => before.uses[role] === used);
}
