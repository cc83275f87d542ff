import { allMet, judgeArrivals, type Arrivals } from './arrivals.ts';
import { count } from './count.ts';
import { likeliest, type Execution } from './execute.ts';
import type { Machine } from './model.ts';

/** Waits for a finished sequence's notifications, judges them, and adds what they prove or break to its execution. */
export async function arrived<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  execution: Execution<S, C, R, N>,
  arrivals: Arrivals<N>,
): Promise<Execution<S, C, R, N>> {
  const { belief } = execution;
  const state = likeliest(belief);
  const ids = machine.routes?.(state) ?? [];
  const identity = (notification: N) => arrivals.identity(notification);
  if (execution.violation !== undefined || execution.inconclusive !== undefined || ids.length === 0) {
    arrivals.forget(ids);
    return execution;
  }
  await arrivals.wait(ids, () => allMet(belief, arrivals.of(ids), identity));
  await arrivals.settle();
  const notifications = arrivals.of(ids);
  const verdict = judgeArrivals(machine, belief, notifications, identity);
  arrivals.forget(ids);
  count(execution.evidence, verdict.evidence);
  const shown = notifications.flatMap((notification) =>
    Object.entries(machine.shows?.(notification, state) ?? {}).map(([latitude, choice]) => ({
      latitude,
      choice,
      by: identity(notification),
    })),
  );
  if (verdict.breaches.length === 0) return { ...execution, shown };
  const violation = {
    at: 'arrivals',
    operation: 'notifications',
    abstract: '',
    breaches: verdict.breaches,
  } as const;
  return { ...execution, shown, violation };
}
