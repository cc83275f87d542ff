import { stageOf, transitionGoal, type TransitionGoal } from '../goals.ts';
import type { Machine } from '../machine.ts';
import type { Outcome, Sequence, Step, StepId, Uses } from '../model.ts';
import { operationOf } from '../operations.ts';
import { audit, isSameUses } from './audit.ts';
import { addAll, Histories, isChange, noWindows, type Windows } from './windows.ts';

/** What the audit at the end of a sequence shows the effect of. */
export interface Confirmed {
  /** Those whose next stage nothing changes before the audit, and of which the documents permit no other outcome. */
  readonly transitions: ReadonlySet<TransitionGoal>;
  /** Those whose last change nothing follows before the audit. */
  readonly windows: Windows;
}

/** What a step has made, until something changes it again. */
interface Made {
  readonly about: readonly StepId[];
  /** Absent: the documents permit another outcome too. */
  readonly transition?: TransitionGoal;
  readonly windows: Windows;
}

/**
 * What the machine's audit confirms of a sequence, if each step has its ordinary outcome: a set of pairs of changes of which each is confirmed so is what completeness up to
 * k = 1 asks of changes (Vaandrager and Melse, CONCUR 2025). Undefined: it does not end in the audit. Sends no request.
 */
export function confirmedBy<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
): Confirmed | undefined {
  const histories = new Histories(machine);
  let made: readonly Made[] = [];
  let state = machine.initial;
  for (const [index, step] of sequence.entries()) {
    if (isAudit(machine, state, sequence.slice(index))) return confirmedOf(made);
    const [ordinary, ...others] = outcomesOf(machine, state, step);
    if (ordinary === undefined) return undefined;
    const operation = operationOf(machine, step);
    const isRefused = ordinary.refused === true;
    if (operation.reads !== true && !isRefused)
      made = made.filter(({ about }) => !changesAny(about, operation, step.uses));
    const windows = noWindows();
    if (!isRefused && isChange(machine, step)) {
      histories.complete(step, windows);
      histories.note(step, noWindows());
    }
    const isCertain = operation.control !== true && others.every(({ name }) => name === ordinary.name);
    made = [
      ...made,
      {
        about: [step.id, ...Object.values(step.uses)],
        windows,
        ...(isCertain && {
          transition: transitionGoal(stageOf(machine, state, step.uses), step.operation, ordinary.name),
        }),
      },
    ];
    state = ordinary.next();
  }
  return undefined;
}

function confirmedOf(made: readonly Made[]): Confirmed {
  const windows = noWindows();
  for (const { windows: ofStep } of made) addAll(windows, ofStep);
  return { transitions: new Set(made.flatMap(({ transition = [] }) => transition)), windows };
}

/** Whether an operation on these entities may change one of those that something is about. A control step that uses nothing, such as time, may change all. */
export function changesAny(
  about: readonly StepId[],
  { control }: { readonly control?: boolean },
  uses: Uses,
): boolean {
  const changed = Object.values(uses);
  return changed.some((id) => about.includes(id)) || (control === true && changed.length === 0);
}

/** Whether steps are the audit of a state, and nothing else. */
function isAudit<S, C, R, N>(machine: Machine<S, C, R, N>, of: S, steps: readonly Step[]): boolean {
  const [first] = steps;
  if (machine.audit?.some((row) => row.operation === first?.operation && row.kind === first.kind) !== true)
    return false;
  let state = of;
  let taken = 0;
  let isSame = true;
  audit(
    machine,
    () => state,
    ({ name }, { kind, uses }) => {
      const step = steps[taken];
      taken += 1;
      isSame &&= step?.operation === name && step.kind === kind && isSameUses(step.uses, uses);
      if (isSame && step !== undefined) state = outcomesOf(machine, state, step)[0]?.next() ?? state;
    },
  );
  return isSame && taken === steps.length;
}

function outcomesOf<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  state: S,
  step: Step,
): readonly Outcome<S, R, N>[] {
  const operation = operationOf(machine, step);
  const call = operation.resolve(state, step);
  return call === undefined ? [] : operation.predict(state, call, step);
}
