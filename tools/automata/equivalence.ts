import type { Automaton } from '../../engine/identify/automaton.ts';

/** A complete machine, or one with a fault. */
export type Answering = Pick<Automaton, 'inputs' | 'output' | 'next'>;

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

/** The machine with another next state after one transition. */
export function transferred(
  automaton: Automaton,
  { state, input, wrong }: { readonly state: number; readonly input: number; readonly wrong: number },
): Answering {
  return {
    inputs: automaton.inputs,
    output: (at, by) => automaton.output(at, by),
    next: (at, by) => (at === state && by === input ? wrong : automaton.next(at, by)),
  };
}
