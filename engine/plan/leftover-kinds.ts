import type { Machine } from '../machine.ts';
import type { Sequence, Step } from '../model.ts';
import { drawing, drawn } from '../walk/simulate-step.ts';
import { kindName } from '../operations.ts';
import { offeredIn, type OperationInputs } from '../walk/inputs.ts';
import { defaultWalk, isSpending, presume, walk } from '../walk/walk.ts';
import { nothingDrawn } from '../walk/weighted-choice.ts';
import { seededRandom } from '../seeded-random.ts';

/** Walks on which a kind is looked for; each takes some ten milliseconds. */
const mostWalks = 64;
/** A failure of one ends its sequence, so that few share one. */
const mostTogether = 4;

/**
 * Sequences that try each kind of the inputs that `isOpen` names: the beginning of a walk up to where it is possible, and those of
 * its state. Kinds that must be refused come first, since they change nothing. Nothing is used up for good. Deterministic under the seed; sends no request.
 */
export function leftoverKinds<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  inputs: readonly OperationInputs[],
  isOpen: (kind: string) => boolean,
  seed: number,
): readonly Sequence[] {
  const names = inputs.flatMap(({ operation, kinds }) => kinds.map((kind) => kindName({ operation, kind })));
  const open = new Set(names.filter(isOpen));
  let serial = 0;
  const random = seededRandom(seed);
  const draw = drawing(random);
  const drawnSoFar = nothingDrawn();
  const made: Sequence[] = [];
  for (let walks = 0; walks < mostWalks && open.size > 0; walks += 1) {
    const steps: Step[] = [];
    let state = machine.initial;
    for (const step of walk(machine, random, drawnSoFar, defaultWalk)) {
      steps.push(step);
      state = presume(machine, state, step)?.state ?? state;
      const led = steps.length;
      // What uses something up would not be taken, and others are to try its kinds.
      for (let next = nextOf(state); next !== undefined && !isSpending(machine, [...steps, next.step]);) {
        open.delete(kindName(next.step));
        ({ state } = next);
        steps.push(next.step);
        next = steps.length - led < mostTogether ? nextOf(state) : undefined;
      }
      if (steps.length === led) continue;
      made.push(steps);
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
