import type { Automaton, Word } from './automaton.ts';
import { noNode, type Node, type ObservationTree } from './observation-tree.ts';

/** How a word is chosen. */
export interface Preference {
  /** What an input of a rival's trace weighs beside one of the node: less than 1 where other nodes can use the trace too. */
  readonly trace: number;
  /** What a rival that is not yet told apart weighs while a word grows. */
  readonly open: number;
  /** What a rival weighs that a word leaves for another word. */
  readonly left: number;
  /** How many words are kept at each length. */
  readonly width: number;
  /** Distorts what a word seems to cost, so that another one is taken than before. Default: nothing does. */
  readonly distort?: () => number;
}

/** Nodes that are to be told apart from another, while a word is followed: for each its place in the tree, its state, and its cost. */
type Rivals = readonly number[];
const fields = 3;

/** What the word costs and does so far. A rival's cost are the inputs that the suite has to gain, so that the word is tried there as well. */
interface Tally {
  readonly cost: number;
  /** The cost of the rivals that it has told apart. */
  readonly traces: number;
  /** How many rivals it may still tell apart, and their cost. */
  readonly open: number;
  readonly pending: number;
  /** Rivals that it can't tell apart any more, since they have met its state, or do not offer its input. */
  readonly lost: number;
}

interface Candidate extends Pick<Tally, 'cost' | 'traces' | 'lost'> {
  readonly word: Word;
  readonly at: Node;
  readonly state: number;
  readonly rivals: Rivals;
}

/** The most inputs of a word. */
const longest = 24;
/** How many lengths in a row may pass without a better word. */
const mostBarren = 4;
/** What a further word weighs beside its way to the node: its own inputs. */
const furtherWord = 3;

/** Searches words that tell nodes apart in a tree, and counts its own steps. */
export class SeparatingSearch {
  readonly #automaton: Automaton;
  readonly #tree: ObservationTree;
  #steps = 0;

  constructor(automaton: Automaton, tree: ObservationTree) {
    this.#automaton = automaton;
    this.#tree = tree;
  }

  /** How many steps of rivals were looked at: a measure of time that is the same on each machine. */
  get steps(): number {
    return this.#steps;
  }

  /**
   * The word that tells a node apart from its rivals for the fewest new inputs, by a beam search: not always the best. It tells at least one
   * apart, unless no word does: then it is empty.
   */
  word(node: Node, rivals: readonly Node[], preference: Preference): Word {
    const { trace, open: perOpen, left: perLeft, width, distort } = preference;
    const again = this.#tree.depth(node) + furtherWord;
    const left = (rest: number) => (rest > 0 ? again + rest * perLeft : 0);
    const start = rivals.flatMap((at) => [at, this.#tree.state(at), 0]);
    const state = this.#tree.state(node);
    let beam: readonly Candidate[] = [
      { word: [], at: node, state, cost: 0, traces: 0, lost: 0, rivals: start },
    ];
    let best: Word = [];
    let least = Infinity;
    for (let [length, barren] = [1, 0]; length <= longest && barren < mostBarren; length += 1) {
      barren += 1;
      const grown: {
        readonly before: Candidate;
        readonly input: number;
        readonly tally: Tally;
        readonly rank: number;
      }[] = [];
      for (const before of beam)
        for (let input = 0; input < this.#automaton.inputs; input += 1) {
          const tally = this.#tally(before, input);
          if (tally === undefined) continue;
          const { cost, traces, open, pending, lost } = tally;
          const stopped = (cost + trace * traces + left(open + lost)) * (distort?.() ?? 1);
          if (open + lost < rivals.length && stopped < least) {
            [best, least, barren] = [[...before.word, input], stopped, 0];
          }
          if (open > 0)
            grown.push({
              before,
              input,
              tally,
              rank: cost + trace * (traces + pending) + left(lost) + perOpen * open,
            });
        }
      beam = grown
        .filter(({ rank }) => rank < least + again)
        .sort((a, b) => a.rank - b.rank)
        .slice(0, width)
        .map(({ before, input, tally }) => this.#grown(before, input, tally));
      if (beam.length === 0) break;
    }
    return best.length > 0 ? best : this.#shortest(node, rivals);
  }

  #shortest(node: Node, rivals: readonly Node[]): Word {
    const [from, of] = [this.#tree.state(node), this.#automaton];
    const words = rivals.map((rival) => of.separatingWord(from, this.#tree.state(rival)));
    return words.filter((word) => word.length > 0).sort((a, b) => a.length - b.length)[0] ?? [];
  }

  /** What a word with one input more costs and does; undefined when its state does not offer the input. */
  #tally(before: Candidate, input: number): Tally | undefined {
    const automaton = this.#automaton;
    const { at, state, rivals } = before;
    const output = automaton.output(state, input);
    if (output < 0) return undefined;
    const next = automaton.next(state, input);
    let { traces, lost } = before;
    let open = 0;
    let pending = 0;
    for (let i = 0; i < rivals.length; i += fields) {
      const rival = rivals[i + 1] ?? 0;
      const shown = automaton.output(rival, input);
      if (shown < 0 || (shown === output && automaton.distance(next, automaton.next(rival, input)) === 0)) {
        lost += 1;
        continue;
      }
      const place = rivals[i] ?? noNode;
      const cost = (rivals[i + 2] ?? 0) + (place === noNode ? 1 : this.#costOf(place, input));
      if (shown !== output) traces += cost;
      else {
        open += 1;
        pending += cost;
      }
    }
    this.#steps += rivals.length / fields;
    return { cost: before.cost + this.#costOf(at, input), traces, open, pending, lost };
  }

  #grown({ word, at, state, rivals }: Candidate, input: number, { cost, traces, lost }: Tally): Candidate {
    const automaton = this.#automaton;
    const next = automaton.next(state, input);
    const left: number[] = [];
    for (let i = 0; i < rivals.length; i += fields) {
      const rival = rivals[i + 1] ?? 0;
      const after = automaton.next(rival, input);
      if (automaton.output(rival, input) !== automaton.output(state, input)) continue;
      if (automaton.distance(next, after) === 0) continue;
      const place = rivals[i] ?? noNode;
      left.push(this.#after(place, input), after, (rivals[i + 2] ?? 0) + this.#costOf(place, input));
    }
    return {
      word: [...word, input],
      at: this.#after(at, input),
      state: next,
      cost,
      traces,
      lost,
      rivals: left,
    };
  }

  #after(at: Node, input: number): Node {
    return at === noNode ? noNode : this.#tree.child(at, input);
  }

  /** The inputs that one more input costs: a leaf's sequence goes on, elsewhere one begins anew from a reset. */
  #costOf(at: Node, input: number): number {
    if (at === noNode) return 1;
    if (this.#tree.child(at, input) !== noNode) return 0;
    return this.#tree.isLeaf(at) ? 1 : this.#tree.depth(at) + 1;
  }
}
