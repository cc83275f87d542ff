import type { Sequence } from '../../engine/model.ts';
import { avoiding } from '../../engine/walk/walk.ts';
import type { AnyMachine } from './machines.ts';
import { drawingUnder, drawnSteps, step, type Planned } from './planned.ts';

/** More than the fifty of a page or of a cache, where servers forget; the tenth has as many behind it. */
const count = 62;
/**
 * After so many the first is looked at. What was made shortly before it was there last must still be known once it is missed, also where other sequences make
 * as many meanwhile: then the target has forgotten what is old, and was not started anew.
 */
const between = 3;

/** Which of them are looked at once all have been made, the last ones first. */
const looked = [count, 50, 10, 1];

/** What a machine makes many times, and how it is looked at. `id`: of the step. */
interface Many {
  readonly before: readonly Planned[];
  make(id: string): Planned;
  read(id: string, made: string): Planned;
  /** What is done with the oldest; each is a step after the one before. */
  readonly changes: readonly ((id: string, made: string, last: string) => Planned)[];
}

/** By machine. */
const many: Readonly<Record<string, Many>> = {
  legacy: {
    before: [],
    make: (id) => step(id, 'authorize', 'several lines'),
    read: (id, payment) => step(id, 'status', 'read', { payment }),
    changes: [
      (id, payment) => step(id, 'capture', 'full', { payment }),
      (id, payment, capture) => step(id, 'refund', 'remaining', { payment, capture }),
    ],
  },
  'resource-payments': {
    before: [step('s1', 'issue-token', 'plain')],
    make: (id) => step(id, 'create', 'several items', { token: 's1' }),
    read: (id, payment) => step(id, 'get', 'plain', { payment }),
    changes: [
      (id, payment) => step(id, 'capture', 'empty object', { payment }),
      (id, payment, capture) => step(id, 'refund', 'remaining', { payment, capture }),
    ],
  },
  'resource-tokens': {
    before: [],
    make: (id) => step(id, 'issue-token', 'plain'),
    read: (id, token) => step(id, 'token-get', 'plain', { token }),
    changes: [(id, token) => step(id, 'suspend', 'general', { token })],
  },
};

/**
 * A sequence that makes many of what a machine is about and looks at the first, the tenth, the fiftieth and the last afterwards: none may be lost, mixed
 * up or under the id of another. None where this target can't make them.
 */
export function manyOf(name: string, machine: AnyMachine, seed: number): readonly Sequence[] {
  const of = many[name];
  if (of === undefined) return [];
  let last = of.before.length;
  const next = () => `s${(last += 1)}`;
  const made: Planned[] = [];
  const steps: Planned[] = [...of.before];
  const idOf = (nth: number): string => made[nth - 1]?.id ?? '';
  while (made.length < count) {
    const one = of.make(next());
    made.push(one);
    steps.push(one);
    if (made.length % between === 0) steps.push(of.read(next(), idOf(1)));
  }
  const reads = looked.map((nth) => of.read(next(), idOf(nth)));
  const changes = of.changes.map((change) => change(next(), idOf(1), `s${last - 1}`));
  const planned = [...steps, ...reads, ...changes, of.read(next(), idOf(1))];
  const drawn = drawnSteps(machine, planned, drawingUnder(seed));
  // In one form, so that what is refused is not refused for another.
  return drawn === undefined ? [] : [avoiding(machine, drawn.steps, () => true)];
}
