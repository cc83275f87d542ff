import * as fc from 'fast-check';
import { sequences } from '../walk/sequences.ts';
import type { Sequence } from '../model.ts';
import { ruleGoal } from '../goals.ts';
import type { StateGraph, Way } from './state-graph.ts';
import { proofsIn, shortened } from './shorten.ts';

/** Walks at most in one search; each costs some ten milliseconds of thinking. */
const mostWalks = 40;
const walksAtOnce = 8;
/** Walks in a row that find no way to any of the rules, after which they are given up. */
const mostBarren = 16;

/**
 * Looks for ways to rules that the search has not shown: those that depend on more of the past than the classes of attempts tell, such as
 * a refund beside another. Walks the machine at random, offline, and makes short what proves such a rule.
 */
export function addDetours<S, C, R, N>(
  map: StateGraph<S, C, R, N>,
  missing: readonly string[],
  seed: number,
): void {
  const left = new Set(missing);
  const arbitrary = sequences(map.simulation.machine);
  let barren = 0;
  for (let walks = 0; walks < mostWalks && left.size > 0 && barren < mostBarren; walks += walksAtOnce) {
    const before = left.size;
    for (const sequence of fc.sample(arbitrary, { seed: seed + walks, numRuns: walksAtOnce })) {
      for (const [rule, upTo] of proofsIn(map.simulation, sequence, left)) {
        left.delete(rule);
        map.ways.set(ruleGoal(rule), wayOf(map, shortened(map.simulation, upTo, rule)));
      }
    }
    barren = left.size < before ? 0 : barren + walksAtOnce;
  }
}

/** A way of given steps. */
export function wayOf<S, C, R, N>(map: StateGraph<S, C, R, N>, steps: Sequence): Way {
  const requests = steps.filter(
    ({ operation }) => map.simulation.operations.get(operation)?.control !== true,
  ).length;
  return { steps, requests };
}
