import type { CleanedRecord } from '../../harness/records/cleanup-records.ts';

/** What was undone at the end of a run, and what is left. */
export type Cleanup = Omit<CleanedRecord, 'k' | 'at'>;

/** A run that was resumed is cleaned up each time that it ends: what was done adds up, and what is left is what the last time has left. */
export function withCleaned(before: Cleanup | undefined, record: CleanedRecord): Cleanup {
  const { closed, refunded, requests, left, more } = record;
  return {
    closed: closed + (before?.closed ?? 0),
    refunded: refunded + (before?.refunded ?? 0),
    requests: requests + (before?.requests ?? 0),
    left,
    more,
  };
}

/** What two shards have undone adds up, and so does what they have left. */
export function cleanupOfBoth(one: Cleanup | undefined, other: Cleanup | undefined): Cleanup | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const more = (one.more ?? 0) + (other.more ?? 0);
  return {
    closed: one.closed + other.closed,
    refunded: one.refunded + other.refunded,
    requests: one.requests + other.requests,
    left: [...one.left, ...other.left],
    more: more === 0 ? undefined : more,
  };
}
