import type { Word } from './automaton.ts';
import type { Suite } from './suite.ts';
import type { Table } from './table.ts';

/** What a suite lacks for its guarantee. Words are inputs from a reset. */
export type Gap =
  /** No sequence goes on after the word with an input that its state offers, or reaches the word at all. */
  | { readonly untried: Word }
  /** No continuation that is tried after both words shows that they lead to different states. */
  | { readonly confused: readonly [Word, Word] };

interface Node {
  readonly word: Word;
  readonly state: number;
  readonly after: Map<number, Node>;
}

/**
 * What a suite lacks to be k-A-complete for a table; nothing when it is. It looks at the sequences alone, and shares no code with what makes
 * them. With F0 the words that end one input behind the state cover A, F1 those one input further, and so on to Fk:
 *
 * - after each word of A and of F0 to Fk-1 each input is tried;
 * - words of A are apart from each other, and those of F0 to Fk from those of A;
 * - words of Fk are apart from those of F0 to Fk-1.
 *
 * Words need to be apart only where their states are not equivalent. Why this suffices: relate each state of an implementation that passes
 * to the table's states to which the same words of A, F0 to Fk-1 lead. A word of Fk leads the implementation to a state that one of these words
 * reaches too. The two are not apart, since it passes, so the table's states are equivalent: the relation is a bisimulation. See Vaandrager
 * and Melse, CONCUR 2025, section 4.
 */
export function gapsIn(table: Table, { cover, sequences }: Suite, k = 0): readonly Gap[] {
  const root: Node = { word: [], state: 0, after: new Map() };
  for (const sequence of sequences) walk(table, root, sequence);
  const differ = distinguishable(table);
  const gaps: Gap[] = [];
  const basis: Node[] = [];
  for (const word of cover) {
    const node = find(root, word);
    if (node === undefined) gaps.push({ untried: word });
    else basis.push(node);
  }
  const known = new Set(basis);
  const inner: Node[] = [];
  let level: readonly Node[] = basis;
  for (let behind = 0; behind <= k; behind += 1) {
    if (behind > 0) inner.push(...level);
    const next: Node[] = [];
    for (const node of level)
      for (const [input, offered] of (table.transitions[node.state] ?? []).entries()) {
        const child = node.after.get(input);
        if (offered !== null && child === undefined) gaps.push({ untried: [...node.word, input] });
        if (child !== undefined && !known.has(child)) next.push(child);
      }
    level = next;
  }
  const compare = (ones: readonly Node[], others: readonly Node[]) => {
    for (const one of ones)
      for (const other of others)
        if (differ(one.state, other.state) && !isApart(table, one, other))
          gaps.push({ confused: [one.word, other.word] });
  };
  for (const [at, node] of basis.entries()) compare([node], basis.slice(at + 1));
  compare(inner, basis);
  compare(level, [...basis, ...inner]);
  return gaps;
}

function walk(table: Table, from: Node, sequence: Word): void {
  let node = from;
  for (const input of sequence) {
    const transition = table.transitions[node.state]?.[input];
    if (!transition) return;
    let next = node.after.get(input);
    if (next === undefined) {
      next = { word: [...node.word, input], state: transition[1], after: new Map() };
      node.after.set(input, next);
    }
    node = next;
  }
}

function find(from: Node, word: Word): Node | undefined {
  let node: Node | undefined = from;
  for (const input of word) node = node?.after.get(input);
  return node;
}

function isApart(table: Table, one: Node, other: Node): boolean {
  for (const [input, a] of one.after) {
    const b = other.after.get(input);
    if (b === undefined) continue;
    const outputs = [one, other].map(({ state }) => table.transitions[state]?.[input]?.[0]);
    if (outputs[0] !== outputs[1] || isApart(table, a, b)) return true;
  }
  return false;
}

/** Whether some word that both states offer ends with different outputs: spreads backwards from the pairs that one input tells apart. */
function distinguishable({ transitions }: Table): (one: number, other: number) => boolean {
  const pair = (one: number, other: number) => one * transitions.length + other;
  const found = new Set<number>();
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const [one, row] of transitions.entries())
      for (const [other, otherRow] of transitions.entries())
        for (const [input, a] of row.entries()) {
          const b = otherRow[input];
          if (a && b && (a[0] !== b[0] || found.has(pair(a[1], b[1])))) found.add(pair(one, other));
        }
  }
  return (one, other) => found.has(pair(one, other));
}
