import { deliveryRules } from '../../spec/legacy/deliveries.ts';
import { between, firstIntervalMs, seconds, type Interval, type Send } from './intervals.ts';
import { answerTimeMs } from './passage.ts';
import type { RetryVerdict, RetryHistory } from './retries.ts';

/** All sends of one notification of which each was answered with HTTP 200, on the target's clock. */
export interface AcceptedHistory {
  readonly answered: 'at-once' | 'late';
  /** In the order received, with the first send. */
  readonly sends: readonly Send[];
  /** Whether the answer to the first send came within the answer time, by the target's clock and by ours. */
  readonly inTime: boolean;
  /** The target's clock at the end of the observation, ms since the epoch. */
  readonly until: number;
}

/** The retries at even intervals: a target that makes all of them follows the schedule. */
const evenRetries = 3;
// A send in a longer step of the clock may be at any interval.
const widestMs = firstIntervalMs / 2;

/**
 * Judges that an HTTP 200 ends the sends (legacy, Events, rules 3 and 5; Limits). Duplicates may occur at any time, and an answer may cross a
 * resend. So what accuses is the schedule itself: three sends more, one after another at its even interval, each of them answered.
 */
export function judgeAccepted({ answered, sends, inTime, until }: AcceptedHistory): RetryVerdict {
  const { id: rule } = answered === 'late' ? deliveryRules.lateAnswerTaken : deliveryRules.endedBy200;
  const [first] = sends;
  // A target that was answered too late may retry. One that gives up on the answer may count the interval from then.
  const longestMs = firstIntervalMs + (answered === 'late' ? answerTimeMs : 0);
  const clear = sends.filter(({ since, at }) => at - since <= widestMs);
  if (first === undefined || first !== clear[0] || !inTime) return { evidence: [], breaches: [] };
  const interval = retriedAt(clear, longestMs);
  if (interval !== undefined) {
    const received = `${sends.length} sends, three of them ${seconds(interval)} after one another`;
    const expected = `no retries of a notification that was answered with 200${answered === 'late' ? ' within 10 s' : ''}`;
    return { evidence: [], breaches: [{ rule, expected, received }] };
  }
  const isWatched = until - first.at >= evenRetries * longestMs + widestMs;
  const isClear = sends.length - clear.length < evenRetries;
  return { evidence: isWatched && isClear ? [rule] : [], breaches: [] };
}

/** The interval at which sends follow the first three times, from 10 s to the longest; undefined: there is none. */
function retriedAt([first, ...others]: readonly Send[], longestMs: number): Interval | undefined {
  if (first === undefined) return undefined;
  const documented = { least: firstIntervalMs, most: longestMs };
  return others
    .flatMap((second) => {
      const interval = common(between(first, second, 0), documented);
      return interval === undefined ? [] : [{ second, interval }];
    })
    .find(({ second, interval }) => goesOn(second, others, interval))?.interval;
}

/** Whether sends follow this retry at the same interval, until there are as many as at even intervals. */
function goesOn(retry: Send, others: readonly Send[], interval: Interval): boolean {
  let last: Send | undefined = retry;
  for (let retries = 1; last !== undefined && retries < evenRetries; retries += 1) {
    const before: Send = last;
    last = others.find((send) => common(between(before, send, 0), interval) !== undefined);
  }
  return last !== undefined;
}

function common(one: Interval, other: Interval): Interval | undefined {
  const both = { least: Math.max(one.least, other.least), most: Math.min(one.most, other.most) };
  return both.least <= both.most ? both : undefined;
}

/** An event during the retries of an earlier notification. */
interface Meanwhile {
  readonly what: string;
  /** The target's clock when its notification was received at the latest; absent: never. */
  readonly receivedBy?: number;
}

/** The first send, the three retries at even intervals, and one more. */
export const fewestSends = 5;

/** Judges whether an event was delivered that happened once the retries of earlier ones had ended (legacy, Events: all events are sent). */
export function judgeAfterwards({ what, receivedBy }: Meanwhile): RetryVerdict {
  const rule = deliveryRules.laterEventsAfter.id;
  if (receivedBy !== undefined) return { evidence: [rule], breaches: [] };
  const expected = `${what} delivered, though retries of earlier notifications have ended`;
  return { evidence: [], breaches: [{ rule, expected, received: 'it was never received' }] };
}

/** Judges whether later events were delivered before the retries of an earlier one had ended (legacy, Events, rule 4). */
export function judgeMeanwhile(earlier: RetryHistory, events: readonly Meanwhile[]): RetryVerdict {
  const end = earlier.sends.at(-1);
  // Retries that end within the even intervals are too short: the notification of the event may come later.
  if (end === undefined || earlier.sends.length < fewestSends || events.length === 0)
    return { evidence: [], breaches: [] };
  const rule = deliveryRules.laterEventsMeanwhile.id;
  const late = events.filter(({ receivedBy }) => receivedBy === undefined || receivedBy > end.since);
  if (late.length === 0) return { evidence: [rule], breaches: [] };
  return {
    evidence: [],
    breaches: late.map(({ what, receivedBy }) => ({
      rule,
      expected: `${what} delivered while an earlier notification is retried`,
      received:
        receivedBy === undefined
          ? 'it was never received'
          : 'it was received after the last of those retries',
    })),
  };
}
