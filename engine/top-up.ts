import * as fc from 'fast-check';
import { sequences } from './arbitrary.ts';
import { operationsOf } from './operations.ts';
import type { Machine, Sequence } from './model.ts';
import type { Visits } from './pick.ts';
import type { WalkOptions } from './walk.ts';

/**
 * The rules that each step of a sequence could prove if every reply were the ordinary one. Costs no request. A rule that needs a state
 * to have been seen counts as well: offline nothing is seen, and the reads on the way may show it.
 */
export function foresee<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
): readonly (readonly string[])[] {
  const operations = operationsOf(machine);
  let state = machine.initial;
  return sequence.map((step) => {
    const operation = operations.get(step.operation);
    const call = operation?.resolve(state, step);
    if (operation === undefined || call === undefined) return [];
    const [ordinary] = operation.predict(state, call, step);
    if (ordinary === undefined) return [];
    state = ordinary.next();
    return ordinary.checks.flatMap((check) => check.cites);
  });
}

/** Walks at most in one search: about two seconds of thinking, which is cheaper than asking at random. */
const mostWalks = 600;
const walksAtOnce = 25;

/** Each rule is looked for more than once, since a reply may not be the ordinary one, or a state not be seen in time. */
const timesEach = 3;

/**
 * Searches offline for sequences that would prove the rules that are still missing, each cut after the last step that does.
 * Deterministic under the seed; gives what it found when a rule can't be reached.
 */
export function sequencesFor<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  missing: readonly string[],
  options: {
    readonly seed: number;
    readonly walk?: Partial<WalkOptions> | undefined;
    readonly visits: Visits;
  },
): readonly Sequence[] {
  const wanted = new Map(missing.map((rule) => [rule, timesEach]));
  const found: Sequence[] = [];
  const arbitrary = sequences(machine, options.walk, options.visits);
  for (let walks = 0; walks < mostWalks && wanted.size > 0; walks += walksAtOnce) {
    for (const sequence of fc.sample(arbitrary, { seed: options.seed + walks, numRuns: walksAtOnce })) {
      const useful = lastUseful(foresee(machine, sequence), wanted);
      if (useful >= 0) found.push(sequence.slice(0, useful + 1));
    }
  }
  return found;
}

/** The last step that proves something wanted, which is wanted less from then on; -1 when none does. */
function lastUseful(foreseen: readonly (readonly string[])[], wanted: Map<string, number>): number {
  let last = -1;
  const here = new Set<string>();
  for (const [index, rules] of foreseen.entries()) {
    for (const rule of rules) {
      if (!wanted.has(rule) || here.has(rule)) continue;
      here.add(rule);
      last = index;
    }
  }
  for (const rule of here) {
    const times = (wanted.get(rule) ?? 1) - 1;
    if (times === 0) wanted.delete(rule);
    else wanted.set(rule, times);
  }
  return last;
}
