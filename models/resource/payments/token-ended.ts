import type { Step } from '../../../engine/model.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { unlessRefused } from '../../beside.ts';
import { fitsOpenCause } from '../requests/causes.ts';
import { refused } from '../replies/outcomes.ts';
import type { Outcomes, Payment, ResourceState } from '../state.ts';

/**
 * The outcomes of a request on a payment, with the refusal by its token: of a token or a consumer that is not ACTIVE the document says only
 * that no payment is created (States and transitions), so whether one that was created before is served is open.
 */
export function tokenEndedOr(
  state: ResourceState,
  step: Step,
  payment: Payment,
  rule: string,
  judged: Outcomes,
): Outcomes {
  const token = payment.token === undefined ? undefined : state.tokens[payment.token];
  const isActive = token?.status.is === 'ACTIVE' && token.consumer === 'ACTIVE';
  if (payment.isTokenUnknown !== true && (token === undefined || isActive)) return judged;
  const no = refused(state, step, 'its token is not active', rule, {
    code: fitsOpenCause('token.suspended', 'token.not_found'),
    countsAsEvidence: false,
  });
  return unlessRefused(resourceLatitudes.tokenEnded, 'served', judged, 'refused', [no]);
}
