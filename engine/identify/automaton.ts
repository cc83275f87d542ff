import type { Table } from './table.ts';

/** Inputs, as indices. */
export type Word = readonly number[];

/** A table in a form that is quick to run. States, inputs and outputs are indices; -1 stands for what a state does not offer. */
export class Automaton {
  readonly states: number;
  readonly inputs: number;
  readonly #outputs: Int32Array;
  readonly #nexts: Int32Array;
  /** By pair of states, the length of the shortest word that tells them apart; 0: there is none. */
  readonly #distances: Uint16Array;

  constructor({ states, inputs, transitions }: Pick<Table, 'states' | 'inputs' | 'transitions'>) {
    this.states = states;
    this.inputs = inputs.length;
    this.#outputs = Int32Array.from(transitions.flatMap((row) => row.map((one) => one?.[0] ?? -1)));
    this.#nexts = Int32Array.from(transitions.flatMap((row) => row.map((one) => one?.[1] ?? -1)));
    this.#distances = this.#separated();
  }

  /** The output; -1 where the state does not offer the input. */
  output(state: number, input: number): number {
    return this.#outputs[state * this.inputs + input] ?? -1;
  }

  /** The next state; -1 where the state does not offer the input. */
  next(state: number, input: number): number {
    return this.#nexts[state * this.inputs + input] ?? -1;
  }

  /**
   * The length of the shortest word that tells two states apart: both offer it up to its end, where their outputs differ. 0 when no word
   * does, which in a complete machine means that the states are equivalent.
   */
  distance(one: number, other: number): number {
    return this.#distances[one * this.states + other] ?? 0;
  }

  /** A shortest word that tells two states apart. Empty when there is none. */
  separatingWord(one: number, other: number): Word {
    const word: number[] = [];
    for (let [p, q] = [one, other], left = this.distance(p, q); left > 0; left -= 1) {
      const input = this.#firstStep(p, q, left);
      word.push(input);
      [p, q] = [this.next(p, input), this.next(q, input)];
    }
    return word;
  }

  #firstStep(p: number, q: number, left: number): number {
    for (let input = 0; input < this.inputs; input += 1) {
      const [a, b] = [this.output(p, input), this.output(q, input)];
      if (a < 0 || b < 0) continue;
      if (
        left === 1 ? a !== b : a === b && this.distance(this.next(p, input), this.next(q, input)) === left - 1
      )
        return input;
    }
    return 0;
  }

  /** Moore's refinement over pairs: each round finds the pairs that words of one more input tell apart. */
  #separated(): Uint16Array {
    const { states } = this;
    const distances = new Uint16Array(states * states);
    for (let [length, found] = [1, true]; found; length += 1) {
      found = false;
      for (let p = 1; p < states; p += 1)
        for (let q = 0; q < p; q += 1) {
          if (distances[p * states + q] !== 0 || !this.#isSeparatedBy(length, p, q, distances)) continue;
          distances[p * states + q] = length;
          distances[q * states + p] = length;
          found = true;
        }
    }
    return distances;
  }

  #isSeparatedBy(length: number, p: number, q: number, distances: Uint16Array): boolean {
    for (let input = 0; input < this.inputs; input += 1) {
      const [a, b] = [this.output(p, input), this.output(q, input)];
      if (a < 0 || b < 0) continue;
      const after = distances[this.next(p, input) * this.states + this.next(q, input)] ?? 0;
      if (length === 1 ? a !== b : after === length - 1) return true;
    }
    return false;
  }

  /** Groups of equivalent states, of two and more. Only of a complete machine: where inputs are missing this is no equivalence. */
  merged(): readonly (readonly number[])[] {
    const groups = new Map<number, number[]>();
    for (let state = 0; state < this.states; state += 1) {
      const first = this.#firstLike(state);
      groups.set(first, [...(groups.get(first) ?? []), state]);
    }
    return [...groups.values()].filter((group) => group.length > 1);
  }

  #firstLike(state: number): number {
    for (let other = 0; other < state; other += 1) if (this.distance(state, other) === 0) return other;
    return state;
  }

  /** Of each state that can be reached, by its index, a shortest word to it; breadth first, the inputs in the given order. */
  cover(inputs: Word = Array.from({ length: this.inputs }, (_, input) => input)): ReadonlyMap<number, Word> {
    const words = new Map<number, Word>([[0, []]]);
    // A map gives what is set while it is gone through, in that order: it is the queue too.
    for (const [state, word] of words)
      for (const input of inputs) {
        const next = this.next(state, input);
        if (next >= 0 && !words.has(next)) words.set(next, [...word, input]);
      }
    return words;
  }
}
