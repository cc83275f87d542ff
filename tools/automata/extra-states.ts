import * as fc from 'fast-check';
import { Automaton, type Word } from '../../engine/identify/automaton.ts';
import { isEquivalent } from './faulty.ts';
import type { Table, TableTransition } from '../../engine/identify/table.ts';

type Rows = TableTransition[][];

/**
 * Wrong implementations with extra states: each is a copy of a state with one transition changed, and some transition leads to it. All their
 * states are reached by a word of the cover and at most k inputs more, and none is equivalent to the table.
 */
export function extraStateMutants(
  table: Table,
  cover: readonly Word[],
  { extra, mutants, k, seed }: { extra: number; mutants: number; k: number; seed: number },
): readonly Automaton[] {
  const automaton = new Automaton(table);
  const found: Automaton[] = [];
  const index = (below: number) => fc.nat({ max: below - 1 });
  const change = fc.record({
    like: index(table.states),
    from: index(table.states + extra),
    by: index(table.inputs.length),
    input: index(table.inputs.length),
    output: fc.option(index(table.outputs.length)),
    next: index(table.states + extra),
  });
  const changes = fc.array(change, { minLength: extra, maxLength: extra });
  for (let round = 0; found.length < mutants; round += 1) {
    if (round === mostRounds) throw new Error(`${table.name}: only ${found.length} mutants were found`);
    for (const drawn of fc.sample(changes, { seed: seed + round, numRuns: mutants })) {
      const rows: Rows = table.transitions.map((row) => row.map((one) => one ?? [0, 0]));
      for (const { like } of drawn) rows.push([...(rows[like] ?? [])]);
      for (const [at, { from, by, input, output, next }] of drawn.entries()) {
        redirect(rows, from, by, (before) => [before[0], table.states + at]);
        redirect(rows, table.states + at, input, (before) =>
          output === null ? [before[0], next] : [output, before[1]],
        );
      }
      const mutant = new Automaton({ states: rows.length, inputs: table.inputs, transitions: rows });
      if (found.length < mutants && isReached(mutant, cover, k) && !isEquivalent(automaton, mutant))
        found.push(mutant);
    }
  }
  return found;
}

/** Random changes that reach no extra state are left out: so many rounds make up for them. */
const mostRounds = 200;

function redirect(
  rows: Rows,
  state: number,
  input: number,
  to: (before: TableTransition) => TableTransition,
): void {
  const row = rows[state];
  const before = row?.[input];
  if (row && before) row[input] = to(before);
}

function isReached(mutant: Automaton, cover: readonly Word[], k: number): boolean {
  const reached = new Set(cover.map((word) => word.reduce((state, input) => mutant.next(state, input), 0)));
  for (let left = k; left > 0; left -= 1) {
    const before = [...reached];
    for (const state of before)
      for (let input = 0; input < mutant.inputs; input += 1) reached.add(mutant.next(state, input));
  }
  return reached.size === mutant.states;
}
