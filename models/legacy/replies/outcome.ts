import type { Outcome, PredictFor } from '../../../engine/model.ts';
import { withChecks, type Checks } from '../../with-checks.ts';
import type { Reply, Notification } from '../../wire.ts';
import type { LegacyState } from '../payment/state.ts';

export type LegacyOutcome = Outcome<LegacyState, Reply, Notification>;

/** The outcome with further checks. */
export function append(outcome: LegacyOutcome, ...further: Checks): LegacyOutcome {
  return withChecks(outcome, () => further);
}

/** Those of the outcomes that are sought: the first is the ordinary one. */
export function soughtOf(
  outcomes: readonly LegacyOutcome[],
  sought: PredictFor<Reply> | undefined,
): readonly LegacyOutcome[] {
  if (sought === undefined) return outcomes;
  if (sought === 'ordinary') return outcomes.slice(0, 1);
  return outcomes.filter((outcome) => outcome.couldMatch?.(sought.reply) !== false);
}
