import type { Automaton, Word } from './automaton.ts';
import { noNode, ObservationTree, type Node } from './observation-tree.ts';
import { SeparatingSearch, type Preference } from './separating-search.ts';

/**
 * A suite under construction: the observation tree with the nodes that must be told apart. The basis are the nodes of the state cover, the
 * frontier those that end `k + 1` inputs behind it.
 */
export class Identification {
  readonly automaton: Automaton;
  readonly tree: ObservationTree;
  readonly search: SeparatingSearch;
  readonly basis: readonly Node[];
  /** What the frontier is told apart from: the basis, and for k = 1 and more the levels before the frontier. */
  readonly inner: readonly Node[];
  readonly frontier: readonly Node[];

  /** Begins with the given sequences and each input of each inner node. */
  constructor(automaton: Automaton, cover: readonly Word[], k: number, given: readonly Word[] = []) {
    this.automaton = automaton;
    this.tree = new ObservationTree(automaton);
    this.search = new SeparatingSearch(automaton, this.tree);
    for (const word of given) this.tree.add(this.tree.root, word);
    this.basis = cover.map((word) => this.tree.add(this.tree.root, word));
    const inner = [...this.basis];
    let level = this.#after(this.basis, new Set(inner));
    for (let left = k; left > 0; left -= 1) {
      inner.push(...level);
      level = this.#after(level, new Set());
    }
    this.inner = inner;
    this.frontier = level;
    for (const node of level) this.tree.own(node);
    this.tree.keep();
  }

  #after(nodes: readonly Node[], not: ReadonlySet<Node>): readonly Node[] {
    const found: Node[] = [];
    for (const node of nodes)
      for (let input = 0; input < this.automaton.inputs; input += 1) {
        if (this.automaton.output(this.tree.state(node), input) < 0) continue;
        const child = this.tree.add(node, [input]);
        if (!not.has(child)) found.push(child);
      }
    return found;
  }

  /** Those of some nodes that this one has still to be told apart from. */
  rivals(node: Node, among: readonly Node[]): readonly Node[] {
    const state = this.tree.state(node);
    return among.filter(
      (other) =>
        this.automaton.distance(state, this.tree.state(other)) > 0 &&
        this.tree.witness(node, other) === noNode,
    );
  }

  /**
   * Adds words until a node is apart from each of some nodes, as far as their states can be told apart: first of those that are known to do so
   * for another node of this state, then others. Gives all that were added.
   */
  separate(
    node: Node,
    among: readonly Node[],
    preference: Preference,
    known: readonly Word[] = [],
  ): readonly Word[] {
    const words: Word[] = [];
    const candidates = [...known];
    for (let left = this.rivals(node, among); left.length > 0; left = this.rivals(node, left)) {
      const word = candidates.shift() ?? this.search.word(node, left, preference);
      words.push(word);
      this.tree.add(node, word);
      for (const rival of left) this.#trace(node, rival, word);
    }
    return words;
  }

  /** Tries at another node what tells it apart from this one: the word up to where the outputs differ. */
  #trace(node: Node, other: Node, word: Word): void {
    const [p, q] = [this.tree.state(node), this.tree.state(other)];
    const length = this.#firstDifference(p, q, word);
    if (length > 0) this.tree.add(other, word.slice(0, length));
  }

  /** The inputs of a word after which two states have shown a difference; 0: they show none. */
  #firstDifference(one: number, other: number, word: Word): number {
    let [p, q] = [one, other];
    for (const [at, input] of word.entries()) {
      const [a, b] = [this.automaton.output(p, input), this.automaton.output(q, input)];
      if (a < 0 || b < 0) return 0;
      if (a !== b) return at + 1;
      [p, q] = [this.automaton.next(p, input), this.automaton.next(q, input)];
    }
    return 0;
  }
}
