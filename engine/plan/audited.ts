import type { Random } from 'fast-check';
import type { Machine } from '../machine.ts';
import { operationNamed } from '../operations.ts';
import { audit } from '../walk/audit.ts';
import { drawing, drawn, simulateStep, type Presumption } from '../walk/simulate-step.ts';
import type { PlannedSequence } from './order.ts';

/**
 * Puts the machine's audit behind a planned sequence. A plan takes each transition and reads what it is to prove; a wrong next state behind a right
 * answer shows only in what is tried of that state, which the last steps of a sequence leave out. Deterministic under `random`; sends no request.
 */
export function auditing<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  random: Random,
  presumption: Presumption,
): (planned: PlannedSequence) => PlannedSequence {
  const draw = drawing(random);
  const after = (state: S, step: PlannedSequence['steps'][number]): S | undefined => {
    const operation = operationNamed(machine, step.operation);
    return operation && simulateStep(machine, operation, state, step, presumption)?.state;
  };
  return (planned) => {
    const steps = [...planned.steps];
    let state = steps.reduce((before, step) => after(before, step) ?? before, machine.initial);
    let { requests } = planned;
    audit(
      machine,
      () => state,
      (operation, { kind, uses }) => {
        const step = drawn(operation, state, { id: `s${steps.length + 1}`, kind, uses }, draw);
        const next = after(state, step);
        if (next === undefined) return;
        state = next;
        steps.push(step);
        requests += 1;
      },
    );
    return { ...planned, steps, requests };
  };
}
