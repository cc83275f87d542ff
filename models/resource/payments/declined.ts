import type { Check } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { createRequest, createRules as rules } from '../../../spec/resource/payments/create.ts';
import { at, isObject, shown } from '../../checks.ts';
import type { ApiCall, Reply } from '../../wire.ts';
import { bodyOf, faultsOf } from '../bodies.ts';
import { isAstral } from '../unspecified-input.ts';
import type { ResourceState } from '../state.ts';
import { isContentCode } from '../verdicts.ts';
import { isFull, isSum, itemsOf, optionals } from './requested.ts';

// As heavy as the code of any refusal.
const codeWeight = 10;

// These say something definite about the request, and nothing of the kind is wrong with it.
const unfitCodes: readonly unknown[] = [
  'authentication.failed',
  'authorization.failed',
  'method.invalid',
  'media_type.unsupported',
];

// These say that the token is not ACTIVE.
const tokenCodes: readonly unknown[] = ['token.suspended', 'token.not_found'];

/**
 * That the code of a refusal can decline this creation at all: a credit check may decline any payment, but not for its key or its method.
 * That a body is badly formed says something definite as well, once a creation with the same purchase history was accepted: the values
 * of buyer_data are the only thing that the document leaves open. And a token that was resumed is not suspended: `resumed` are the rules
 * that such a code breaks.
 */
export function fitToDecline(state: ResourceState, call: ApiCall, resumed: readonly string[]): Check<Reply> {
  const right = isOrdinary(call) && isSum(call) && faultsOf(createRequest, call).length === 0;
  const accepted = right && state.settled.includes('created');
  return {
    cites: [],
    weight: codeWeight,
    decides: true,
    test(reply) {
      const code = at(reply.body, ['code']);
      const broken = tokenCodes.includes(code) ? resumed : brokenBy(code, accepted ? call : undefined);
      return broken.map((rule) => ({ rule, expected: 'a code that fits the cause', received: shown(code) }));
    },
  };
}

/** Only a payment of a positive amount of whole yen is followed further: what else was accepted, no rule says how to go on. */
export function isOrdinary(call: ApiCall): boolean {
  const amount = Number(bodyOf(call)['amount']);
  return Number.isInteger(amount) && amount > 0;
}

function brokenBy(code: unknown, right: ApiCall | undefined): readonly string[] {
  if (code === 'version.unknown') return [commonRules.versionCurrent.id];
  if (unfitCodes.includes(code)) return [rules.authorizes.id];
  return right !== undefined && isContentCode(code) ? specialties(right) : [];
}

/** The rules about what is special about a right request: one of them is broken when it is refused as badly formed. */
function specialties(call: ApiCall): readonly string[] {
  const { metadata, shipping_address: address } = bodyOf(call);
  const special = [
    ...(isAstral(JSON.stringify(bodyOf(call))) ? [commonRules.utf8.id] : []),
    ...(isFull(metadata) ? [rules.metadataFull.id] : []),
    ...(itemsOf(call).some((item) => Number(item['unit_price']) < 0) ? [rules.discount.id] : []),
    ...(isObject(address) && Object.keys(address).length === 2 ? [rules.addressOne.id] : []),
    ...(leavesOut(call) ? [rules.optionalFields.id] : []),
  ];
  return special.length === 0 ? [rules.optionalFields.id] : special;
}

/** Whether something that is optional is left out. */
const leavesOut = (call: ApiCall): boolean => optionals(call).includes(undefined);
