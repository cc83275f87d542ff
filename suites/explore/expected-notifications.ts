import type { Belief } from '../../engine/judge/belief.ts';
import type { Execution } from '../../engine/judge/execute.ts';
import { rejudge } from '../../engine/judge/rejudge.ts';
import type { ExpectedNotificationRecord } from '../../harness/journal/journal-records.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import type { AnyMachine } from './machines.ts';

/** The notifications that a sequence requires whatever the open points are, each with the step that requires it. */
export function expectedNotifications(
  machine: AnyMachine,
  { initial, performed }: Execution<unknown, Call, Reply, Notification>,
): readonly ExpectedNotificationRecord[] {
  const found: ExpectedNotificationRecord[] = [];
  let before = new Map<string, number>();
  const explained = (belief: Belief<unknown, Notification>, index: number) => {
    const now = requiredByAll(belief);
    for (const [event, times] of now) {
      const more = times - (before.get(event) ?? 0);
      if (more > 0) found.push({ step: performed[index]?.step.id ?? '', event, times: more });
    }
    before = now;
  };
  rejudge(machine, initial, performed, { explained });
  return found;
}

/** By event: the fewest that any hypothesis requires. */
function requiredByAll(belief: Belief<unknown, Notification>): Map<string, number> {
  const [first, ...others] = belief.map(({ expected }) => {
    const due = new Map<string, number>();
    for (const { key, least } of expected) due.set(key, (due.get(key) ?? 0) + least);
    return due;
  });
  const due = new Map<string, number>();
  for (const [event, times] of first ?? [])
    due.set(event, Math.min(times, ...others.map((one) => one.get(event) ?? 0)));
  return due;
}
