import { Big } from 'big.js';
import type { Check, Step } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { createRequest, createRules as rules } from '../../../spec/resource/payments/create.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { paymentRules } from '../../../spec/resource/payment.ts';
import { withChecks, withParts } from '../../with-checks.ts';
import { anotherValue, at, check, field, isObject, shown, wasGivenBefore } from '../../checks.ts';
import { perhapsRefusedFor, unlessRefused, refusedFor } from '../../beside.ts';
import { choose } from '../../choose.ts';
import type { ApiCall, Call, Reply } from '../../wire.ts';
import { dated, dating } from '../clock.ts';
import { faultsOf, bodyOf, type BodyFault } from '../replies/bodies.ts';
import { createdStatuses, fractionDigits, observeNotation, notingBy } from '../replies/notation.ts';
import { decided, refused, refusedWithOpenStatus, type OpenStatus, unproven } from '../replies/outcomes.ts';
import { guarded } from '../requests/requests.ts';
import {
  type Outcomes,
  type Payment,
  type ResourceOutcome,
  type ResourceState,
  type Token,
  withPayment,
  withToken,
} from '../state.ts';
import { isContentCode, maySucceed, succeeded } from '../replies/verdicts.ts';
import { learned } from './learn.ts';
import { paymentForm } from './checks/form.ts';
import { paymentChecks, returnsPayment, statusWeight, named } from './checks/object.ts';
import {
  byBodyOr,
  isEffectOpen,
  openBody,
  openPointsOf,
  malformed,
  onTheWay,
  noObject,
  withinLimits,
} from '../requests/bad-bodies.ts';
import { withAccepted, withRefusedContent, isHistoryAccepted, refusedBothWays } from './histories.ts';
import { openAmounts, paymentOf, variety, isFull, itemsOf, optionals } from './checks/requested.ts';
import { isAstral } from '../../texts.ts';

/** Creating a payment from a token (Endpoints, POST /payments; States and transitions). */
export function predictCreate(state: ResourceState, call: Call, step: Step): Outcomes {
  return guarded(state, call, step, 'POST', (api) => {
    const token = step.uses['token'] === undefined ? undefined : state.tokens[step.uses['token']];
    const byState = refusedToken(state, step, token);
    const otherwise =
      byState === undefined
        ? created(state, api, step, token)
        : notCreated(state, api, step, orRejected(state, api, step, token, byState));
    return byBodyOr(state, step, refusedBody(state, api, step, token), otherwise);
  });
}

/** The outcomes for a token that is not usable, with the refusals of what is open about the request. */
function notCreated(state: ResourceState, call: ApiCall, step: Step, judged: Outcomes): Outcomes {
  const taken = openBody(state, step, faultsOf(createRequest, call), judged, rules.authorizes.id);
  if (openAmounts(call).length === 0) return taken;
  // An amount that may be refused for itself: the answer settles nothing of the token.
  const byAmount = refused(state, step, 'amount', rules.authorizes.id, { countsAsEvidence: false });
  return perhapsRefusedFor({ refusals: [byAmount], otherwise: taken });
}

function refusedToken(state: ResourceState, step: Step, token: Token | undefined): Outcomes | undefined {
  const { unknownTokenStatus, deletedTokenStatus, suspendedTokenStatus, suspendedConsumerStatus } =
    resourceLatitudes;
  if (token === undefined)
    return refusedWithOpenStatus(state, step, 'unknown token', rules.unknownToken.id, unknownTokenStatus);
  const countsAsEvidence = token.seen;
  if (token.status.is === 'DELETED')
    return refusedWithOpenStatus(state, step, 'deleted token', rules.deletedToken.id, deletedTokenStatus, {
      countsAsEvidence,
    });
  if (token.status.is === 'SUSPENDED')
    return refusedWithOpenStatus(
      state,
      step,
      'suspended token',
      rules.suspendedToken.id,
      suspendedTokenStatus,
      {
        countsAsEvidence,
      },
    );
  if (token.consumer === 'SUSPENDED')
    return refusedWithOpenStatus(
      state,
      step,
      'suspended consumer',
      rules.suspendedConsumer.id,
      suspendedConsumerStatus,
    );
  return undefined;
}

