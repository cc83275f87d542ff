import type { Execution, Violation } from '../../engine/judge/execute.ts';
import { isSameFailure } from '../../engine/judge/same-failure.ts';
import type { Sequence } from '../../engine/model.ts';
import { operationsOf } from '../../engine/operations.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import type { AnyMachine } from '../explore/machines.ts';

type AnyExecution = Execution<unknown, Call, Reply, Notification>;

/** Most sequences that are judged for one violation. */
const budget = 100;

/**
 * The execution without the steps that the violation does not rest on. Only reads and refusals may be left out, since others have changed what
 * later replies show; and only where the rest shows the same violation.
 */
export async function shortened(
  machine: AnyMachine,
  execution: AnyExecution,
  judge: (sequence: Sequence, isSought: (violation: Violation) => boolean) => Promise<AnyExecution>,
): Promise<AnyExecution> {
  const { violation, performed } = execution;
  if (violation === undefined) return execution;
  const isSought = (one: Violation): boolean => isSameFailure(one, violation);
  const operations = operationsOf(machine);
  let sequence: Sequence = performed.map(({ step }) => step);
  let short = execution;
  const idle = performed.slice(0, -1).filter(({ step, observation }) => {
    if (operations.get(step.operation)?.reads === true) return true;
    return 'reply' in observation && machine.refuses?.(observation.reply) === true;
  });
  for (const { step } of idle.toReversed().slice(0, budget)) {
    const without = sequence.filter(({ id }) => id !== step.id);
    const judged = await judge(without, isSought);
    if (judged.violation === undefined || !isSought(judged.violation)) continue;
    if (judged.performed.length !== without.length) continue;
    [short, sequence] = [judged, without];
  }
  return short;
}
