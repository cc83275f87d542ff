import type { Step } from '../../../engine/model.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { refundRules as rules } from '../../../spec/resource/payments/refund.ts';
import { perhapsRefusedFor, unlessRefused } from '../../beside.ts';
import type { ApiCall } from '../../wire.ts';
import { fitsOpenCause } from '../requests/causes.ts';
import { mayBePast } from '../clock.ts';
import { bodyOf } from '../replies/bodies.ts';
import { refused } from '../replies/outcomes.ts';
import type { Outcomes, Payment, ResourceOutcome, ResourceState } from '../state.ts';

/** Outcomes of a refund with a reason: neither the allowed values nor the error of others are shown, so any may be refused. */
export function openReason(state: ResourceState, call: ApiCall, step: Step, judged: Outcomes): Outcomes {
  const { reason } = bodyOf(call);
  if (reason === undefined || reason === null) return judged;
  const no = refused(state, step, 'reason', rules.partial.id, { code: fitsOpenCause(), earns: false });
  // Of an empty one it does not show whether others are taken.
  if (reason === '') return perhapsRefusedFor({ refusals: [no], otherwise: judged });
  return unlessRefused(resourceLatitudes.refundReason, 'accepted', judged, 'refused', [no]);
}

/** Outcomes with the refusal as too late: how long a capture can be refunded is not shown, but it may end at the payment's expiry. */
export function inTimeOrNot(state: ResourceState, step: Step, payment: Payment, judged: Outcomes): Outcomes {
  if (!isLate(payment)) return judged;
  const no = [tooLate(state, step)];
  // One of a payment that may not be past its expiry shows nothing about it.
  return payment.moved === 'past'
    ? unlessRefused(resourceLatitudes.refundAfterExpiry, 'accepted', judged, 'refused', no)
    : perhapsRefusedFor({ refusals: no, otherwise: judged });
}

/** Whether a captured payment may be past its expiry. */
const isLate = (payment: Payment): boolean => payment.captures.length > 0 && mayBePast(payment);

/** The refusal of any refund after the expiry. */
function tooLate(state: ResourceState, step: Step): ResourceOutcome {
  const code = fitsOpenCause('payment.authorization.expired');
  return refused(state, step, 'too late', rules.full.id, { code, earns: false });
}
