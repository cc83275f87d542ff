import {
  allMet,
  judgeNotifications,
  type NotificationSource,
  type NotificationVerdict,
  type Patience,
} from './judge-notifications.ts';
import { count, noteFirst } from '../collections.ts';
import type { Execution, Violation } from './execution.ts';
import { likeliest, merge, type Belief, type Hypothesis } from './belief.ts';
import type { Machine } from '../machine.ts';
import type { Breach } from '../model.ts';

/** How an execution's notifications are awaited. */
interface Waiting {
  /** Default: `whole`. */
  readonly patience?: Patience;
  /** True: only a missing notification is sought, so nothing else is awaited or judged once all have come. Default false. */
  readonly onlyMissing?: boolean;
  /** True for a violation that was reported already: its notifications are not awaited again. Default: none was. */
  isKnown?(violation: Violation): boolean;
  /** True for notifications of an event that never come, as the breaches say that would accuse them: the others are awaited alone. Default: all may come. */
  neverCome?(breaches: readonly Breach[]): boolean;
}

/** Waits for the notifications of a finished sequence, judges them, and adds what they prove or break to its execution. */
export async function awaitNotifications<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  execution: Execution<S, C, R, N>,
  source: NotificationSource<N>,
  { patience = 'whole', onlyMissing = false, isKnown = () => false, neverCome = () => false }: Waiting = {},
): Promise<Execution<S, C, R, N>> {
  const since = source.now();
  const { belief } = execution;
  const state = likeliest(belief);
  const ids = machine.routes?.(state) ?? [];
  const identity = (notification: N) => source.identity(notification);
  if (execution.violation !== undefined || execution.inconclusive !== undefined || ids.length === 0) {
    source.forget(ids);
    return execution;
  }
  const met = (never?: Waiting['neverCome']) => () => allMet(belief, source.of(ids), identity, never);
  await source.wait(ids, met(neverCome), 'least', since);
  // Another hypothesis may expect what does come: it is not accused of that before the deadline.
  if (!met()()) {
    const soFar = judgeNotifications(machine, belief, source.of(ids), identity);
    if (!isKnown(violationOf(soFar))) await source.wait(ids, met(), patience, since);
  }
  if (onlyMissing && met()()) {
    source.forget(ids);
    return execution;
  }
  await source.settle(since);
  const notifications = source.of(ids);
  const verdict = judgeNotifications(machine, belief, notifications, identity);
  source.forget(ids);
  count(execution.evidence, verdict.evidence);
  if (execution.provenAt !== undefined) noteFirst(execution.provenAt, verdict.evidence, '');
  const notificationChoices = notifications.flatMap((notification) =>
    Object.entries(machine.choicesIn?.(notification, state) ?? {}).map(([latitude, choice]) => ({
      latitude,
      choice,
      by: identity(notification),
    })),
  );
  if (verdict.breaches.length === 0) return { ...execution, notificationChoices };
  return { ...execution, notificationChoices, violation: violationOf(verdict) };
}

function violationOf({ breaches, onlyMissing }: NotificationVerdict): Violation {
  const missing = onlyMissing === true ? ({ onlyMissing } as const) : {};
  return { at: 'notifications', operation: 'notifications', abstract: '', breaches, ...missing };
}

/** More ways in which requests without an answer may have been applied are not followed. */
const mostWays = 256;

/**
 * A belief with every way in which the requests that are pending may have been applied by now: none of them, one, or several in any order.
 * Undefined: there are too many ways.
 */
export function applyPending<S, N>(belief: Belief<S, N>): Belief<S, N> | undefined {
  if (belief.every(({ pending }) => pending === undefined)) return belief;
  const ways: Hypothesis<S, N>[] = [...belief];
  // Those that are added are looked at too: other requests may follow.
  for (const hypothesis of ways) {
    for (const one of hypothesis.pending ?? []) ways.push(...one.applied(without(hypothesis, one.step)));
    if (ways.length > mostWays) return undefined;
  }
  return merge(ways);
}

function without<S, N>(hypothesis: Hypothesis<S, N>, step: string): Hypothesis<S, N> {
  const { pending = [], ...rest } = hypothesis;
  const left = pending.filter((one) => one.step !== step);
  return left.length === 0 ? rest : { ...rest, pending: left };
}