/** The outcomes for a token that is not usable, with the payment that is REJECTED in place of an error where the document states no error. */
function orRejected(
  state: ResourceState,
  call: ApiCall,
  step: Step,
  token: Token | undefined,
  refusals: Outcomes,
): Outcomes {
  // 'Payment creation with it errors' is said of a suspended token alone.
  if (token === undefined || token.status.is === 'SUSPENDED') return refusals;
  const rule = token.status.is === 'DELETED' ? rules.deletedToken.id : rules.suspendedConsumer.id;
  const payment = rejectedOf(paymentOf(call, step), rule);
  const used = tokenUsed(state, step, token);
  return choose(resourceLatitudes.notActive, {
    error: refusals,
    'rejected-payment': {
      name: 'rejected payment',
      couldMatch: maySucceed,
      checks: () => [
        ...[succeeded(rule), ...shownBy(call, payment)].map(unearned),
        field(
          rule,
          'status',
          { state: ['REJECTED'] },
          {
            weight: statusWeight,
            decides: true,
            countsAsEvidence: token.seen,
          },
        ),
      ],
      next: (reply?: Reply) => withPayment(used, step.id, learned(payment, 'change', reply)),
    },
  });
}

/** The form alone, where what the request asks for is open. */
const shownBy = (call: ApiCall, payment: Payment): readonly Check<Reply>[] =>
  isEffectOpen(faultsOf(createRequest, call)) ? paymentForm : paymentChecks(payment, []);

/** A credit check may decline any payment, so a refusal is always permitted. A success must match all that was sent. */
function created(state: ResourceState, call: ApiCall, step: Step, token: Token | undefined): Outcomes {
  const payment = paymentOf(call, step);
  const used = tokenUsed(state, step, token);
  const others = Object.values(state.payments).map(({ id }) => id);
  const faults = faultsOf(createRequest, call);
  const effectOpen = isEffectOpen(faults);
  const resumed = token?.wasResumed === true ? [rules.resumedToken.id] : [];
  const outcome = {
    name: 'authorized',
    couldMatch: maySucceed,
    checks: () => [
      succeeded([rules.authorizes.id, ...resumed]),
      returnsPayment(rules.returnsPayment.id),
      ...shownBy(call, payment),
      ...dating(state, paymentRules.createdAt.id, 'created_at', (body) => [at(body, ['created_at'])]),
      check(
        paymentRules.idUnique.id,
        'a payment under a new id',
        ({ body }) => at(body, ['id']),
        (id, reply) => typeof id === 'string' && !others.includes(id) && !wasGivenBefore(id, reply),
        // The first payment has none that it could be mistaken for.
        {
          constant: true,
          countsAsEvidence: others.some((id) => id !== undefined),
          expect: () => ({ at: 'id', must: anotherValue }),
        },
      ),
      ...variety(call),
    ],
    next: (reply?: Reply) =>
      isFollowed(call) && !effectOpen
        ? withAccepted(
            withPayment(used, step.id, dated(learned(payment, 'change', reply), state, reply)),
            step,
            call,
          )
        : used,
  };
  const declining = refused(state, step, 'declined', rules.authorizes.id, {
    countsAsEvidence: false,
    // A success without a payment is not a refusal either.
    also: [rules.returnsPayment.id],
  });
  const error = remembering(
    withChecks(declining, () => [fitToDecline(state, call, step, token, resumed)]),
    step,
    call,
  );
  const refusedPayment = rejectedOf(payment, paymentRules.status.id);
  const rejected: ResourceOutcome = {
    name: 'declined: rejected payment',
    couldMatch: maySucceed,
    checks: () => [succeeded(rules.authorizes.id), ...paymentChecks(refusedPayment, [])].map(unearned),
    next: (reply?: Reply) => withPayment(used, step.id, learned(refusedPayment, 'change', reply)),
  };
  const { declined } = resourceLatitudes;
  const accepted = (effectOpen ? [outcome] : named(state, payment, outcome)).flatMap((one) =>
    noted(state, one),
  );
  const ofBody = openPointsOf(faults);
  const ofAmount = openAmounts(call);
  // A total may differ from the sum on account of a value that is open itself.
  const points = ofBody.length > 0 ? ofBody : ofAmount;
  if (points.length === 0) {
    const refusals: Outcomes = choose(declined, { error: decided(error), 'rejected-payment': rejected });
    return [...accepted, ...refusals];
  }
  // An error may concern the open point of the request, so it shows nothing about how a credit check declines. A payment that is REJECTED shows
  // nothing about the open point: a credit check may decline what is accepted otherwise.
  const byCheck: Outcomes = choose(declined, { 'rejected-payment': rejected });
  let byPoint: Outcomes = accepted;
  const no = [error, ...onTheWay(state, step, faults, rules.authorizes.id)];
  for (const point of points) byPoint = unlessRefused(point, 'accepted', byPoint, 'refused', no);
  // Then a refusal may be for the amount.
  if (ofBody.length > 0 && ofAmount.length > 0)
    byPoint = perhapsRefusedFor({ refusals: [error], otherwise: byPoint });
  return [...byPoint, ...byCheck];
}

