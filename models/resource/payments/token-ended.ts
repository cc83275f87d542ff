import type { Step } from '../../../engine/model.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { fitsOpenCause } from '../requests/causes.ts';
import { choose } from '../../choose.ts';
import { rechecked } from '../../rechecked.ts';
import { refused } from '../replies/outcomes.ts';
import type { Outcomes, Payment, ResourceOutcome, ResourceState } from '../state.ts';

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
  if (token === undefined || (token.status.is === 'ACTIVE' && token.consumer === 'ACTIVE')) return judged;
  const no = refused(state, step, 'its token is not active', rule, {
    code: fitsOpenCause('token.suspended', 'token.not_found'),
    earns: false,
  });
  // A request that is refused anyway shows nothing about it.
  if (judged.every((outcome) => outcome.refused === true)) return [...judged, unlikely(no)];
  return choose(resourceLatitudes.tokenEnded, { served: judged, refused: no });
}

// Above all others together: a refusal of no permitted form breaks the rule of what must be refused anyway.
const unlikelyWeight = 1000;

function unlikely(outcome: ResourceOutcome): ResourceOutcome {
  return rechecked(outcome, (checks) => checks.map((one) => ({ ...one, weight: unlikelyWeight })));
}
