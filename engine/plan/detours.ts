import * as fc from 'fast-check';
import { sequences } from '../walk/sequences.ts';
import type { Sequence } from '../model.ts';
import { ruleGoal } from '../goals.ts';
import type { StateGraph, Way } from './state-graph.ts';
import { proofsIn, shortened } from './shorten.ts';

/** Walks at most in one search; each takes about ten milliseconds. */
const mostWalks = 40;
const walksAtOnce = 8;
/** So many walks in a row without a way to any of the rules end the search. */
const mostBarren = 16;

/**
 * Looks for ways to rules that the search has missed, since they depend on more of the past than the classes of attempts, such as a second
 * call of one kind. Simulates random walks, and shortens those that prove such a rule.
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

/** The way that consists of these steps. */
export function wayOf<S, C, R, N>(map: StateGraph<S, C, R, N>, steps: Sequence): Way {
  const requests = steps.filter(
    ({ operation }) => map.simulation.operations.get(operation)?.control !== true,
  ).length;
  return { steps, requests };
}
