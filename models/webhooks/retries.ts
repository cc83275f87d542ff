import type { Breach } from '../../engine/model.ts';
import { deliveryRules } from '../../spec/legacy/deliveries.ts';
import type { SendExpect } from '../../spec/expect.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { eventIdentity } from './event-identity.ts';
import {
  between,
  firstIntervalMs,
  intervalsOf,
  seconds,
  excerpt,
  type Interval,
  type Send,
  toleranceMs,
} from './intervals.ts';

/** How the receiver refused every send of one notification: never with HTTP 200. */
export type Failing = 'other-2xx' | 'redirect' | 'error' | 'no-answer' | 'lost-connection';

/** All sends of one notification that was never accepted, on the target's clock. */
export interface RetryHistory {
  readonly failing: Failing;
  /** In the order received, with the first send. */
  readonly sends: readonly Send[];
  /** The target's clock at the end of the observation, ms since the epoch. */
  readonly until: number;
}

export interface RetryVerdict {
  /** Ids of the requirements that held and could have failed. */
  readonly evidence: readonly string[];
  readonly breaches: readonly Breach[];
}

export const lastIntervalMs = 600_000;
export const mostRetries = 9;
// No factor is shown. Where each send may be a second late, a growth by less than a twentieth can't be seen.
export const leastGrowth = 1.05;
// Without a retry for the longest interval and a tenth more the retries have ended.
const silenceMs = 1.1 * lastIntervalMs;

const retried: Readonly<Record<Failing, Requirement>> = {
  'other-2xx': deliveryRules.retriedAfterOther2xx,
  redirect: deliveryRules.retriedAfterRedirect,
  error: deliveryRules.retriedAfterError,
  'no-answer': deliveryRules.retriedAfterNoAnswer,
  'lost-connection': deliveryRules.retriedAfterLostConnection,
};

/** How each send was refused, for people. */
export const refusedBy: Readonly<Record<Failing, string>> = {
  'other-2xx': 'the receiver answers with a 2xx status other than 200',
  redirect: 'the receiver answers with a redirect',
  error: 'the receiver answers with an error',
  'no-answer': 'the receiver does not answer',
  'lost-connection': 'the receiver closes the connection',
};

/**
 * Judges the sends of one notification against the documented retries (legacy, Events, rules 3 and 4; Limits), copies that come soon after a
 * send aside. `lagMs` is added to each interval that counts from the failure: the answer time, for unanswered sends. Fewer than 9 retries
 * are permitted, but not a schedule that stops before its interval of 10 minutes.
 */
export function judgeRetries(history: RetryHistory, lagMs = 0): RetryVerdict {
  return judgeReading(history, withoutDuplicates(history.sends), lagMs);
}

/** The same, where `sends` are those of the history that are no copies. */
export function judgeReading(history: RetryHistory, sends: readonly Send[], lagMs = 0): RetryVerdict {
  const { failing, until } = history;
  const [first, ...retries] = sends;
  const last = sends.at(-1);
  if (first === undefined || last === undefined) return { evidence: [], breaches: [] };
  const verdict = new Tally();
  const quiet = isQuiet(last, until);
  if (retries.length === 0) {
    // Nothing can be judged before the silence is long enough.
    if (quiet) {
      const asked = `the notification once more, 10 s later, when ${refusedBy[failing]}`;
      verdict.rule(
        retried[failing],
        false,
        asked,
        "it once, and not again within 10 minutes of the target's clock",
        { send: 2, afterMs: firstIntervalMs },
      );
    }
    return verdict;
  }
  verdict.rule(retried[failing], true);
  const changed = retries.find((retry) => eventIdentity(retry.body) !== eventIdentity(first.body));
  verdict.rule(
    deliveryRules.sameEvent,
    changed === undefined,
    excerpt(first.body),
    excerpt(changed?.body ?? ''),
  );

  // A clock step longer than two first intervals may hold several sends, so the intervals are unknown.
  if (history.sends.slice(0, 4).some(({ since, at }) => at - since >= 2 * firstIntervalMs)) return verdict;

  const end = endOf(sends, lagMs, quiet);
  const scheduled = sends.slice(0, Math.min(end ?? mostRetries, mostRetries) + 1);
  const intervals = intervalsOf(scheduled, lagMs);
  const found = intervals.map(seconds).join(', ');
  const ended = quiet || retries.length >= mostRetries;
  judgeFirst(verdict, intervals, ended, found);
  if (ended) {
    if (scheduled.length > 5) judgeGrowth(verdict, scheduled, lagMs, found);
    const final = intervals.at(-1);
    const long = final !== undefined && final.least <= lastIntervalMs && final.most >= lastIntervalMs;
    // The last of the documented sends, or the one that would have followed.
    const due = { send: Math.min(scheduled.length, mostRetries) + 1, afterMs: lastIntervalMs };
    verdict.rule(deliveryRules.lastInterval, long, 'the last retry after 600 s', `intervals ${found}`, due);
  }
  const few = retries.length <= mostRetries;
  if (quiet || !few) {
    const count = `${retries.length} retries`;
    verdict.rule(deliveryRules.atMostNine, few, `at most ${mostRetries} retries`, count);
  }
  if (end !== undefined) {
    const isLast = end === retries.length;
    const all = intervalsOf(sends, lagMs).map(seconds).join(', ');
    verdict.rule(
      deliveryRules.noneAfterLast,
      isLast,
      'silence after the interval of 600 s',
      `intervals ${all}`,
    );
  }
  return verdict;
}

