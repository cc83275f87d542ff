import { withoutChunks } from '../../engine/candidates.ts';
import type { Sequence, Step } from '../../engine/model.ts';
import { operationOf } from '../../engine/operations.ts';
import { seededRandom } from '../../engine/seeded-random.ts';
import { offeredIn } from '../../engine/walk/inputs.ts';
import { drawing, drawn } from '../../engine/walk/simulate-step.ts';
import { presume } from '../../engine/walk/walk.ts';
import type { AnyMachine } from '../explore/machines.ts';
import type { Asked } from './answers.ts';
import { type Facts, factsOf, type TracedStep } from './facts.ts';

/** A sequence that asks the same question in other circumstances, with what is known of its step by the model. */
export interface Variant {
  readonly sequence: Sequence;
  /** The step that asks. */
  readonly made: Step;
  readonly facts: Facts;
}

/** How often the data of a step are drawn anew: amounts on either side of a bound come up. */
const redraws = 6;

/**
 * The sequences that differ from one in one step: its kind, its data, or that it is missing. Only those whose step `made` may still have either answer by
 * the model. Costs no request.
 */
export function variantsOf(
  machine: AnyMachine,
  sequence: Sequence,
  made: Step,
  { asked, choice }: { readonly asked: Asked; readonly choice: string },
  seed: number,
): readonly Variant[] {
  const draw = drawing(seededRandom(seed));
  const found: Variant[] = [];
  const take = (candidate: Sequence): void => {
    const facts = factsIn(machine, candidate, made.id, { asked, choice });
    if (facts !== undefined) found.push({ sequence: candidate, made, facts });
  };
  let state = machine.initial;
  for (const [index, step] of sequence.entries()) {
    const operation = operationOf(machine, step);
    const isCase = step === made && asked.of !== undefined;
    const kinds = offeredIn(machine, state)
      .filter((one) => one.operation === operation && isSameUses(one.attempt.uses, step.uses))
      .map(({ attempt }) => attempt.kind);
    const others = new Set(isCase ? [] : kinds);
    others.delete(step.kind);
    for (const kind of [...others, step.kind]) {
      for (let time = 0; time < redraws; time += 1) {
        const other = drawn(operation, state, { id: step.id, kind, uses: step.uses }, draw);
        if (kind !== step.kind || other.data !== undefined) take(sequence.with(index, other));
        if (other.data === undefined) break;
      }
    }
    const next = presume(machine, state, step);
    if (next === undefined) break;
    ({ state } = next);
  }
  for (const shorter of withoutChunks(sequence, 1, made)) take(shorter);
  return found;
}

const isSameUses = (one: Step['uses'], other: Step['uses']): boolean =>
  Object.entries({ ...one, ...other }).every(([role, id]) => one[role] === id && other[role] === id);

/** The facts of a step of a sequence that is not sent, where the model permits the choice there; undefined where it does not, or a step can't be made. */
function factsIn(
  machine: AnyMachine,
  sequence: Sequence,
  made: string,
  { asked, choice }: { readonly asked: Asked; readonly choice: string },
): Facts | undefined {
  const trace: TracedStep[] = [];
  let state = machine.initial;
  let facts: Facts | undefined;
  for (const step of sequence) {
    const operation = operationOf(machine, step);
    const call = operation.resolve(state, step);
    if (call === undefined) return undefined;
    const outcomes = operation.predict(state, call, step);
    const refused = outcomes[0]?.refused === true;
    trace.push({ step, call, abstract: machine.abstract(state, step.uses), refused });
    if (step.id === made) {
      if (!outcomes.some(({ assumes }) => assumes?.[asked.point] === choice)) return undefined;
      facts = factsOf(machine, trace, trace.length - 1);
    }
    const [ordinary] = outcomes;
    if (ordinary === undefined) return undefined;
    const silent = ordinary.next();
    const reply = machine.presumed?.(silent, step);
    state = reply === undefined ? silent : ordinary.next(reply);
  }
  return facts;
}

/** How many facts differ. */
export function distance(one: Facts, other: Facts): number {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => one.get(name)?.value !== other.get(name)?.value).length;
}
