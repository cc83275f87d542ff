import type { Step } from '../../../engine/model.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { refundRules as rules } from '../../../spec/resource/payments/refund.ts';
import { choose } from '../../choose.ts';
import type { ApiCall } from '../../wire.ts';
import { fitsOpenCause } from '../causes.ts';
import { bodyOf } from '../bodies.ts';
import { refused } from '../outcomes.ts';
import type { Outcomes, Payment, ResourceOutcome, ResourceState } from '../state.ts';

/** The allowed values of a reason are not shown, so that any text may be none of them; nor is the code that says so. */
export function openReason(state: ResourceState, call: ApiCall, step: Step, judged: Outcomes): Outcomes {
  const { reason } = bodyOf(call);
  if (reason === undefined || reason === null || reason === '') return judged;
  return choose(resourceLatitudes.refundReason, {
    accepted: judged,
    refused: refused(state, step, 'reason', rules.partial.id, {
      code: fitsOpenCause(),
      earns: false,
    }),
  });
}

/** How long a capture can be refunded is not shown: once the payment's expiry has passed it may be too late for any refund. */
export function inTimeOrNot(state: ResourceState, step: Step, payment: Payment, judged: Outcomes): Outcomes {
  if (!isLate(payment)) return judged;
  const refusal = tooLate(state, step);
  // What is refused anyway tells nothing of it.
  if (judged.every((outcome) => outcome.refused === true)) return [...judged, refusal];
  return choose(resourceLatitudes.refundAfterExpiry, { accepted: judged, refused: refusal });
}

/** Whether a captured payment may be past its expiry. */
export const isLate = ({ captures, moved }: Payment): boolean => captures.length > 0 && moved === 'past';

/** The refusal of a refund, whatever it asks for, that comes after the expiry. */
export function tooLate(state: ResourceState, step: Step): ResourceOutcome {
  const code = fitsOpenCause('payment.authorization.expired');
  return refused(state, step, 'too late', rules.full.id, { code, earns: false });
}
