import type { Outcome, Sought } from '../../../engine/model.ts';
import { alsoChecked, type Checks } from '../../rechecked.ts';
import type { Reply, Notification } from '../../wire.ts';
import type { LegacyState } from '../payment/state.ts';

export type LegacyOutcome = Outcome<LegacyState, Reply, Notification>;

export type OperationName = 'authorize' | 'update' | 'close' | 'capture' | 'status' | 'refund';

/** The outcome with further checks. */
export function also(outcome: LegacyOutcome, ...further: Checks): LegacyOutcome {
  return alsoChecked(outcome, () => further);
}

/** Those of the outcomes that are sought: the first is the ordinary one. */
export function soughtOf(
  outcomes: readonly LegacyOutcome[],
  sought: Sought<Reply> | undefined,
): readonly LegacyOutcome[] {
  if (sought === undefined) return outcomes;
  if (sought === 'ordinary') return outcomes.slice(0, 1);
  return outcomes.filter((outcome) => outcome.mayBe?.(sought.reply) !== false);
}
