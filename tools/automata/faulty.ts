import type { Automaton, Word } from '../../engine/identify/automaton.ts';

/** A complete machine, or one with a fault. */
export type Answering = Pick<Automaton, 'inputs' | 'output' | 'next'>;

/** A transition that leads to a wrong state. */
export interface TransferFault {
  readonly state: number;
  readonly input: number;
  readonly wrong: number;
}

/** The machine with a wrong next state after one transition. */
export function redirected(automaton: Automaton, { state, input, wrong }: TransferFault): Answering {
  return {
    inputs: automaton.inputs,
    output: (at, by) => automaton.output(at, by),
    next: (at, by) => (at === state && by === input ? wrong : automaton.next(at, by)),
  };
}

/** Whether two complete machines answer all words alike. */
export function isEquivalent(one: Answering, other: Answering): boolean {
  const pairs = new Map<string, readonly [number, number]>([['0 0', [0, 0]]]);
  // A map gives what is set while it is gone through.
  for (const [p, q] of pairs.values())
    for (let input = 0; input < one.inputs; input += 1) {
      if (one.output(p, input) !== other.output(q, input)) return false;
      const pair = [one.next(p, input), other.next(q, input)] as const;
      pairs.set(pair.join(' '), pair);
    }
  return true;
}

/** Whether one of the sequences shows that a machine answers otherwise than it should. */
export function isKilled(right: Answering, mutant: Answering, sequences: readonly Word[]): boolean {
  return sequences.some((sequence) => {
    let [p, q] = [0, 0];
    for (const input of sequence) {
      if (right.output(p, input) !== mutant.output(q, input)) return true;
      [p, q] = [right.next(p, input), mutant.next(q, input)];
    }
    return false;
  });
}
