import { checksOf } from '../../../engine/judge/miss.ts';
import type { Outcome } from '../../../engine/model.ts';
import type { Reply } from '../../../models/wire.ts';

/** The choices of open points that an answer settles: those that every outcome which it fits has in common. Throws where it fits none. */
export function agreedBy<S, N>(outcomes: readonly Outcome<S, Reply, N>[], answer: Reply) {
  const fitting = outcomes.filter((outcome) =>
    checksOf(outcome).every((check) => check.test(answer).length === 0),
  );
  const [first, ...others] = fitting.map(({ assumes = {} }) => assumes);
  if (first === undefined) {
    const broken = outcomes.map((outcome) => ({
      name: outcome.name,
      by: checksOf(outcome).flatMap((check) => check.test(answer)),
    }));
    throw new Error(`the answer fits no outcome: ${JSON.stringify(broken)}`);
  }
  return Object.fromEntries(
    Object.entries(first).filter(([latitude, choice]) => others.every((one) => one[latitude] === choice)),
  );
}
