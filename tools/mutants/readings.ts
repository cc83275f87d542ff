import { classOf, type Kept } from './kept.ts';
import type { Tried } from './try-mutants.ts';

/** So many of a sample count as found or as no fault, by one way to count. */
export interface Reading {
  readonly name: 'strict' | 'as StrykerJS' | 'detected' | 'widest';
  /** What counts, and what of. */
  readonly says: string;
  readonly good: number;
  readonly of: number;
}

/** The reading that the goal is measured by, and the share of it, in percent. */
export const goal = { reading: 'detected', percent: 95 } as const satisfies {
  readonly reading: Reading['name'];
  readonly percent: number;
};

/**
 * Every way to count, the strictest first. StrykerJS leaves a mutant that can't be loaded out of its score, and takes a timeout for a kill. It
 * has no word for a run that accuses nobody and yet does not pass.
 */
export function readingsOf(tried: readonly Tried[], kept: Kept): readonly Reading[] {
  const started = tried.filter(({ outcome }) => outcome.is !== 'broken');
  const strict = (one: Tried) => one.outcome.is === 'killed' || isExplained(one, kept);
  const asStryker = (one: Tried) => strict(one) || one.outcome.is === 'timeout';
  const detected = (one: Tried) => asStryker(one) || one.outcome.is === 'unjudged';
  const widest = (one: Tried) => strict(one) || classOf(one.mutant, kept)?.is === 'permitted';
  return [
    {
      name: 'strict',
      says: 'killed, equivalent or permitted by a named latitude, of all',
      good: tried.filter(strict).length,
      of: tried.length,
    },
    {
      name: 'as StrykerJS',
      says: 'the same with timeouts, without those that do not start',
      good: started.filter(asStryker).length,
      of: started.length,
    },
    {
      name: 'detected',
      says: 'the same with runs that accused nobody and did not end conformant',
      good: started.filter(detected).length,
      of: started.length,
    },
    {
      name: 'widest',
      says: 'killed, equivalent or permitted, whether a latitude names it or not, of all',
      good: tried.filter(widest).length,
      of: tried.length,
    },
  ];
}

/** The share of a reading in percent. */
export function shareOf({ good, of }: Pick<Reading, 'good' | 'of'>): number {
  return of === 0 ? 0 : (100 * good) / of;
}

/** Whether a reading reaches the goal. */
export function reaches(reading: Reading): boolean {
  return shareOf(reading) >= goal.percent;
}

/** Whether something shows that a mutant is no fault: no request can tell it, or a latitude of the register allows it. */
function isExplained({ mutant }: Tried, kept: Kept): boolean {
  const known = classOf(mutant, kept);
  return known?.is === 'equivalent' || (known?.is === 'permitted' && known.latitude !== undefined);
}
