import { getOrCreate } from '../collections.ts';
import { Automaton, type Word } from './automaton.ts';
import { Identification } from './identification.ts';
import { shorten } from './shorten.ts';
import { seededRandom } from '../seeded-random.ts';
import type { Node } from './observation-tree.ts';
import type { Table } from './table.ts';

export interface SuiteOptions {
  /** How many inputs behind the state cover the states of an implementation may be. Default 0. */
  readonly k?: number;
  /** Sequences that are sent anyway: what they show is used first. Each state on the way must offer its input. Default: none. */
  readonly given?: readonly Word[];
  /** Of the search for a short suite. Default 1. */
  readonly seed?: number;
}

/** A test suite for a table. Inputs are indices; each sequence starts from a reset. */
export interface Suite {
  /** A shortest word to each state that can be reached. */
  readonly cover: readonly Word[];
  readonly sequences: readonly Word[];
}

/**
 * A test suite that is k-A-complete for a table, A being the state cover: it finds each wrong implementation whose states are all reached by
 * a word of A and at most k inputs more, and each that has at most as many states as the table has different ones. `gapsIn` checks it. Rests on Vaandrager
 * and Melse, New Fault Domains for Conformance Testing of Finite State Machines, CONCUR 2025.
 */
export function completeSuite(table: Table, { k = 0, given = [], seed = 1 }: SuiteOptions = {}): Suite {
  const automaton = new Automaton(table);
  const cover = [...automaton.cover().values()];
  const identification = new Identification(automaton, cover, k, given);
  build(identification, k);
  // What is given can't be taken out, and for k = 1 there is too much to renew.
  if (k === 0 && given.length === 0) {
    const random = seededRandom(seed);
    shorten(identification, () => random.nextDouble());
  }
  return { cover, sequences: identification.tree.words() };
}

const preference = { open: 0.1, left: 0.5, width: 24 };

/** Tells each node of the frontier apart, those of one state together, since they can share what their rivals have to trace. */
function build(identification: Identification, k: number): void {
  const { tree, frontier, inner, basis } = identification;
  const groups = new Map<number, Node[]>();
  for (const node of frontier) getOrCreate(groups, tree.state(node), () => []).push(node);
  for (const group of [...groups.values()].sort((a, b) => b.length - a.length)) {
    let known: readonly Word[] | undefined;
    let all: readonly Word[] | undefined;
    const leavesFirst = [...group].sort((a, b) => Number(tree.isLeaf(b)) - Number(tree.isLeaf(a)));
    for (const [at, node] of leavesFirst.entries()) {
      if (k > 0 && all !== undefined && tree.isLeaf(node)) {
        for (const word of all) tree.add(node, word);
        continue;
      }
      const trace = Math.min(1, 1 / (2 * (group.length - at)));
      const words = [basis, inner].flatMap((among) =>
        identification.separate(node, among, { ...preference, trace }, known),
      );
      known ??= words;
      // What is below a first leaf tells each other leaf apart as well, so no pair needs a look. All of it: what rivals trace can pass through the leaf.
      all ??= tree.words(node);
    }
  }
  for (const node of inner) identification.separate(node, basis, { ...preference, trace: 1 });
  tree.keep();
}
