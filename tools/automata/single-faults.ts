import { Automaton, type Word } from '../../engine/identify/automaton.ts';
import { getOrCreate } from '../../engine/collections.ts';
import { isEquivalent, redirected, type TransferFault } from './faulty.ts';
import type { Table } from '../../engine/identify/table.ts';

/** How many faults a suite kills. */
export interface Killed {
  readonly killed: number;
  readonly all: number;
}

/** Where a sequence takes a transition for the first time. */
interface Use {
  readonly sequence: Word;
  readonly at: number;
}

/**
 * How many of all single faults a suite kills, by exact simulation: for each transition of a state that can be reached, each other output,
 * and each other next state that is not equivalent to the right one. A fault that makes an equivalent machine all the same is none.
 */
export function singleFaults(
  table: Table,
  sequences: readonly Word[],
): { readonly output: Killed; readonly transfer: Killed } {
  const automaton = new Automaton(table);
  const uses = usesIn(automaton, sequences);
  const output = { killed: 0, all: 0 };
  const transfer = { killed: 0, all: 0 };
  for (const state of automaton.cover().keys())
    for (let input = 0; input < automaton.inputs; input += 1) {
      const taken = uses.get(state * automaton.inputs + input) ?? [];
      const others = table.outputs.length - 1;
      output.all += others;
      // Until a sequence takes the transition for the first time, it meets the right machine; then it sees the wrong output.
      if (taken.length > 0) output.killed += others;
      const right = automaton.next(state, input);
      for (let wrong = 0; wrong < automaton.states; wrong += 1) {
        if (automaton.distance(right, wrong) === 0) continue;
        const fault = { state, input, wrong };
        const killed = taken.some((use) => isSeen(automaton, use, fault));
        if (!killed && isEquivalent(automaton, redirected(automaton, fault))) continue;
        transfer.all += 1;
        if (killed) transfer.killed += 1;
      }
    }
  return { output, transfer };
}

function usesIn(automaton: Automaton, sequences: readonly Word[]): ReadonlyMap<number, readonly Use[]> {
  const uses = new Map<number, Use[]>();
  for (const sequence of sequences) {
    const seen = new Set<number>();
    let state = 0;
    for (const [at, input] of sequence.entries()) {
      const transition = state * automaton.inputs + input;
      if (!seen.has(transition)) getOrCreate(uses, transition, () => []).push({ sequence, at });
      seen.add(transition);
      state = automaton.next(state, input);
    }
  }
  return uses;
}

function isSeen(
  automaton: Automaton,
  { sequence, at }: Use,
  { state, input, wrong }: TransferFault,
): boolean {
  let right = automaton.next(state, input);
  let faulty = wrong;
  for (const next of sequence.slice(at + 1)) {
    if (automaton.output(right, next) !== automaton.output(faulty, next)) return true;
    right = automaton.next(right, next);
    faulty = faulty === state && next === input ? wrong : automaton.next(faulty, next);
  }
  return false;
}
