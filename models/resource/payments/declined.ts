import type { Check, Step } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { createRequest, createRules as rules } from '../../../spec/resource/payments/create.ts';
import { at, isObject, shown } from '../../checks.ts';
import type { ApiCall, Reply } from '../../wire.ts';
import { bodyOf, faultsOf } from '../replies/bodies.ts';
import { isAstral } from '../requests/unspecified-input.ts';
import type { ResourceState, Token } from '../state.ts';
import { isContentCode } from '../replies/verdicts.ts';
import { isHistoryAccepted, refusedBothWays } from './histories.ts';
import { isFull, isSum, itemsOf, optionals } from './checks/requested.ts';

// As heavy as the code of any refusal.
const codeWeight = 10;

// Errors with a documented cause that this request does not have.
const unfitCodes: readonly unknown[] = [
  'authentication.failed',
  'authorization.failed',
  'method.invalid',
  'media_type.unsupported',
];

// Errors of what a creation does not name: its table of errors has none of them, and 'except create' is said of the first (Errors).
const otherCauses: readonly unknown[] = [
  '404',
  'payment.authorization.expired',
  'payment.refund.amount',
  'payment.refund.captureId',
];

// Errors of a token that is not ACTIVE.
const tokenCodes: readonly unknown[] = ['token.suspended', 'token.not_found'];

/**
 * That the code of a refusal fits a declined creation. A credit check may decline any payment, but not for its key or method; nor as not
 * found or for the cause of another operation, unless somebody else may have deleted its token; nor for its content, once a creation with the
 * same purchase history was accepted, or where either value of one boolean of the history is refused; nor for a suspended token, if it was
 * resumed: that breaks the rules `resumed`.
 */
export function fitToDecline(
  state: ResourceState,
  call: ApiCall,
  step: Step,
  token: Token | undefined,
  resumed: readonly string[],
): Check<Reply> {
  const right = isRight(call);
  const accepted = right && isHistoryAccepted(state, call);
  const ofContent = (): readonly string[] => {
    if (accepted) return specialties(call);
    return right && refusedBothWays(state, step, call) ? [rules.paymentMethods.id] : [];
  };
  return {
    cites: [],
    weight: codeWeight,
    decides: true,
    test(reply) {
      const code = at(reply.body, ['code']);
      const isOther = token?.shared === false && otherCauses.includes(code);
      const broken = isOther
        ? [rules.authorizes.id]
        : tokenCodes.includes(code)
          ? resumed
          : brokenBy(code, ofContent);
      return broken.map((rule) => ({ rule, expected: 'a code that fits the cause', received: shown(code) }));
    },
  };
}

/** Whether nothing is wrong with a creation, and nothing about it is open but its purchase history. */
export const isRight = (call: ApiCall): boolean =>
  isOrdinary(call) && isSum(call) && faultsOf(createRequest, call).length === 0;

/** Whether the amount is a positive number of whole yen. Other payments are not followed further, since no rule covers them. */
export function isOrdinary(call: ApiCall): boolean {
  const amount = Number(bodyOf(call)['amount']);
  return Number.isInteger(amount) && amount > 0;
}

function brokenBy(code: unknown, ofContent: () => readonly string[]): readonly string[] {
  if (code === 'version.unknown') return [commonRules.versionCurrent.id];
  if (unfitCodes.includes(code)) return [rules.authorizes.id];
  return isContentCode(code) ? ofContent() : [];
}

/** The rules about what is special about a right request: a refusal of its content breaks one of them. */
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

/** Whether some optional field is left out. */
const leavesOut = (call: ApiCall): boolean => optionals(call).includes(undefined);
