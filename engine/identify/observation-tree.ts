import type { Automaton, Word } from './automaton.ts';

/** A node of an observation tree. */
export type Node = number;

/** What stands for a node that is not there. */
export const noNode = -1;

/**
 * The inputs of a test suite as a tree: each node is what some sequence from a reset leads to. It can be changed tentatively: `undo` goes
 * back to the last `keep`.
 */
export class ObservationTree {
  readonly root: Node = 0;
  readonly #of: Automaton;
  readonly #children: number[] = [];
  readonly #states: number[] = [];
  readonly #parents: number[] = [];
  readonly #inputs: number[] = [];
  readonly #depths: number[] = [];
  readonly #degrees: number[] = [];
  readonly #owners: Node[] = [];
  readonly #free: Node[] = [];
  /** Nodes that were linked and cut since the last `keep`, in order. */
  #changes: { readonly node: Node; readonly linked: boolean }[] = [];
  /** The inputs of all sequences from the root to a leaf. */
  #cost = 0;

  constructor(automaton: Automaton) {
    this.#of = automaton;
    this.#make(0, noNode, 0, 0);
  }

  /** What the suite costs: the inputs of all its sequences, where only those are sent that no other begins with. */
  get cost(): number {
    return this.#cost;
  }

  /** The state of the specification that a node stands for. */
  state(node: Node): number {
    return this.#states[node] ?? 0;
  }

  depth(node: Node): number {
    return this.#depths[node] ?? 0;
  }

  isLeaf(node: Node): boolean {
    return this.#degrees[node] === 0;
  }

  /** The node above; `noNode` above the root. */
  parent(node: Node): Node {
    return this.#parents[node] ?? noNode;
  }

  /** The node after an input; `noNode` where no sequence goes on with it. */
  child(node: Node, input: number): Node {
    return this.#children[node * this.#of.inputs + input] ?? noNode;
  }

  /** The node after a word, made where it is missing. Each state on the way must offer its input. */
  add(from: Node, word: Word): Node {
    let node = from;
    for (const input of word) {
      const known = this.child(node, input);
      node = known === noNode ? this.#grow(node, input) : known;
    }
    return node;
  }

  #grow(node: Node, input: number): Node {
    const child = this.#free.pop() ?? this.#states.length;
    this.#make(child, node, input, this.depth(node) + 1);
    this.#link(child);
    this.#changes.push({ node: child, linked: true });
    return child;
  }

  /** Takes a node out with all below it. */
  cut(node: Node): void {
    this.#unlink(node);
    this.#changes.push({ node, linked: false });
  }

  /** Makes all changes since the last call final. */
  keep(): void {
    for (const { node, linked } of this.#changes) if (!linked) this.#release(node);
    this.#changes = [];
  }

  /** Takes back all changes since the last `keep`. */
  undo(): void {
    for (const { node, linked } of this.#changes.toReversed()) {
      if (!linked) this.#link(node);
      else {
        this.#unlink(node);
        this.#release(node);
      }
    }
    this.#changes = [];
  }

  /**
   * What shows that two nodes are apart: some word is tried below both, and its last outputs differ. Gives the node to which the word leads
   * from the second one; `noNode` when no such word is tried.
   */
  witness(one: Node, other: Node): Node {
    const [p, q] = [this.state(one), this.state(other)];
    if (this.#of.distance(p, q) === 0) return noNode;
    for (let input = 0; input < this.#of.inputs; input += 1) {
      const [a, b] = [this.child(one, input), this.child(other, input)];
      if (a === noNode || b === noNode) continue;
      if (this.#of.output(p, input) !== this.#of.output(q, input)) return b;
      const found = this.witness(a, b);
      if (found !== noNode) return found;
    }
    return noNode;
  }

  /** Makes a node the owner of itself and of what will be made below it. */
  own(node: Node): void {
    this.#owners[node] = node;
  }

  /** The owner of a node; `noNode` where it has none. */
  owner(node: Node): Node {
    return this.#owners[node] ?? noNode;
  }

  /** The words from a node to each leaf below it: from the root, the sequences of the suite. */
  words(from: Node = this.root): readonly Word[] {
    const found: Word[] = [];
    const visit = (node: Node, word: Word) => {
      if (this.isLeaf(node) && word.length > 0) found.push(word);
      for (let input = 0; input < this.#of.inputs; input += 1) {
        const child = this.child(node, input);
        if (child !== noNode) visit(child, [...word, input]);
      }
    };
    visit(from, []);
    return found;
  }

  /** The leaves at and below a node. */
  leaves(node: Node): readonly Node[] {
    if (this.isLeaf(node)) return [node];
    return this.childrenOf(node).flatMap((child) => this.leaves(child));
  }

  childrenOf(node: Node): readonly Node[] {
    const from = node * this.#of.inputs;
    return this.#children.slice(from, from + this.#of.inputs).filter((child) => child !== noNode);
  }

  #make(node: Node, parent: Node, input: number, depth: number): void {
    this.#states[node] = parent === noNode ? 0 : this.#of.next(this.state(parent), input);
    this.#parents[node] = parent;
    this.#owners[node] = parent === noNode ? noNode : this.owner(parent);
    this.#inputs[node] = input;
    this.#depths[node] = depth;
    this.#degrees[node] = 0;
    const { inputs } = this.#of;
    for (let at = node * inputs; at < (node + 1) * inputs; at += 1) this.#children[at] = noNode;
  }

  #link(node: Node): void {
    this.#attach(node, node, 1);
  }

  #unlink(node: Node): void {
    this.#attach(node, noNode, -1);
  }

  /** The cost is the sum of the depths of all leaves, so it changes by those of the leaves below, and by the parent's where that becomes one. */
  #attach(node: Node, as: Node, by: 1 | -1): void {
    const parent = this.parent(node);
    const below = this.leaves(node).reduce((sum, leaf) => sum + this.depth(leaf), 0);
    this.#children[parent * this.#of.inputs + (this.#inputs[node] ?? 0)] = as;
    const degree = (this.#degrees[parent] ?? 0) + by;
    this.#degrees[parent] = degree;
    const alone = degree === (by === 1 ? 1 : 0);
    this.#cost += by * (below - (alone ? this.depth(parent) : 0));
  }

  #release(node: Node): void {
    for (const child of this.childrenOf(node)) this.#release(child);
    this.#free.push(node);
  }
}
