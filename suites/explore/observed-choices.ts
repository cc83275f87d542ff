import { settled } from '../../engine/judge/belief.ts';
import type { Execution } from '../../engine/judge/execution.ts';
import { settledChoices } from '../../engine/judge/rejudge.ts';
import type { Performed } from '../../engine/model.ts';
import type { ObservedChoiceRecord, ObservedExchange } from '../../harness/records/sequence-record.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import type { AnyMachine } from './machines.ts';

/** Characters of a request or an answer that are kept: a target's answer may be of any length. */
const longest = 400;

/** The choices of open points that an execution shows and `isNew` has not seen yet, each with its step, request and answer. */
export function newObservations(
  machine: AnyMachine,
  {
    belief,
    performed,
    initial,
    notificationChoices = [],
    shownChoices = [],
  }: Execution<unknown, Call, Reply, Notification>,
  isNew: (latitude: string, choice: string) => boolean,
): readonly ObservedChoiceRecord[] {
  const records: ObservedChoiceRecord[] = [];
  const fresh = settled(belief).filter(({ latitude, choice }) => isNew(latitude, choice));
  const places = fresh.length === 0 ? [] : settledChoices(machine, initial, performed);
  for (const { latitude, choice } of fresh) {
    const where = places.find((one) => one.latitude === latitude && one.choice === choice);
    const made = exchange(performed, where?.made);
    const settledBy = where?.settled === where?.made ? undefined : exchange(performed, where?.settled);
    if (made !== undefined) records.push({ latitude, choice, made, ...(settledBy && { told: settledBy }) });
  }
  for (const { latitude, choice, step } of shownChoices) {
    const made = exchange(performed, step);
    if (made !== undefined && isNew(latitude, choice)) records.push({ latitude, choice, made });
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