/**
 * Which retry was the last, however many there were: it came after 10 minutes, and silence follows, or an interval that is certainly longer
 * than the last one. Undefined: none was.
 */
function endOf(sends: readonly Send[], lagMs: number, quiet: boolean): number | undefined {
  const intervals = intervalsOf(sends, lagMs);
  const end = intervals.findIndex(({ least, most }, index) => {
    const next = intervals[index + 1];
    const isLong = least <= lastIntervalMs && most >= lastIntervalMs && most - least < lastIntervalMs;
    return isLong && (next === undefined ? quiet : next.least > lastIntervalMs);
  });
  return end === -1 ? undefined : end + 1;
}

/** Whether no retry can follow a send any more. */
export function isQuiet(last: Send, until: number): boolean {
  return until - last.at >= silenceMs;
}

class Tally implements RetryVerdict {
  readonly evidence: string[] = [];
  readonly breaches: Breach[] = [];

  /** `due`: the send that is missing, or came at another time. */
  rule(rule: Requirement, holds: boolean, expected = '', received = '', due?: SendExpect): void {
    if (holds) this.evidence.push(rule.id);
    else this.breaches.push({ rule: rule.id, expected, received, ...(due && { expect: [due] }) });
  }
}

function judgeFirst(verdict: Tally, intervals: readonly Interval[], ended: boolean, found: string): void {
  const three = intervals.slice(0, 3);
  const isRight = ({ least, most }: Interval) => least <= firstIntervalMs && most >= firstIntervalMs;
  const right = three.every(isRight);
  if (right && three.length < 3 && !ended) return;
  verdict.rule(
    deliveryRules.firstThree,
    right && three.length === 3,
    'three intervals of 10 s',
    `intervals ${found}`,
    {
      // An interval stands between two sends, and they are counted from 1.
      send: 2 + (right ? three.length : three.findIndex((one) => !isRight(one))),
      afterMs: firstIntervalMs,
    },
  );
}

/**
 * After the third interval each must grow; the last is fixed, so it must only not be shorter. Judged over spans of
 * several intervals, since the bounds of a long span are as narrow as those of a short one.
 */
function judgeGrowth(verdict: Tally, sends: readonly Send[], lagMs: number, found: string): void {
  const grows = sends.slice(3, -1).every((base, index) => {
    const before = sends[index + 2];
    if (before === undefined) return true;
    // The third interval has its own rule; here it counts as documented.
    let interval = index === 0 ? firstIntervalMs : between(before, base, lagMs).least;
    let span = 0;
    return sends.slice(index + 4).every((send, ahead, rest) => {
      interval *= ahead === rest.length - 1 ? 1 : leastGrowth;
      span += interval;
      return between(base, send, lagMs * (ahead + 1)).most >= span;
    });
  });
  const expected = 'intervals that each grow after the third';
  verdict.rule(deliveryRules.growing, grows, expected, `intervals ${found}`);
}

// A duplicate may be delayed like any notification (rule 5). Within half of the first interval it is surely not a retry.
const duplicateMs = 5000;

/**
 * The sends of one notification without duplicates, which are permitted (legacy, Events, rule 5): the same event again within half of the
 * first interval. At most one for each send is removed, so retries that are too fast remain.
 */
export function withoutDuplicates(sends: readonly Send[]): readonly Send[] {
  const kept: Send[] = [];
  let removed = false;
  for (const send of sends) {
    const before = kept.at(-1);
    removed = before !== undefined && !removed && isDuplicate(kept.at(-2), before, send);
    if (!removed) kept.push(send);
  }
  return kept;
}

function isDuplicate(earlier: Send | undefined, before: Send, send: Send): boolean {
  const early = send.since - before.at <= duplicateMs;
  // A send in a long clock step has only bounds. One that may be the retry is taken for it; intervals never get shorter.
  const interval = earlier === undefined ? 0 : before.since - earlier.at;
  const retry = send.at - before.since >= Math.max(firstIntervalMs, interval) - toleranceMs;
  return early && !retry && eventIdentity(send.body) === eventIdentity(before.body);
}
