import { drawing, drawn } from '../walk/simulate-step.ts';
import { stageOf } from '../goals.ts';
import type { Machine, Sequence, Step, StepId } from '../model.ts';
import { operationsOf } from '../operations.ts';
import { seededRandom } from '../seeded-random.ts';
import { presume } from '../walk/walk.ts';

/** For the literals of a replacement. The value does not matter. */
const seed = 1;

/**
 * Every sequence in which one entity is created by another step, which needs no step before it and leads to the same abstract state. Steps
 * that only the original one needed are removed. Gives only sequences with fewer requests, or with as many requests and fewer steps.
 */
export function* replaceSetup<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
): IterableIterator<Sequence> {
  const operations = operationsOf(machine);
  const isControl = ({ operation }: Step) => operations.get(operation)?.control === true;
  const requestsOf = (steps: Sequence) => steps.filter((step) => !isControl(step)).length;
  const isSmaller = (candidate: Sequence) =>
    requestsOf(candidate) < requestsOf(sequence) ||
    (requestsOf(candidate) === requestsOf(sequence) && candidate.length < sequence.length);
  const draw = drawing(seededRandom(seed));
  let state = machine.initial;
  for (const [index, made] of sequence.entries()) {
    const after = presume(machine, operations, state, made);
    if (after === undefined) return;
    ({ state } = after);
    const role = roleOf(made.id, sequence.slice(index + 1));
    if (role === undefined) continue;
    const stage = stageOf(machine, state, { [role]: made.id });
    const rest = withoutSetupOf(made, sequence);
    for (const operation of machine.operations) {
      for (const { kind, uses, negative } of operation.attempts(machine.initial)) {
        if (negative === true || (operation.name === made.operation && kind === made.kind)) continue;
        const step = drawn(operation, machine.initial, { id: made.id, kind, uses }, draw);
        const other = presume(machine, operations, machine.initial, step);
        if (other === undefined || stageOf(machine, other.state, { [role]: step.id }) !== stage) continue;
        const candidate = [step, ...rest];
        if (isSmaller(candidate)) yield candidate;
      }
    }
  }
}

/** The role in which a later step uses the entity of this step first; undefined when none does. */
function roleOf(made: StepId, later: Sequence): string | undefined {
  for (const { uses } of later)
    for (const [role, used] of Object.entries(uses)) if (used === made) return role;
  return undefined;
}

/** A sequence without a step and without the earlier steps that only it needs. */
function withoutSetupOf(made: Step, sequence: Sequence): Sequence {
  let rest = sequence.filter((step) => step !== made);
  const gone = new Set(Object.values(made.uses));
  for (const step of sequence.slice(0, sequence.indexOf(made)).toReversed()) {
    if (!gone.has(step.id) || rest.some(({ uses }) => Object.values(uses).includes(step.id))) continue;
    rest = rest.filter((one) => one !== step);
    for (const used of Object.values(step.uses)) gone.add(used);
  }
  return rest;
}
