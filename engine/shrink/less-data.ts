import { canonical } from '../candidates.ts';
import type { Violation } from '../judge/execute.ts';
import { rulesOf } from '../judge/signature.ts';
import type { Machine, Reduction, Sequence } from '../model.ts';
import { operationOf, operationsOf } from '../operations.ts';
import { simulateStep } from '../walk/simulate-step.ts';

/**
 * The same steps with less data: all that can be left out at once, then by halves, each alone last. Only those in which every step still comes
 * out as it did by the model, and the last one still judges an accused rule: the others can't show the failure, and cost no request.
 */
export function* lessData<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
  accused: Violation,
): IterableIterator<Sequence> {
  const all = reductionsIn(machine, sequence);
  if (all.length === 0) return;
  const before = foreseen(machine, sequence, accused);
  for (let size = all.length; size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < all.length; from += size) {
      const candidate = reduced(sequence, all.slice(from, from + size));
      if (before === undefined || foreseen(machine, candidate, accused) === before) yield candidate;
    }
  }
}

/** A reduction of the step at a place of a sequence. */
interface Placed {
  readonly index: number;
  readonly reduce: Reduction;
}

/** Those that change something. */
function reductionsIn<S, C, R, N>(machine: Machine<S, C, R, N>, sequence: Sequence): readonly Placed[] {
  const operations = operationsOf(machine);
  return sequence.flatMap((step, index) =>
    (operations.get(step.operation)?.reductions?.(step) ?? [])
      .filter((reduce) => canonical([reduce(step)]) !== canonical([step]))
      .map((reduce) => ({ index, reduce })),
  );
}

function reduced(sequence: Sequence, chosen: readonly Placed[]): Sequence {
  return sequence.map((step, index) =>
    chosen.filter((one) => one.index === index).reduce((made, { reduce }) => reduce(made), step),
  );
}

/** The outcome of each step by the model, and whether the last one judges an accused rule; undefined when a step can't be made. */
function foreseen<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
  accused: Violation,
): string | undefined {
  const operations = operationsOf(machine);
  const rules = rulesOf(accused);
  const outcomes: string[] = [];
  let { initial: state } = machine;
  let judges = false;
  for (const step of sequence) {
    const simulated = simulateStep(machine, operationOf(machine, operations, step), state, step, {
      judged: true,
    });
    if (simulated === undefined) return undefined;
    ({ state } = simulated);
    outcomes.push(simulated.outcome);
    judges = accused.at === 'reply' && simulated.proves.some((rule) => rules.has(rule));
  }
  return JSON.stringify([outcomes, judges]);
}
