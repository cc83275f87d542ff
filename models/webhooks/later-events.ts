import { deliveryRules } from '../../spec/legacy/deliveries.ts';
import type { RetryHistory, RetryVerdict } from './retries.ts';

/** An event during the retries of an earlier notification. */
export interface Meanwhile {
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
