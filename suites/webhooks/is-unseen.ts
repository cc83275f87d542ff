import { ruleGoal } from '../../engine/goals.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { eventRules } from '../../spec/legacy/events.ts';
import type { Session } from '../run/session.ts';

/**
 * Whether the target was accused of not sending all events (legacy, Events), and this one was never seen. Then it says nothing about
 * deliveries where it does not come: the cause is known, and only the rule of the event is broken for certain.
 */
export function isUnseen({ run: { known, reached } }: Session, event: Requirement): boolean {
  if (!known.accuses(eventRules.allSent.id)) return false;
  return [...reached.values()].every((goals) => !goals.has(ruleGoal(event.id)));
}
