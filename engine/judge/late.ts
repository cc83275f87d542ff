import { merge, type Belief, type Hypothesis } from './belief.ts';

/** More ways in which requests without an answer may have been applied are not followed. */
const mostWays = 256;

/**
 * A belief with every way in which the requests that are pending may have been applied by now: none of them, one, or several in any order.
 * Undefined: there are too many ways.
 */
export function withLate<S, N>(belief: Belief<S, N>): Belief<S, N> | undefined {
  if (belief.every(({ pending }) => pending === undefined)) return belief;
  const ways: Hypothesis<S, N>[] = [...belief];
  // Those that are added are looked at too: other requests may follow.
  for (const hypothesis of ways) {
    for (const one of hypothesis.pending ?? []) ways.push(...one.applied(without(hypothesis, one.step)));
    if (ways.length > mostWays) return undefined;
  }
  return merge(ways);
}

function without<S, N>(hypothesis: Hypothesis<S, N>, step: string): Hypothesis<S, N> {
  const { pending = [], ...rest } = hypothesis;
  const left = pending.filter((one) => one.step !== step);
  return left.length === 0 ? rest : { ...rest, pending: left };
}
