import type { Check, Outcome } from '../engine/model.ts';
import type { Reply } from './wire.ts';

export type Checks = readonly Check<Reply>[];

type Some<S, N> = Outcome<S, Reply, N>;

/**
 * The outcome with some of its parts replaced. Names every part, so that what comes of it has one shape: a prediction makes dozens of these,
 * and spreading objects of many shapes takes several times as long.
 */
export function withParts<S, N>(outcome: Some<S, N>, parts: Partial<Some<S, N>>): Some<S, N> {
  const made: { -readonly [P in keyof Some<S, N>]: Some<S, N>[P] | undefined } = {
    name: parts.name ?? outcome.name,
    refused: outcome.refused,
    checks: parts.checks ?? outcome.checks,
    couldMatch: parts.couldMatch ?? outcome.couldMatch,
    next: parts.next ?? outcome.next,
    assumes: parts.assumes ?? outcome.assumes,
    expects: parts.expects ?? outcome.expects,
  };
  return made as Some<S, N>;
}

/** The outcome with its checks changed, once they are needed. The change may not make a reply fit that did not fit before. */
export function mapChecks<S, N>(outcome: Some<S, N>, change: (checks: Checks) => Checks): Some<S, N> {
  return withParts(outcome, { checks: () => change(checksOf(outcome)) });
}

/**
 * The outcome with further checks, made once they are needed. They distinguish it from others that share the rest, so they are looked at
 * first: most replies break them, and then the rest need not be made.
 */
export function withChecks<S, N>(outcome: Some<S, N>, further: () => Checks): Some<S, N> {
  let made: Checks | undefined;
  const own = (): Checks => (made ??= further());
  return withParts(outcome, {
    checks: () => [...checksOf(outcome), ...own()],
    couldMatch: (reply) =>
      outcome.couldMatch?.(reply) !== false && own().every((one) => one.test(reply).length === 0),
  });
}

export function checksOf<S, N>({ checks }: Some<S, N>): Checks {
  return typeof checks === 'function' ? checks() : checks;
}

/** The weight of a check that is more than all others of a reply together: no violation is measured by what has it. */
export const outweighing = 1000;