/** The refusal, after which it is known what was refused for its content. */
function remembering(outcome: ResourceOutcome, step: Step, call: ApiCall): ResourceOutcome {
  if (!isRight(call)) return outcome;
  return withParts(outcome, {
    next: (reply) => {
      const next = outcome.next(reply);
      return isContentCode(at(reply?.body, ['code'])) ? withRefusedContent(next, step, call) : next;
    },
  });
}

const unearned = (one: Check<Reply>): Check<Reply> => ({ ...one, countsAsEvidence: false });

/** Observes the notation of a success once a sequence: the digits of its instants, and its 2xx status. */
function noted(state: ResourceState, outcome: ResourceOutcome): Outcomes {
  const { fraction, createdStatus } = resourceLatitudes;
  const { id } = rules.returnsPayment;
  return observeNotation(state, 'fraction', fraction, id, 'created_at', fractionDigits, outcome).flatMap(
    (one) =>
      notingBy(state, 'createdStatus', createdStatus, createdStatuses, one, (choice, holds) =>
        check(commonRules.success.id, `HTTP status ${choice}`, ({ http }) => http, holds, {
          expect: () =>
            choice === 'other-2xx' ? { httpFrom: 200, httpTo: 299 } : { http: [Number(choice)] },
        }),
      ),
  );
}

function rejectedOf(payment: Payment, setBy: string): Payment {
  return { ...payment, status: { is: 'REJECTED', setBy } };
}

/** The state in which the creation may have counted as a request on its token, which is open. */
function tokenUsed(state: ResourceState, step: Step, token: Token | undefined): ResourceState {
  const key = step.uses['token'];
  if (key === undefined || token?.version === undefined) return state;
  return withToken(state, key, { ...token, version: { ...token.version, most: token.version.most + 1 } });
}

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
function refusedBody(
  state: ResourceState,
  call: ApiCall,
  step: Step,
  token: Token | undefined,
): Outcomes | undefined {
  const faults = faultsOf(createRequest, call);
  const has = (fault: BodyFault['fault'], path: string) =>
    faults.some((f) => f.fault === fault && f.path === path);
  if (has('no-object', '')) return noObject(state, step, rules.malformed.id);
  // The document does not show which histories a target takes, so one may be refused in addition to other errors.
  const titleOpen = isObject(bodyOf(call)['buyer_data']) && !isHistoryAccepted(state, call);
  const bad = malformed(state, step, faults, { ...definite, of: { [zip]: ruleOfZip(has) }, titleOpen });
  // Whether such an id is badly formatted or unknown is open.
  const issued = token?.id !== undefined && bodyOf(call)['token_id'] === token.id;
  const noId =
    !issued && has('prefix', 'token_id')
      ? [refused(state, step, 'no token id', rules.unknownToken.id, {})]
      : undefined;
  const somehow = (name: string, rule: string, latitude: OpenStatus) =>
    refusedWithOpenStatus(state, step, name, rule, latitude);
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
 * found or for the cause of another operation, unless another user may have deleted its token; nor for its content, once a creation with the
 * same purchase history was accepted, or where either value of one boolean of the history is refused; nor for a suspended token, if it was
 * resumed: that breaks the rules `resumed`.
 */
function fitToDecline(
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
const isRight = (call: ApiCall): boolean =>
  openAmounts(call).length === 0 && faultsOf(createRequest, call).length === 0;

/** A target that stores hundredths has to round anything finer. */
const mostDecimals = 2;

/** Whether the amount is one of yen or of hundredths: what becomes of another payment is not shown. */
function isFollowed(call: ApiCall): boolean {
  const amount = Number(bodyOf(call)['amount']);
  return amount > 0 && new Big(amount).round(mostDecimals).eq(amount);
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
