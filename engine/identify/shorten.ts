import { getOrCreate } from '../collections.ts';
import type { Word } from './automaton.ts';
import type { Identification } from './identification.ts';
import { noNode, type Node } from './observation-tree.ts';
import type { Preference } from './separating-search.ts';

/** Random numbers from 0 up to, not including, 1. */
export type Random = () => number;

/** How often nodes of the frontier are renewed, for each of them; more gives a few inputs less. */
const perNode = 10;
const leastRounds = 100;
/** The most steps of the search for words, so that large tables take seconds too. */
const mostSteps = 40e6;
/** How many inputs longer a suite may become for a while, at the beginning: the scale of an exponential distribution. */
const warmth = 2;
/** The share of the rounds after which a suite may not become longer any more. */
const warmUntil = 0.9;

/**
 * Shortens a suite of k = 0 by local search: takes out what is below some nodes of the frontier, tells apart anew what this has told apart,
 * and keeps that where the suite has not become longer. Deterministic under the random numbers.
 */
export function shorten(identification: Identification, random: Random): void {
  const { frontier, tree, search } = identification;
  const renewal = new Renewal(identification, random);
  const groups = new Map<number, Node[]>();
  for (const node of frontier) getOrCreate(groups, tree.state(node), () => []).push(node);
  const pick = <T>(...list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0];
  const rounds = Math.max(leastRounds, perNode * frontier.length);
  const [first] = frontier;
  if (first === undefined) return;
  for (let round = 0; round < rounds && search.steps < mostSteps; round += 1) {
    const node = pick(first, ...frontier);
    const alike = groups.get(tree.state(node)) ?? [node];
    const isGroup = random() < 0.08;
    const others = random() < 0.7 ? [] : [random() < 0.5 ? pick(first, ...frontier) : pick(node, ...alike)];
    const preference = {
      trace: pick(0.5, 1),
      open: pick(0, 0.1, 0.3, 0.6),
      left: pick(0.2, 0.5, 1, 2),
      width: isGroup ? pick(8, 24) : 8,
      ...(random() < 0.5 && { distort: () => 1 + 0.3 * random() }),
    };
    const done = Math.max(round / rounds, search.steps / mostSteps);
    const slack = done < warmUntil ? -warmth * (1 - done) * Math.log(1 - random()) : 0;
    if (isGroup) renewal.renewAlike(alike, preference, slack);
    else renewal.renew([...new Set([node, ...others])], preference, slack);
  }
}

/** A node with others that it has to be told apart from. */
type Task = readonly [node: Node, others: readonly Node[]];

/** For a pair of nodes that no witness tells apart. */
const none = -2;

class Renewal {
  readonly #of: Identification;
  readonly #random: Random;
  readonly #indices: ReadonlyMap<Node, number>;
  /** By node of the frontier and of the basis: the owner of a witness that they are apart. Others can be taken out without a look at the pair. */
  readonly #owners: Int32Array;

  constructor(identification: Identification, random: Random) {
    this.#of = identification;
    this.#random = random;
    const { frontier, basis } = identification;
    this.#indices = new Map(
      [...frontier, ...basis].map((node, at) => [node, at < frontier.length ? at : at - frontier.length]),
    );
    this.#owners = new Int32Array(frontier.length * basis.length);
    for (const node of frontier) this.#note(node, basis);
  }

  /** Makes the tests below some nodes of the frontier anew. Keeps the new ones where the suite becomes at most so much longer. */
  renew(nodes: readonly Node[], preference: Preference, slack: number): void {
    this.#tentatively(nodes, slack, (broken, isTooLong) => {
      const own = nodes.map((node): Task => [node, this.#of.basis]);
      for (const [node, others] of this.#shuffled([...own, ...broken])) {
        this.#of.separate(node, others, preference);
        if (isTooLong()) return;
      }
    });
  }

  /** As `renew`, for nodes of one state, which all get the words of the first one. They share what their rivals trace. */
  renewAlike(nodes: readonly Node[], preference: Preference, slack: number): void {
    const { distort, ...plain } = preference;
    this.#tentatively(nodes, slack, (broken, isTooLong) => {
      let known: readonly Word[] = [];
      for (const [at, node] of nodes.entries()) {
        const chosen = at === 0 && distort ? preference : plain;
        const words = this.#of.separate(
          node,
          this.#of.basis,
          { ...chosen, trace: 1 / (nodes.length - at) },
          known,
        );
        if (at === 0) known = words;
        if (isTooLong()) return;
      }
      for (const [node, others] of this.#shuffled(broken)) {
        this.#of.separate(node, others, plain);
        if (isTooLong()) return;
      }
    });
  }

  /** Takes out what is below the nodes; `mend` then gets the nodes whose witnesses were there. */
  #tentatively(
    nodes: readonly Node[],
    slack: number,
    mend: (broken: readonly Task[], isTooLong: () => boolean) => void,
  ): void {
    const { tree, basis } = this.#of;
    const most = tree.cost + slack;
    const above = new Set<Node>();
    for (const node of nodes) {
      for (const child of tree.childrenOf(node)) tree.cut(child);
      for (let at = tree.parent(node); at !== noNode; at = tree.parent(at)) above.add(at);
    }
    const cut = new Set(nodes);
    const broken = this.#witnessedBelow(cut, [...above]).filter(([node]) => !cut.has(node));
    mend([...broken, ...[...above].map((node): Task => [node, basis])], () => tree.cost > most);
    if (tree.cost > most) {
      tree.undo();
      return;
    }
    tree.keep();
    for (const node of nodes) this.#note(node, basis);
    for (const [node, others] of broken) this.#note(node, others);
  }

  #pair(node: Node, other: Node): number {
    return (this.#indices.get(node) ?? 0) * this.#of.basis.length + (this.#indices.get(other) ?? 0);
  }

  /** Nodes of the frontier with those of the basis that they are apart from by witnesses of certain owners. */
  #witnessedBelow(owners: ReadonlySet<Node>, basis: readonly Node[]): readonly Task[] {
    const columns = basis.map((node) => this.#indices.get(node) ?? 0);
    const found: Task[] = [];
    for (const [row, node] of this.#of.frontier.entries()) {
      const from = row * this.#of.basis.length;
      const others = basis.filter((_, at) => owners.has(this.#owners[from + (columns[at] ?? 0)] ?? none));
      if (others.length > 0) found.push([node, others]);
    }
    return found;
  }

  #note(node: Node, basis: readonly Node[]): void {
    const { tree } = this.#of;
    for (const other of basis) {
      const witness = tree.witness(node, other);
      this.#owners[this.#pair(node, other)] = witness === noNode ? none : tree.owner(witness);
    }
  }

  #shuffled<T>(list: readonly T[]): readonly T[] {
    return list
      .map((one) => [this.#random(), one] as const)
      .sort(([a], [b]) => a - b)
      .map(([, one]) => one);
  }
}
