import { operationNamed } from './operations.ts';
import type { Machine } from './machine.ts';
import type { Sequence, Step, StepId } from './model.ts';

/** A sequence without some steps and without everything that uses them. */
export function without(sequence: Sequence, removed: ReadonlySet<StepId>): Sequence {
  const gone = new Set(removed);
  return sequence.filter((step) => {
    if (!gone.has(step.id) && !Object.values(step.uses).some((used) => gone.has(used))) return true;
    gone.add(step.id);
    return false;
  });
}

/** Every sequence with one window of `size` steps removed, the last windows first. `pinned`, the failing step, is kept. */
export function* withoutChunks(sequence: Sequence, size: number, pinned?: Step): IterableIterator<Sequence> {
  for (let end = sequence.length; end > 0; end -= size) {
    const chunk = sequence.slice(Math.max(0, end - size), end).filter((step) => step !== pinned);
    const rest = without(sequence, new Set(chunk.map((step) => step.id)));
    if (rest.length < sequence.length && (pinned === undefined || rest.includes(pinned))) yield rest;
  }
}

/** A step with everything that it needs, and every other step on the same entities. */
export function slice(sequence: Sequence, to: Step): Sequence {
  const byId = new Map(sequence.map((step) => [step.id, step]));
  const needed = new Set<StepId>();
  const need = (step: Step): void => {
    if (needed.has(step.id)) return;
    needed.add(step.id);
    for (const used of Object.values(step.uses)) {
      const creator = byId.get(used);
      if (creator !== undefined) need(creator);
    }
  };
  need(to);
  for (const step of sequence) {
    if (Object.values(step.uses).some((used) => needed.has(used))) need(step);
    if (step === to) break;
  }
  return sequence.filter((step) => needed.has(step.id));
}

/** Every sequence with one step replaced by a simpler variant, simplest first. */
export function* simplifications<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
): IterableIterator<Sequence> {
  for (const [index, step] of sequence.entries()) {
    for (const simpler of operationNamed(machine, step.operation)?.simpler?.(step) ?? []) {
      yield sequence.with(index, { ...simpler, id: step.id });
    }
  }
}

/** The sequence with a read after each change, where the machine has one. */
export function withReads<S, C, R, N>(machine: Machine<S, C, R, N>, sequence: Sequence): Sequence {
  return renumbered(
    sequence.flatMap((step) => {
      const { readBack, reads } = operationNamed(machine, step.operation) ?? {};
      const read = reads === true ? undefined : readBack?.(step);
      return read === undefined ? [step] : [step, { ...read, id: `${step.id}, read` }];
    }),
  );
}

/** The same text for sequences that differ only in the ids of their steps; a key for sets and maps. */
export function canonical(sequence: Sequence): string {
  const names = new Map(sequence.map((step, index) => [step.id, `s${index + 1}`]));
  return JSON.stringify(sequence.map((step) => renamed(step, names)));
}

/** The sequence with its steps numbered from one again. */
export function renumbered(sequence: Sequence): Sequence {
  const names = new Map(sequence.map((step, index) => [step.id, `s${index + 1}`]));
  return sequence.map((step) => renamed(step, names));
}

function renamed(step: Step, names: ReadonlyMap<StepId, StepId>): Step {
  const uses = Object.entries(step.uses).map(([role, id]) => [role, names.get(id) ?? id]);
  return {
    ...step,
    id: names.get(step.id) ?? step.id,
    uses: Object.fromEntries(uses) as Record<string, StepId>,
  };
}
