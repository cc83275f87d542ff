import type { Step } from '../../../engine/model.ts';
import { createRequest, createRules as rules } from '../../../spec/resource/payments/create.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { refusedFor } from '../../beside.ts';
import { isObject } from '../../checks.ts';
import type { ApiCall } from '../../wire.ts';
import { bodyOf, type BodyFault, faultsOf } from '../replies/bodies.ts';
import { type OpenStatus, refused, refusedSomehow, unproven } from '../replies/outcomes.ts';
import { isHistoryAccepted } from './histories.ts';
import { malformed, noObject, withinLimits } from '../requests/bad-bodies.ts';
import type { Outcomes, ResourceState, Token } from '../state.ts';

const definite = {
  required: rules.requiredFields.id,
  types: rules.fieldTypes.id,
};

const zip = 'shipping_address.zip';

/** A zip of another type breaks the rule about types, as any field does, and not the one about its form. */
function ruleOfZip(has: (fault: BodyFault['fault'], path: string) => boolean): string {
  if (has('missing', zip) || has('null', zip)) return rules.zipRequired.id;
  return has('type', zip) ? rules.fieldTypes.id : rules.zipFormat.id;
}

/** The refusals of the body of a creation, all that apply (Endpoints, POST /payments; Errors). Undefined: nothing is certainly wrong with it. */
export function refusedBody(
  state: ResourceState,
  call: ApiCall,
  step: Step,
  token: Token | undefined,
): Outcomes | undefined {
  const faults = faultsOf(createRequest, call);
  const has = (fault: BodyFault['fault'], path: string) =>
    faults.some((f) => f.fault === fault && f.path === path);
  if (has('no-object', '')) return noObject(state, step, rules.malformed.id);
  // Which histories a target takes is not shown, so that one may be refused beside what is wrong.
  const titleOpen = isObject(bodyOf(call)['buyer_data']) && !isHistoryAccepted(state, call);
  const bad = malformed(state, step, faults, { ...definite, of: { [zip]: ruleOfZip(has) }, titleOpen });
  // Whether such an id is badly formatted or unknown is open.
  const issued = token?.id !== undefined && bodyOf(call)['token_id'] === token.id;
  const noId =
    !issued && has('prefix', 'token_id')
      ? [refused(state, step, 'no token id', rules.unknownToken.id, {})]
      : undefined;
  const somehow = (name: string, rule: string, latitude: OpenStatus) =>
    refusedSomehow(state, step, name, rule, latitude);
  const currency = has('value', 'currency')
    ? // An empty text names no other currency.
      (has('empty', 'currency') ? withoutEvidence : asItIs)(
        somehow('currency', rules.currency.id, resourceLatitudes.currencyStatus),
      )
    : undefined;
  const alone = has('limit', 'shipping_address')
    ? somehow('zip alone', rules.addressFurther.id, resourceLatitudes.addressStatus)
    : undefined;
  const over = withinLimits(state, step, faults, rules.metadataLimit.id, undefined);
  const [first, ...others] = [bad, noId, currency, alone, over].filter((one) => one !== undefined);
  return first && refusedFor(first, others.flat());
}

const asItIs = (refusals: Outcomes): Outcomes => refusals;
const withoutEvidence = (refusals: Outcomes): Outcomes => unproven(rules.currency.id, refusals);
