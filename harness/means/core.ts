import type { Means } from '../../spec/requirement.ts';
import type { Scope } from './scope.ts';

/** By interface, the ways to try its core, the most general last, whose offer names the others: without one of them little of it can be tested, and no verdict on it is honest. */
const waysTo: Readonly<Record<Scope, readonly Means[]>> = {
  legacy: ['persona.approve', 'legacy.payment'],
  resource: ['tokens', 'payments'],
  webhooks: ['webhooks'],
};

/** An interface that is claimed and whose core can't be tried. */
export interface CoreGap {
  readonly interface: Scope;
  /** The means of which one would be enough. */
  readonly ways: readonly Means[];
}

/** The claimed interfaces whose core can't be tried with these means. `certify` and `doctor` both decide by it. */
export function coreGaps(
  claimed: readonly Scope[],
  means: Pick<ReadonlySet<Means>, 'has'>,
): readonly CoreGap[] {
  return claimed
    .filter((name) => !waysTo[name].some((way) => means.has(way)))
    .map((name) => ({ interface: name, ways: waysTo[name] }));
}
