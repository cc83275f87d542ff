import { eventIdentity } from './event-identity.ts';
import { firstIntervalMs, playMs, type Send } from './intervals.ts';

// A duplicate may be delayed like any delivery (rule 5). Half of the first interval leaves no doubt that it is no retry.
const twinMs = 5000;

/**
 * The sends of one notification without its duplicates, which can occur (legacy, Events, rule 5): one more of the same event
 * within half of the first interval is no retry. Each send is spared one, so retries that come too fast remain.
 */
export function withoutDuplicates(sends: readonly Send[]): readonly Send[] {
  const kept: Send[] = [];
  let spared = false;
  for (const send of sends) {
    const before = kept.at(-1);
    spared = before !== undefined && !spared && isTwin(kept.at(-2), before, send);
    if (!spared) kept.push(send);
  }
  return kept;
}

function isTwin(earlier: Send | undefined, before: Send, send: Send): boolean {
  const early = send.since - before.at <= twinMs;
  // Of a send that came in a long step only bounds are known. One that may be the retry itself is taken for it; no interval is shorter
  // than the one before.
  const interval = earlier === undefined ? 0 : before.since - earlier.at;
  const retry = send.at - before.since >= Math.max(firstIntervalMs, interval) - playMs;
  return early && !retry && eventIdentity(send.body) === eventIdentity(before.body);
}
