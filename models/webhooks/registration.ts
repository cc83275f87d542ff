import type { Breach } from '../../engine/model.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { deliveryRules as rules } from '../../spec/legacy/deliveries.ts';
import type { RetryVerdict } from './retries.ts';

/** What was seen when the webhook URL was taken away, set, and changed. */
export interface Registration {
  /** Whether the event that happened without a URL was sent after all. */
  readonly early: boolean;
  /** Whether the first event after the URL was set was sent there. */
  readonly next: boolean;
  /** Where an event went once the URL was changed; absent when it could not be. */
  readonly moved?: { readonly toNew: boolean; readonly toOld: boolean } | undefined;
}

/** Judges where notifications went (legacy, Events). */
export function judgeRegistration({ early, next, moved }: Registration): RetryVerdict {
  const evidence: string[] = [];
  const breaches: Breach[] = [];
  const judge = (rule: Requirement, holds: boolean, expected: string, received: string): void => {
    if (holds) evidence.push(rule.id);
    else breaches.push({ rule: rule.id, expected, received });
  };
  judge(
    rules.startsWithNextEvent,
    next,
    'close_success, the first event after the URL was set',
    'nothing before the deadline',
  );
  // Silence proves something only in a target that was heard later.
  if (next || early) {
    judge(
      rules.silentBeforeUrl,
      !early,
      'no authorize_success of the payment that was made while no URL was set',
      'it was sent once a URL was set',
    );
  }
  if (moved !== undefined) {
    const went = moved.toNew ? 'to both' : moved.toOld ? 'to the old one' : 'to neither';
    const right = moved.toNew && !moved.toOld;
    judge(rules.toTheUrl, right, 'authorize_success at the new URL only', went);
  } else if (next) {
    evidence.push(rules.toTheUrl.id);
  }
  return { evidence, breaches };
}
