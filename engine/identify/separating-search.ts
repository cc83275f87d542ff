import type { Automaton, Word } from './automaton.ts';
import { noNode, type Node, type ObservationTree } from './observation-tree.ts';

/** How a word is chosen. */
export interface Preference {
  /** What an input of a rival's trace weighs beside one of the node: less than 1 where other nodes can use the trace too. */
  readonly trace: number;
  /** What a rival that is not yet told apart weighs while a word grows. */
  readonly open: number;
  /** How many words are kept at each length. */
  readonly width: number;
}

/** A node that is to be told apart from another, while a word is followed. */
interface Rival {
  readonly at: Node;
  readonly state: number;
  /** The inputs that the suite has to gain, so that the word is tried here as well. */
  readonly cost: number;
}

interface Candidate {
  readonly word: Word;
  readonly at: Node;
  readonly state: number;
  readonly cost: number;
  /** The cost of the rivals that it has told apart. */
  readonly traces: number;
  readonly open: readonly Rival[];
  /** Rivals that it can't tell apart any more, since they have met its state, or do not offer its input. */
  readonly lost: number;
}

/** The most inputs of a word. */
const longest = 24;
/** How many lengths in a row may pass without a better word. */
const mostBarren = 4;
/** What a further word weighs beside its way to the node: its own inputs. */
const furtherWord = 3;
/** What a rival that is left weighs. */
const perRival = 0.5;

/**
 * The word that tells a node apart from its rivals for the fewest new inputs, by a beam search: not always the best. It tells at least one
 * apart, unless no word does: then it is empty.
 */
export function separatingWord(
  automaton: Automaton,
  tree: ObservationTree,
  node: Node,
  rivals: readonly Node[],
  { trace, open: perOpen, width }: Preference,
): Word {
  const again = tree.depth(node) + furtherWord;
  const left = (rest: number) => (rest > 0 ? again + rest * perRival : 0);
  const stopped = ({ cost, traces, open, lost }: Candidate) =>
    cost + trace * traces + left(open.length + lost);
  const promise = ({ cost, traces, open, lost }: Candidate) =>
    cost +
    trace * (traces + open.reduce((sum, rival) => sum + rival.cost, 0)) +
    left(lost) +
    perOpen * open.length;
  const start = rivals.map((at) => ({ at, state: tree.state(at), cost: 0 }));
  let beam: readonly Candidate[] = [
    { word: [], at: node, state: tree.state(node), cost: 0, traces: 0, open: start, lost: 0 },
  ];
  let best: Word = [];
  let least = Infinity;
  for (let [length, barren] = [1, 0]; length <= longest && barren < mostBarren; length += 1) {
    barren += 1;
    const ranked: { readonly one: Candidate; readonly rank: number }[] = [];
    for (const before of beam)
      for (let input = 0; input < automaton.inputs; input += 1) {
        const one = grown(automaton, tree, before, input);
        if (one === undefined) continue;
        const rank = stopped(one);
        if (one.open.length + one.lost < rivals.length && rank < least) {
          [best, least] = [one.word, rank];
          barren = 0;
        }
        if (one.open.length > 0) ranked.push({ one, rank: promise(one) });
      }
    beam = ranked
      .filter(({ rank }) => rank < least + again)
      .sort((a, b) => a.rank - b.rank)
      .slice(0, width)
      .map(({ one }) => one);
    if (beam.length === 0) break;
  }
  return best.length > 0 ? best : shortestOf(automaton, tree, node, rivals);
}

function shortestOf(automaton: Automaton, tree: ObservationTree, node: Node, rivals: readonly Node[]): Word {
  const words = rivals.map((rival) => automaton.separatingWord(tree.state(node), tree.state(rival)));
  return words.filter((word) => word.length > 0).sort((a, b) => a.length - b.length)[0] ?? [];
}

function grown(
  automaton: Automaton,
  tree: ObservationTree,
  before: Candidate,
  input: number,
): Candidate | undefined {
  const output = automaton.output(before.state, input);
  if (output < 0) return undefined;
  const state = automaton.next(before.state, input);
  const open: Rival[] = [];
  let { traces, lost } = before;
  for (const rival of before.open) {
    const shown = automaton.output(rival.state, input);
    const next = automaton.next(rival.state, input);
    if (shown < 0 || (shown === output && automaton.distance(state, next) === 0)) lost += 1;
    else {
      const cost = rival.cost + costOf(tree, rival.at, input);
      if (shown !== output) traces += cost;
      else open.push({ at: after(tree, rival.at, input), state: next, cost });
    }
  }
  const cost = before.cost + costOf(tree, before.at, input);
  return {
    word: [...before.word, input],
    at: after(tree, before.at, input),
    state,
    cost,
    traces,
    open,
    lost,
  };
}

function after(tree: ObservationTree, at: Node, input: number): Node {
  return at === noNode ? noNode : tree.child(at, input);
}

/** The inputs that one more input costs: a leaf's sequence goes on, elsewhere one begins anew from a reset. */
function costOf(tree: ObservationTree, at: Node, input: number): number {
  if (at === noNode) return 1;
  if (tree.child(at, input) !== noNode) return 0;
  return tree.isLeaf(at) ? 1 : tree.depth(at) + 1;
}
