import type { Check, Outcome } from '../model.ts';
import { likeliestFirst, merge, type Hypothesis } from './belief.ts';
import { checksOf, isWithin } from './miss.ts';

/** With more hypotheses a sequence ends inconclusive: a judge with so many readings convinces nobody. */
export const mostHypotheses = 64;

/** What follows from a hypothesis by one of the outcomes that it permits. */
export interface Successor<S, R, N> {
  readonly hypothesis: Hypothesis<S, N>;
  readonly outcome: Outcome<S, R, N>;
  /** The outcome's, where they were made before. */
  readonly checks?: readonly Check<R>[];
}

/** The belief that these leave, the likeliest first; undefined when they are too many. */
export function readings<S, R, N>(successors: readonly Successor<S, R, N>[]) {
  const next = likeliestFirst(merge(successors.map(({ hypothesis }) => hypothesis)));
  return next.belief.length > mostHypotheses ? undefined : next;
}

/** The rules that hold whichever of these is right. A field that is not judged any more proves nothing. */
export function provenBy<S, R, N>(
  successors: readonly Successor<S, R, N>[],
  reply: R,
  wrongFields: ReadonlySet<string> = new Set(),
): readonly string[] {
  const [first, ...others] = successors;
  if (first === undefined) return [];
  const judged = ({ outcome, checks = checksOf(outcome) }: Successor<S, R, N>) =>
    wrongFields.size === 0
      ? checks
      : checks.filter(
          ({ about, mayBeAbout = about }) => mayBeAbout === undefined || !isWithin(mayBeAbout, wrongFields),
        );
  const cited = cites(judged(first), reply);
  if (others.length === 0) return cited;
  const rest = others.map((other) => new Set(cites(judged(other), reply)));
  return cited.filter((rule) => rest.every((set) => set.has(rule)));
}

/** The requirements that a list of checks proves by holding; without a reply, by all that could hold. */
export function cites<R>(checks: readonly Check<R>[], reply?: R): readonly string[] {
  const rules: string[] = [];
  for (const check of checks)
    if (check.earns !== false && (reply === undefined || check.proves?.(reply) !== false))
      rules.push(...check.cites);
  return rules;
}
