import { eventIdentity } from './event-identity.ts';
import { firstIntervalMs, toleranceMs, type Send } from './intervals.ts';

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
