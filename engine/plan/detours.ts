import * as fc from 'fast-check';
import { sequences } from '../walk/sequences.ts';
import type { Sequence } from '../model.ts';
import { ruleGoal } from '../goals.ts';
import type { StateGraph, Way } from './state-graph.ts';
import { proofsIn, shortened } from './shorten.ts';

/** The most walks of one search; each takes about ten milliseconds. */
const mostWalks = 40;
const walksAtOnce = 8;
/** The search ends after this many walks in a row without a way to any of the rules. */
const mostBarren = 16;

/**
 * Finds ways to rules that the search of the graph has missed. Such a rule depends on more of the past than the classes of attempts show,
 * for example on a second call of one kind. Simulates random walks, and shortens those that prove such a rule.
 */
export function addDetours<S, C, R, N>(
  graph: StateGraph<S, C, R, N>,
  missing: readonly string[],
  seed: number,
): void {
  const left = new Set(missing);
  const arbitrary = sequences(graph.simulation.machine);
  let barren = 0;
  for (let walks = 0; walks < mostWalks && left.size > 0 && barren < mostBarren; walks += walksAtOnce) {
    const before = left.size;
    for (const sequence of fc.sample(arbitrary, { seed: seed + walks, numRuns: walksAtOnce })) {
      for (const [rule, upTo] of proofsIn(graph.simulation, sequence, left)) {
        left.delete(rule);
        graph.ways.set(ruleGoal(rule), wayOf(graph, shortened(graph.simulation, upTo, rule)));
      }
    }
    barren = left.size < before ? 0 : barren + walksAtOnce;
  }
}

/** These steps as a way, with their requests counted. */
export function wayOf<S, C, R, N>(graph: StateGraph<S, C, R, N>, steps: Sequence): Way {
  const requests = steps.filter(
    ({ operation }) => graph.simulation.operations.get(operation)?.control !== true,
  ).length;
  return { steps, requests };
}
