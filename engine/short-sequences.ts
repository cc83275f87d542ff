import { slice } from './candidates.ts';
import { drawing, drawn, foresee } from './foresee.ts';
import type { Attempt, Machine, Operation, Sequence, Step } from './model.ts';
import { abstraction } from './pick.ts';
import { seededRandom } from './seeded-random.ts';

/** Steps of control in one sequence at most: they cost no request, and so would have no end. */
const mostControls = 2;

/** What the first step of a class has shown: an operation and a kind in an abstract state. */
interface Class {
  readonly outcome: string;
  readonly judges: boolean;
}

/**
 * Of a machine whose steps name what they use every sequence of so many requests, by operations and kinds, whose last step judges a rule and
 * has to do with all before it. Of the refusals before it that foresee one outcome there is only the first kind, since none is to change
 * anything, and of what is made beside the first thing made as well. Literals are drawn, others in each sequence. Deterministic under the
 * seed; costs no request.
 */
export function* sequencesTo<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  rule: string,
  { requests, seed }: { readonly requests: number; readonly seed: number },
): IterableIterator<Sequence> {
  const draw = drawing(seededRandom(seed));
  const classes = new Map<string, Class>();

  function* from(state: S, steps: Sequence, left: number, controls: number): IterableIterator<Sequence> {
    const abstract = abstraction((of: S, uses) => machine.abstract(of, uses), state);
    const told = new Set<string>();
    for (const operation of machine.operations) {
      const isControl = operation.control === true;
      if (isControl && controls >= mostControls) continue;
      const isLast = left === 1 && !isControl;
      for (const attempt of operation.attempts(state)) {
        const { kind, uses, negative } = attempt;
        const id = `s${steps.length + 1}`;
        const named: Step = { id, operation: operation.name, kind, uses };
        const name = `${abstract(uses)} | ${operation.name} | ${kind}`;
        const known = classes.get(name);
        const isTold = ({ outcome }: Class) =>
          (negative === true || isBeside(attempt, steps)) &&
          told.has(`${operation.name} ${outcome} ${Object.values(uses).join()}`);
        if (known !== undefined && (isLast ? !known.judges : isTold(known))) continue;
        if (isLast ? !isAboutAll(steps, named) : isIdle(operation, attempt, steps)) continue;
        const step = drawn(operation, state, { id, kind, uses }, draw);
        const foreseen = foresee(machine, operation, state, step, { judged: true });
        if (foreseen === undefined) continue;
        const found = { outcome: foreseen.outcome, judges: foreseen.proves.includes(rule) };
        if (known === undefined) classes.set(name, found);
        if (isLast) {
          if (found.judges) yield [...steps, step];
        } else if (!isTold(found)) {
          told.add(`${operation.name} ${found.outcome} ${Object.values(uses).join()}`);
          yield* from(
            foreseen.state,
            [...steps, step],
            left - Number(!isControl),
            controls + Number(isControl),
          );
        }
      }
    }
  }

  yield* from(machine.initial, [], requests, 0);
}

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
