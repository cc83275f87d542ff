import type { Breach } from '../../engine/model.ts';
import { deliveryRules } from '../../spec/legacy/deliveries.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { withoutDuplicates } from './duplicates.ts';
import { eventIdentity } from './event-identity.ts';
import {
  between,
  firstIntervalMs,
  intervalsOf,
  seconds,
  shown,
  type Interval,
  type Send,
} from './intervals.ts';

/** How the receiver met every send of one notification; none of these is an HTTP 200. */
export type Failing = 'other-2xx' | 'redirect' | 'error' | 'no-answer' | 'lost-connection';

/** All sends of one notification that was never taken, on the target's clock. */
export interface RetryHistory {
  readonly failing: Failing;
  /** In order of arrival, the first send included. */
  readonly sends: readonly Send[];
  /** The target's clock when the watch ended, ms since the epoch. */
  readonly until: number;
}

export interface RetryVerdict {
  /** Ids of the requirements that held and could have failed. */
  readonly evidence: readonly string[];
  readonly breaches: readonly Breach[];
}

export const lastIntervalMs = 600_000;
const mostRetries = 9;
// Exponential growth multiplies. From 10 s to 10 min in six steps takes a factor of 2 on average; less than a fifth is none.
const leastGrowth = 1.2;
// Once no retry has come for the longest interval and a tenth more, none is on its way.
const silenceMs = 1.1 * lastIntervalMs;

const retried: Readonly<Record<Failing, Requirement>> = {
  'other-2xx': deliveryRules.retriedAfterOther2xx,
  redirect: deliveryRules.retriedAfterRedirect,
  error: deliveryRules.retriedAfterError,
  'no-answer': deliveryRules.retriedAfterNoAnswer,
  'lost-connection': deliveryRules.retriedAfterLostConnection,
};

/**
 * Judges one notification's sends against the documented retries (legacy, Events, rules 3 and 4; Limits).
 * `lagMs` is what the target adds to each interval where it counts from the failure: the answer time, for sends that are
 * never answered. Fewer than 9 retries break nothing by themselves; a schedule that stops before 10 minutes does.
 */
export function judgeRetries(history: RetryHistory, lagMs = 0): RetryVerdict {
  const { failing, until } = history;
  const sends = withoutDuplicates(history.sends);
  const [first, ...retries] = sends;
  const last = sends.at(-1);
  if (first === undefined || last === undefined) return { evidence: [], breaches: [] };
  const verdict = new Tally();
  const quiet = until - last.at >= silenceMs;
  if (retries.length === 0) {
    // Before the first interval is well over nothing can be told.
    if (quiet) verdict.rule(retried[failing], false, `a retry after ${failing}`, 'none');
    return verdict;
  }
  verdict.rule(retried[failing], true);
  const changed = retries.find((retry) => eventIdentity(retry.body) !== eventIdentity(first.body));
  verdict.rule(deliveryRules.sameEvent, changed === undefined, shown(first.body), shown(changed?.body ?? ''));

  // A step that is longer than two first intervals may hold several sends: the watch has not followed this notification.
  if (history.sends.slice(0, 4).some(({ since, at }) => at - since >= 2 * firstIntervalMs)) return verdict;

  const scheduled = sends.slice(0, mostRetries + 1);
  const intervals = intervalsOf(scheduled, lagMs);
  const found = intervals.map(seconds).join(', ');
  const ended = quiet || retries.length >= mostRetries;
  judgeFirst(verdict, intervals, ended, found);
  if (ended) {
    if (scheduled.length > 5) judgeGrowth(verdict, scheduled, lagMs, found);
    const final = intervals.at(-1);
    const long = final !== undefined && final.least <= lastIntervalMs && final.most >= lastIntervalMs;
    verdict.rule(deliveryRules.lastInterval, long, 'the last retry after 600 s', `intervals ${found}`);
  }
  const few = retries.length <= mostRetries;
  if (quiet || !few) {
    const count = `${retries.length} retries`;
    verdict.rule(deliveryRules.atMostNine, few, `at most ${mostRetries} retries`, count);
    verdict.rule(deliveryRules.noneAfterLast, few, 'silence after the last retry', count);
  }
  return verdict;
}

class Tally implements RetryVerdict {
  readonly evidence: string[] = [];
  readonly breaches: Breach[] = [];

  rule(rule: Requirement, holds: boolean, expected = '', received = ''): void {
    if (holds) this.evidence.push(rule.id);
    else this.breaches.push({ rule: rule.id, expected, received });
  }
}

function judgeFirst(verdict: Tally, intervals: readonly Interval[], ended: boolean, found: string): void {
  const three = intervals.slice(0, 3);
  const right = three.every(({ least, most }) => least <= firstIntervalMs && most >= firstIntervalMs);
  if (right && three.length < 3 && !ended) return;
  verdict.rule(
    deliveryRules.firstThree,
    right && three.length === 3,
    'three intervals of 10 s',
    `intervals ${found}`,
  );
}

/**
 * From the third interval on each must be longer than the one before by the least growth; the last is fixed, so it need only not
 * be shorter. Judged over spans of several intervals, since the bounds of a long span are as narrow as those of a short one.
 */
function judgeGrowth(verdict: Tally, sends: readonly Send[], lagMs: number, found: string): void {
  const grows = sends.slice(3, -1).every((base, index) => {
    const before = sends[index + 2];
    if (before === undefined) return true;
    // Whether the third interval is 10 s is judged by its own rule; here it is taken as documented.
    let interval = index === 0 ? firstIntervalMs : between(before, base, lagMs).least;
    let span = 0;
    return sends.slice(index + 4).every((send, ahead, rest) => {
      interval *= ahead === rest.length - 1 ? 1 : leastGrowth;
      span += interval;
      return between(base, send, lagMs * (ahead + 1)).most >= span;
    });
  });
  const expected = 'intervals that each grow by a fifth or more after the third';
  verdict.rule(deliveryRules.growing, grows, expected, `intervals ${found}`);
}
