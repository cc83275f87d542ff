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
 * The execution without the steps that the violation does not rest on: all that is about other payments or tokens, then reads and refusals. No
 * other step may be left out, since it has changed what later replies show; and these only where the rest shows the same violation.
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
  const candidates = [
    ...othersIn(sequence),
    ...idle.toReversed().map(
      ({ step }) =>
        (id: string) =>
          id === step.id,
    ),
  ];
  for (const isLeftOut of candidates.slice(0, budget)) {
    const without = sequence.filter(({ id }) => !isLeftOut(id));
    if (without.length === sequence.length) continue;
    const judged = await judge(without, isSought);
    if (judged.violation === undefined || !isSought(judged.violation)) continue;
    if (judged.performed.length !== without.length) continue;
    [short, sequence] = [judged, without];
  }
  return short;
}

/** For each payment or token that the last step does not use, the steps that make it or use it. */
function othersIn(sequence: Sequence): readonly ((id: string) => boolean)[] {
  const used = new Set(Object.values(sequence.at(-1)?.uses ?? {}));
  const makers = new Set(sequence.flatMap(({ uses }) => Object.values(uses)));
  return [...makers]
    .filter((maker) => !used.has(maker))
    .toReversed()
    .map((maker) => {
      const about = new Set<string>([maker]);
      for (const { id, uses } of sequence)
        if (Object.values(uses).some((one) => about.has(one))) about.add(id);
      return (id: string) => about.has(id);
    });
}
