import { slice } from '../../engine/candidates.ts';
import { drawing, drawn, foresee } from '../../engine/walk/simulate-step.ts';
import type { Attempt, Machine, Operation, Sequence, Step, Uses } from '../../engine/model.ts';
import { abstraction } from '../../engine/walk/weighted-choice.ts';
import { seededRandom } from '../../engine/seeded-random.ts';
import { innerMap } from '../../engine/get-or-create.ts';

/** Steps of control in one sequence at most: they cost no request, and so would have no end. */
const mostControls = 2;

/** What the first step of a class has shown: an operation and a kind in an abstract state. */
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
 * Of a machine whose steps name what they use every sequence of so many requests, by operations and kinds, whose last step judges a rule and
 * has to do with all before it. Of the refusals before it that foresee one outcome there is only the first kind, since none is to change
 * anything, and of what is made beside the first thing made as well. Literals are drawn, others in each sequence. Deterministic under the
 * seed; costs no request. Gives back whether those are all, or there were too many beginnings.
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
    const told = new Set<string>();
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
        const tells = !isLast && (negative === true || isBeside(attempt, steps));
        if (known !== undefined && tells && told.has(tellingOf(operation.name, known, uses))) continue;
        const named: Step = { id, operation: operation.name, kind, uses };
        if (isLast ? !isAboutAll(steps, named) : isIdle(operation, attempt, steps)) continue;
        const step = drawn(operation, state, { id, kind, uses }, draw);
        const foreseen = foresee(machine, operation, state, step, { judged: true });
        if (foreseen === undefined) continue;
        const found = { outcome: foreseen.outcome, judges: foreseen.proves.includes(rule) };
        if (known === undefined) here.set(name, found);
        if (isLast) {
          if (found.judges) yield [...steps, step];
          continue;
        }
        const telling = tellingOf(operation.name, found, uses);
        if (tells && told.has(telling)) continue;
        told.add(telling);
        const [fewer, more] = isControl ? [left, controls + 1] : [left - 1, controls];
        yield* from(foreseen.state, [...steps, step], fewer, more);
      }
    }
  }

  yield* from(machine.initial, [], requests, 0);
  return begun <= most;
}

/** What a refusal tells, or what is made beside others: a second that tells it is left out. */
const tellingOf = (operation: string, { outcome }: Class, uses: Uses): string =>
  `${operation} ${outcome} ${Object.values(uses).join()}`;

/** Whether a step has to do with all before it. */
const isAboutAll = (steps: Sequence, last: Step): boolean =>
  slice([...steps, last], last).length === steps.length + 1;

/** Makes something that has nothing to do with what was made before. */
const isBeside = ({ uses }: Attempt, steps: Sequence): boolean =>
  steps.length > 0 && Object.keys(uses).length === 0;

/** Whether nothing later can have to do with it: a refusal about nothing that was made, or a read right after the same one. */
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
