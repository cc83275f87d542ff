import type { Check, Step } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { createRequest, createRules as rules } from '../../../spec/resource/payments/create.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { paymentRules } from '../../../spec/resource/payment.ts';
import { at, check, field, isObject } from '../../checks.ts';
import { perhapsRefusedFor, unlessRefused } from '../../beside.ts';
import { choose } from '../../choose.ts';
import { alsoChecked, changed } from '../../rechecked.ts';
import type { ApiCall, Call, Reply } from '../../wire.ts';
import { dated } from '../clock.ts';
import { faultsOf } from '../replies/bodies.ts';
import { fractionDigits, type Notation, noting, notingBy } from '../replies/notation.ts';
import { refused, refusedSomehow } from '../replies/outcomes.ts';
import { guarded } from '../requests/requests.ts';
import type { Outcomes, Payment, ResourceOutcome, ResourceState, Token } from '../state.ts';
import { withPayment, withToken } from '../state.ts';
import { isContentCode, maySucceed, succeeded } from '../replies/verdicts.ts';
import { learned } from './learn.ts';
import { paymentForm } from './checks/form.ts';
import { paymentChecks, returnsPayment, statusWeight } from './checks/object.ts';
import { byBodyOr, isEffectOpen, openBody, openPointsOf } from '../requests/bad-bodies.ts';
import { fitToDecline, isOrdinary, isRight } from './declined.ts';
import { withAccepted, withRefusedContent } from './histories.ts';
import { refusedBody } from './create-body.ts';
import { openAmounts, paymentOf, variety } from './checks/requested.ts';
import { named } from './checks/store-name.ts';
import { sameState } from '../forms.ts';

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
  const byAmount = refused(state, step, 'amount', rules.authorizes.id, { earns: false });
  return perhapsRefusedFor({ refusals: [byAmount], otherwise: taken });
}

function refusedToken(state: ResourceState, step: Step, token: Token | undefined): Outcomes | undefined {
  const { unknownTokenStatus, deletedTokenStatus, suspendedTokenStatus, suspendedConsumerStatus } =
    resourceLatitudes;
  if (token === undefined)
    return refusedSomehow(state, step, 'unknown token', rules.unknownToken.id, unknownTokenStatus);
  const earns = token.seen;
  if (token.status.is === 'DELETED')
    return refusedSomehow(state, step, 'deleted token', rules.deletedToken.id, deletedTokenStatus, { earns });
  if (token.status.is === 'SUSPENDED')
    return refusedSomehow(state, step, 'suspended token', rules.suspendedToken.id, suspendedTokenStatus, {
      earns,
    });
  if (token.consumer === 'SUSPENDED')
    return refusedSomehow(
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
      mayBe: maySucceed,
      checks: () => [
        ...[succeeded(rule), ...shownBy(call, payment)].map(unearned),
        field(rule, 'status', (shown) => sameState(shown, 'REJECTED'), 'REJECTED', {
          weight: statusWeight,
          decides: true,
          earns: token.seen,
        }),
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
  const effectOpen = isEffectOpen(faultsOf(createRequest, call));
  const resumed = token?.wasResumed === true ? [rules.resumedToken.id] : [];
  const outcome = {
    name: 'authorized',
    mayBe: maySucceed,
    checks: () => [
      succeeded([rules.authorizes.id, ...resumed]),
      returnsPayment(rules.returnsPayment.id),
      ...shownBy(call, payment),
      check(
        paymentRules.idUnique.id,
        'a payment under a new id',
        (reply) => idOf(reply.body),
        (id) => typeof id === 'string' && !others.includes(id),
        // The first payment has none that it could be mistaken for.
        { earns: others.some((id) => id !== undefined) },
      ),
      ...variety(call),
    ],
    next: (reply?: Reply) =>
      isOrdinary(call) && !effectOpen
        ? withAccepted(
            withPayment(used, step.id, dated(learned(payment, 'change', reply), state, reply)),
            step,
            call,
          )
        : used,
  };
  const declining = refused(state, step, 'declined', rules.authorizes.id, {
    earns: false,
    // A success without a payment is not a refusal either.
    also: [rules.returnsPayment.id],
  });
  const error = remembering(
    alsoChecked(declining, () => [fitToDecline(state, call, step, token, resumed)]),
    step,
    call,
  );
  const refusedPayment = rejectedOf(payment, paymentRules.status.id);
  const rejected: ResourceOutcome = {
    name: 'declined: rejected payment',
    mayBe: maySucceed,
    checks: () => [succeeded(rules.authorizes.id), ...paymentChecks(refusedPayment, [])].map(unearned),
    next: (reply?: Reply) => withPayment(used, step.id, learned(refusedPayment, 'change', reply)),
  };
  const { declined } = resourceLatitudes;
  const accepted = (effectOpen ? [outcome] : named(state, payment, outcome)).flatMap((one) =>
    noted(state, one),
  );
  const ofBody = openPointsOf(faultsOf(createRequest, call));
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
  for (const point of points) byPoint = unlessRefused(point, 'accepted', byPoint, 'refused', [error]);
  // Then a refusal may be for the amount.
  if (ofBody.length > 0 && ofAmount.length > 0)
    byPoint = perhapsRefusedFor({ refusals: [error], otherwise: byPoint });
  return [...byPoint, ...byCheck];
}

/** The decision of a credit check comes of executing a request: it refuses none that is wrong. */
function decided({ refused: _refused, ...outcome }: ResourceOutcome): ResourceOutcome {
  return outcome;
}

/** The refusal, after which it is known what was refused for its content. */
function remembering(outcome: ResourceOutcome, step: Step, call: ApiCall): ResourceOutcome {
  if (!isRight(call)) return outcome;
  return changed(outcome, {
    next: (reply) => {
      const next = outcome.next(reply);
      return isContentCode(at(reply?.body, ['code'])) ? withRefusedContent(next, step, call) : next;
    },
  });
}

const unearned = (one: Check<Reply>): Check<Reply> => ({ ...one, earns: false });

/** Observes the notation of a success once a sequence: the digits of its instants, and its 2xx status. */
function noted(state: ResourceState, outcome: ResourceOutcome): Outcomes {
  const { fraction, createdStatus } = resourceLatitudes;
  const rule = rules.returnsPayment.id;
  return noting(state, 'fraction', fraction, rule, 'created_at', fractionDigits, outcome).flatMap((one) =>
    notingBy(state, 'createdStatus', createdStatus, createdStatuses, one, (choice, holds) =>
      check(commonRules.success.id, `HTTP status ${choice}`, ({ http }) => http, holds),
    ),
  );
}

const createdStatuses: Notation = {
  '200': (http) => http === 200,
  '201': (http) => http === 201,
  'other-2xx': (http) => http !== 200 && http !== 201,
};

function rejectedOf(payment: Payment, because: string): Payment {
  return { ...payment, status: { is: 'REJECTED', because } };
}

const idOf = (body: unknown): unknown => (isObject(body) ? body['id'] : undefined);

/** The state in which the creation may have counted as a request on its token, which is open. */
function tokenUsed(state: ResourceState, step: Step, token: Token | undefined): ResourceState {
  const key = step.uses['token'];
  if (key === undefined || token?.version === undefined) return state;
  return withToken(state, key, { ...token, version: { ...token.version, most: token.version.most + 1 } });
}
