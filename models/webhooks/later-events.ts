import { deliveryRules } from '../../spec/legacy/deliveries.ts';
import type { RetryHistory, RetryVerdict } from './retries.ts';

/** An event that happened while a notification was being retried. */
export interface Meanwhile {
  readonly what: string;
  /** The target's clock at the latest at which its notification had arrived; absent: it never came. */
  readonly receivedBy?: number;
}

/** The first send, the three even retries, and one more. */
const fewestSends = 5;

/** Judges whether later events were delivered before the retries of an earlier one had ended (legacy, Events, rule 4). */
export function judgeMeanwhile(earlier: RetryHistory, events: readonly Meanwhile[]): RetryVerdict {
  const end = earlier.sends.at(-1);
  // Retries that end within the first even intervals are over before an event that happened between them need have come.
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
      received: receivedBy === undefined ? 'it never came' : 'it came once those retries had ended',
    })),
  };
}
