import { duplicateIdentity, eventIdentity } from './event-identity.ts';
import { between, firstIntervalMs, toleranceMs, type Interval, type Send } from './intervals.ts';
import {
  isQuiet,
  judgeReading,
  lastIntervalMs,
  leastGrowth,
  mostRetries,
  type RetryHistory,
} from './retries.ts';

/** Tries at most, so that a target which sends without end is not read without end. Beyond that nobody is accused. */
const mostTries = 20_000;
const evenRetries = 3;

/** One way to read the sends of a notification: these are the schedule, all others are copies. Undefined: there are too many to say. */
export type Reading = readonly Send[] | undefined;

/**
 * The readings of the sends under which they keep the schedule (legacy, Events, rule 4). A copy of a refused notification can't be told from
 * a retry, and 'duplicates can occur' (rule 5) says neither when nor how often.
 */
export function* readingsOf(history: RetryHistory, lagMs: number): Generator<Reading> {
  const { sends } = history;
  const [first] = sends;
  const last = sends.at(-1);
  if (first === undefined || last === undefined) return;
  // What is not even a duplicate is no copy.
  const event = duplicateIdentity(first.body);
  if (sends.some(({ body }) => duplicateIdentity(body) !== event)) return;
  const same = eventIdentity(first.body);
  const isSame = sends.map(({ body }) => eventIdentity(body) === same);
  const ends = isQuiet(last, history.until);
  let tries = 0;

  function* from(
    chain: readonly Send[],
    after: number,
    shortest: number,
    mayEnd: boolean,
  ): Generator<Reading> {
    const retries = chain.length - 1;
    if (mayEnd && keeps(history, chain, lagMs, ends)) yield chain;
    if (retries === mostRetries) return;
    for (let next = after; next < sends.length; next += 1) {
      tries += 1;
      if (tries > mostTries) return;
      const before = chain.at(-1);
      const send = sends[next];
      if (before === undefined || send === undefined) return;
      if (isSame[next] !== true) continue;
      const interval = between(before, send, lagMs);
      if (interval.least > lastIntervalMs) return;
      if (!mayFollow(interval, retries, shortest)) continue;
      const isLong = interval.least <= lastIntervalMs && interval.most >= lastIntervalMs;
      const least = retries < evenRetries ? firstIntervalMs : interval.least;
      yield* from([...chain, send], next + 1, least, !ends || isLong);
    }
  }
  yield* from([first], 1, firstIntervalMs, !ends);
  if (tries > mostTries) yield undefined;
}

/** Whether an interval may stand after so many retries, the last of which came after at least `shortest`. */
function mayFollow({ least, most }: Interval, retries: number, shortest: number): boolean {
  if (retries < evenRetries) return least <= firstIntervalMs && most >= firstIntervalMs;
  return most >= shortest * leastGrowth || (most >= shortest && most >= lastIntervalMs);
}

/** Whether these sends alone keep every rule; one that is still watched may not have come to its end yet. */
function keeps(history: RetryHistory, chain: readonly Send[], lagMs: number, ends: boolean): boolean {
  const last = chain.at(-1);
  if (last === undefined) return false;
  const isDue = history.until - last.since > firstIntervalMs + lagMs + toleranceMs;
  if (chain.length <= evenRetries && (ends || isDue)) return false;
  // What comes after the last one is a copy, so the schedule has ended as soon as all has.
  const until = ends ? Infinity : last.at;
  return judgeReading({ ...history, sends: chain, until }, chain, lagMs).breaches.length === 0;
}
