import type { Outcome } from '../../engine/model.ts';
import { alsoChecked, type Checks } from '../rechecked.ts';
import type { Notification, Reply } from '../wire.ts';
import type { LegacyState } from './state.ts';

export type LegacyOutcome = Outcome<LegacyState, Reply, Notification>;
export type OperationName = 'authorize' | 'update' | 'close' | 'capture' | 'status' | 'refund';

/** The outcome with further checks. */
export function also(outcome: LegacyOutcome, ...further: Checks): LegacyOutcome {
  return alsoChecked(outcome, () => further);
}
