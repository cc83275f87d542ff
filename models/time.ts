import type { Check } from '../engine/model.ts';
import { instantSpan, type Span } from '../spec/instants.ts';
import type { Setup } from './setup.ts';
import { breachesOf } from './checks.ts';
import type { PassedBeside } from './clock-call.ts';
import type { ClockReading, Reply, Sent } from './wire.ts';

/** Of the time that passes, two clocks differ by less: NTP slews a clock by half of it at most. */
const driftShare = 0.001;
/** Our clock is read in whole milliseconds. */
const digitMs = 1;
/** What the dates of replies may be off, and the times of a recorder: gateways and proxies write them by a clock of their own. */
export const roughMs = 2 * 60_000;

/** How much time has passed from one request to a later one. `slackMs`: what their times may be off. */
export function passedBetween(first: Sent, later: Sent, slackMs = 0): Span {
  const most = Math.max(0, later.receivedAt - first.sentAt);
  const unsure = most * driftShare + digitMs + slackMs;
  return { least: Math.max(0, later.sentAt - first.receivedAt) - unsure, most: most + unsure };
}

/** How much time has passed at least while a move of the clock was waited for, ms. */
export function passedAtLeast({ waitedMs, stoodMs }: PassedBeside): number {
  return Math.max(0, waitedMs * (1 - driftShare) - stoodMs - digitMs);
}

/** The target's time while a request was executed, ms since the epoch. `slackMs`: what the time of the request may be off. */
export function timeAt(
  { least, most, readAt }: ClockReading,
  { sentAt, receivedAt }: Sent,
  slackMs = 0,
): Span {
  const drift = readAt === undefined ? 0 : Math.abs(receivedAt - readAt) * driftShare + digitMs;
  const unsure = drift + slackMs;
  return { least: sentAt + least - unsure, most: receivedAt + most + unsure };
}

/** The clock of a target by an instant that it showed of just now; undefined for a text that is none. */
export function clockBy(shown: unknown, { sentAt, receivedAt }: Sent): ClockReading | undefined {
  const now = instantSpan(shown);
  return now && { least: now.least - receivedAt, most: now.most - sentAt, readAt: receivedAt };
}

/**
 * The target's time while a request was executed. Others may move its clock on at any time: what a reading before the request shows is the least that it was, and only
 * a reading after it the most. `before` and `after`: the latest readings then and now. `unreadMs`: what is tolerated without one.
 */
export function timeBetween(
  before: ClockReading,
  after: ClockReading | undefined,
  request: Sent,
  unreadMs: number,
): Span {
  const { least, most } = timeAt(before, request);
  if (before.readAt === undefined) return { least, most };
  const isRead = after?.readAt !== undefined && after.readAt >= request.receivedAt;
  return { least, most: isRead ? timeAt(after, request).most : most + unreadMs };
}

/** The clock of a target that is known from the start: where control can read or move it, it may have been moved before. */
export function knownClock({ means, skewMs }: Pick<Setup, 'means' | 'skewMs'>): ClockReading | undefined {
  const isMovable = means.has('clock.advance') || means.has('clock.read');
  return isMovable || skewMs === undefined ? undefined : estimatedClock(skewMs);
}

/** The clock of a target by the dates of its replies. `skewMs`: how far they are ahead of ours. */
export function estimatedClock(skewMs: number): ClockReading {
  return { least: skewMs - roughMs, most: skewMs + roughMs };
}

/** Offline a clock counts as read, since a sequence reads it once. */
export const offlineClock: ClockReading = Object.freeze({ least: 0, most: 0 });

/** The same clock, by this time ahead or, where it is negative, behind. */
export function movedBy(clock: ClockReading, ms: number): ClockReading {
  return { ...clock, least: clock.least + ms, most: clock.most + ms };
}

// Above all others together: by the time of an answer it is certain which side of an expiry is judged.
const timeWeight = 1000;

/** That an answer may be of this side of an expiry, by when it came. It proves nothing. */
export function inTime(
  rule: string,
  when: 'before' | 'after',
  mayBe: (request: Sent) => boolean,
): Check<Reply> {
  return {
    cites: [rule],
    weight: timeWeight,
    countsAsEvidence: false,
    test: (reply) =>
      mayBe(reply)
        ? []
        : breachesOf(
            [rule],
            `an answer ${when} the expiry`,
            `one at ${new Date(reply.receivedAt).toISOString()}`,
          ),
  };
}
