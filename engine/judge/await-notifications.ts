import {
  allMet,
  judgeArrivals,
  type Arrivals,
  type ArrivalVerdict,
  type Patience,
} from './judge-notifications.ts';
import { count } from '../count.ts';
import { likeliest, type Execution, type Violation } from './execute.ts';
import type { Machine } from '../model.ts';

/** How an execution's notifications are waited for. */
export interface Waiting {
  /** Default: `whole`. */
  readonly patience?: Patience;
  /** True for a violation that was reported already: it is not waited for again. Default: none was. */
  isKnown?(violation: Violation): boolean;
}

/** Waits for a finished sequence's notifications, judges them, and adds what they prove or break to its execution. */
export async function arrived<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  execution: Execution<S, C, R, N>,
  arrivals: Arrivals<N>,
  { patience = 'whole', isKnown = () => false }: Waiting = {},
): Promise<Execution<S, C, R, N>> {
  const since = arrivals.now();
  const { belief } = execution;
  const state = likeliest(belief);
  const ids = machine.routes?.(state) ?? [];
  const identity = (notification: N) => arrivals.identity(notification);
  if (execution.violation !== undefined || execution.inconclusive !== undefined || ids.length === 0) {
    arrivals.forget(ids);
    return execution;
  }
  const met = () => allMet(belief, arrivals.of(ids), identity);
  const soon = await arrivals.wait(ids, met, 'least', since);
  if (!soon) {
    const soFar = judgeArrivals(machine, belief, arrivals.of(ids), identity);
    if (!isKnown(violationOf(soFar))) await arrivals.wait(ids, met, patience, since);
  }
  await arrivals.settle(since);
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
  return { ...execution, shown, violation: violationOf(verdict) };
}

function violationOf({ breaches, onlyMissing }: ArrivalVerdict): Violation {
  const missing = onlyMissing === true ? ({ onlyMissing } as const) : {};
  return { at: 'notifications', operation: 'notifications', abstract: '', breaches, ...missing };
}
