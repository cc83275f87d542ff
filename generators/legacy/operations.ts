import type { Operation } from '../../engine/machine.ts';
import type { PredictFor, Step } from '../../engine/model.ts';
import type { LegacyOutcome } from '../../models/legacy/replies/outcome.ts';
import type { LegacyState } from '../../models/legacy/payment/state.ts';
import type { Setup } from '../../models/setup.ts';
import type { ApiCall, Call, Notification, Reply } from '../../models/wire.ts';
import { wrongCredentials } from '../../spec/wire-variants.ts';
import { readBack } from './subjects.ts';

export type LegacyOperation = Operation<LegacyState, Call, Reply, Notification>;

/** What differs between the operations of the legacy interface; the rest follows from it. */
export interface Shape extends Omit<LegacyOperation, 'resolve' | 'predict'> {
  resolve(state: LegacyState, step: Step): ApiCall | undefined;
  predict(
    state: LegacyState,
    call: ApiCall,
    step: Step,
    sought?: PredictFor<Reply>,
  ): readonly LegacyOutcome[];
}

/** Completes an operation: the read that follows, and no key of the other interface where both have the same keys. */
export function complete(shape: Shape, { twoKeys }: Setup): LegacyOperation {
  return {
    ...(shape.reads !== true && { readBack }),
    ...shape,
    attempts: (state) =>
      twoKeys === true
        ? shape.attempts(state)
        : shape.attempts(state).filter(({ kind }) => kind !== wrongCredentials['other-interface'].words),
    predict(state, call, step, sought) {
      if (call.to === 'control') throw new Error(`${step.operation} was resolved to a control call`);
      return shape.predict(state, call, step, sought);
    },
  };
}
