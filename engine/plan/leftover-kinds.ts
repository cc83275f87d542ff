import * as fc from 'fast-check';
import type { Machine } from '../machine.ts';
import type { Sequence, Step } from '../model.ts';
import { drawing, drawn } from '../walk/simulate-step.ts';
import { inputsOf, offeredIn } from '../walk/inputs.ts';
import { sequences } from '../walk/sequences.ts';
import { isSpending, presume } from '../walk/walk.ts';
import { seededRandom } from '../seeded-random.ts';

/** A kind of attempt of an operation, as a name. */
export const kindName = ({ operation, kind }: Pick<Step, 'operation' | 'kind'>): string =>
  `${operation} ${kind}`;

/** Walks on which a kind is looked for; each takes some ten milliseconds. */
const mostWalks = 64;
/** A failure of one ends its sequence, so that few share one. */
const mostTogether = 4;

/**
 * Sequences that try each kind of attempt that the machine offers and `isOpen` names: the beginning of a walk up to where it is possible, and those of
 * its state. Kinds that must be refused come first, since they change nothing. Nothing is used up for good. Deterministic under the seed; sends no request.
 */
export function leftoverKinds<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  isOpen: (kind: string) => boolean,
  seed: number,
): readonly Sequence[] {
  const names = inputsOf(machine).flatMap(({ operation, kinds }) =>
    kinds.map((kind) => kindName({ operation, kind })),
  );
  const open = new Set(names.filter(isOpen));
  if (open.size === 0) return [];
  let serial = 0;
  const draw = drawing(seededRandom(seed));
  const made: Sequence[] = [];
  for (const walk of fc.sample(sequences(machine), { seed, numRuns: mostWalks })) {
    if (open.size === 0) break;
    const steps: Step[] = [];
    let state = machine.initial;
    for (const step of walk) {
      steps.push(step);
      state = presume(machine, state, step)?.state ?? state;
      const led = steps.length;
      for (let next = nextOf(state); next !== undefined; next = nextOf(state)) {
        open.delete(kindName(next.step));
        ({ state } = next);
        steps.push(next.step);
        if (steps.length - led >= mostTogether) break;
      }
      if (steps.length === led) continue;
      if (!isSpending(machine, steps)) made.push(steps);
      break;
    }
  }
  return made;

  /** The next step of an open kind that can be made in a state, and the state behind it. */
  function nextOf(state: S): { readonly step: Step; readonly state: S } | undefined {
    const offered = offeredIn(machine, state)
      .filter(({ operation: { name: operation }, attempt: { kind } }) =>
        open.has(kindName({ operation, kind })),
      )
      .toSorted(
        (one, other) => Number(other.attempt.negative === true) - Number(one.attempt.negative === true),
      );
    for (const { operation, attempt } of offered) {
      serial += 1;
      const step = drawn(
        operation,
        state,
        { id: `left${serial}`, kind: attempt.kind, uses: attempt.uses },
        draw,
      );
      const after = presume(machine, state, step);
      if (after !== undefined) return { step, state: after.state };
    }
    return undefined;
  }
}
