import { Automaton, type Word } from '../../engine/identify/automaton.ts';
import type { Table } from '../../engine/identify/table.ts';

/**
 * A suite by the textbook HSI method, to compare with: after each transition all words of a harmonised state identifier, made of a shortest
 * separating word for each pair of states. Only sequences that no other begins with.
 */
export function hsiSuite(table: Table): readonly Word[] {
  const automaton = new Automaton(table);
  const cover = automaton.cover();
  const identifiers = new Map(
    [...cover.keys()].map((state) => [state, identifierOf(automaton, cover, state)]),
  );
  const words: Word[] = [];
  for (const [state, access] of cover) {
    for (const suffix of identifiers.get(state) ?? []) words.push([...access, ...suffix]);
    for (let input = 0; input < automaton.inputs; input += 1)
      for (const suffix of identifiers.get(automaton.next(state, input)) ?? [])
        words.push([...access, input, ...suffix]);
  }
  return maximal(words);
}

/** For each pair the one word that both its states use: that of the smaller index to the larger. */
function identifierOf(
  automaton: Automaton,
  cover: ReadonlyMap<number, Word>,
  state: number,
): readonly Word[] {
  const words = [...cover.keys()].map((other) =>
    automaton.separatingWord(Math.min(state, other), Math.max(state, other)),
  );
  // The empty word: a state that nothing can be told apart from is reached all the same.
  return words.some((word) => word.length > 0) ? words.filter((word) => word.length > 0) : [[]];
}

function maximal(words: readonly Word[]): readonly Word[] {
  const byText = new Map(words.map((word) => [word.join(), word]));
  for (const word of words)
    for (let length = 1; length < word.length; length += 1) byText.delete(word.slice(0, length).join());
  return [...byText.values()].filter((word) => word.length > 0);
}
