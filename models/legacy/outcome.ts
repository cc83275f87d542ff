import type { Outcome } from '../../engine/model.ts';
import type { Notification, Reply } from '../wire.ts';
import type { LegacyState } from './state.ts';

export type LegacyOutcome = Outcome<LegacyState, Reply, Notification>;
export type OperationName = 'authorize' | 'update' | 'close' | 'capture' | 'status' | 'refund';

/** The outcome with further checks. */
export function also(outcome: LegacyOutcome, ...checks: LegacyOutcome['checks']): LegacyOutcome {
  return { ...outcome, checks: [...outcome.checks, ...checks] };
}
