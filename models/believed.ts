import { Big } from 'big.js';
import type { Believed } from '../engine/model.ts';
import type { BelievedValue } from '../spec/believed.ts';

/** A fact for the engine: what it is about is all of it but its value. */
export function believed(fact: BelievedValue): Believed {
  const { is: _, ...of } = fact;
  // What is asked for differs by its amount alone: no step can have made it so.
  return { about: JSON.stringify(of), is: fact };
}

/** What a request asks for, beside what is left. */
export function askedFor(asked: string, left: string): Believed {
  const [amount, rest] = [new Big(asked), new Big(left)];
  const than = amount.gt(rest) ? 'more' : amount.eq(rest) ? 'all' : 'less';
  return believed({ fact: 'asked', is: asked, than });
}
