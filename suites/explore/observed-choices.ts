import type { Execution, Performed } from '../../engine/judge/execute.ts';
import { settled } from '../../engine/judge/belief.ts';
import { whereSettled } from '../../engine/judge/rejudge.ts';
import type { ObservedExchange, ObservedChoiceRecord } from '../../harness/journal-records.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import type { AnyMachine } from './machines.ts';

/** Enough to see what was asked and answered; a target may answer without end. */
const longest = 400;

/** How an execution answered open points in a way that `isNew` has not met yet: step, request and answer, for a report. */
export function shownChoices(
  machine: AnyMachine,
  { belief, performed, initial, notificationChoices = [] }: Execution<unknown, Call, Reply, Notification>,
  isNew: (latitude: string, choice: string) => boolean,
): readonly ObservedChoiceRecord[] {
  const records: ObservedChoiceRecord[] = [];
  for (const { latitude, choice } of settled(belief)) {
    if (!isNew(latitude, choice)) continue;
    const where = whereSettled(machine, initial, performed, latitude, choice);
    const made = exchange(performed, where?.made);
    const told = where?.settled === where?.made ? undefined : exchange(performed, where?.settled);
    if (made !== undefined) records.push({ latitude, choice, made, ...(told && { told }) });
  }
  for (const { latitude, choice, by } of notificationChoices) {
    if (!isNew(latitude, choice)) continue;
    records.push({ latitude, choice, made: { step: '', request: 'notification', answer: bounded(by) } });
  }
  return records;
}

function exchange(
  performed: readonly Performed<Call, Reply>[],
  id: string | undefined,
): ObservedExchange | undefined {
  const one = performed.find(({ step }) => step.id === id);
  if (one === undefined) return undefined;
  const { step, call, observation } = one;
  const body = call.body === undefined ? '' : ` ${JSON.stringify(call.body)}`;
  return {
    step: step.id,
    request: bounded(`${step.operation} ${step.kind}: ${call.method} ${call.path}${body}`),
    answer: bounded('lost' in observation ? 'none' : `${observation.reply.http} ${observation.reply.text}`),
  };
}

function bounded(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
