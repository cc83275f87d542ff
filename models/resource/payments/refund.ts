import { Big } from 'big.js';
import type { Check, Step } from '../../../engine/model.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { paymentRules } from '../../../spec/resource/payment.ts';
import { refundRequest, refundRules as rules } from '../../../spec/resource/payments/refund.ts';
import { at, check, decimalEquals, field, numberIn, showsNoOther } from '../../checks.ts';
import { inPlaceOf, perhapsRefusedFor, refusedFor, settlingNothing, unlessRefused } from '../../beside.ts';
import { choose } from '../../choose.ts';
import type { ApiCall, Call, Reply } from '../../wire.ts';
import { bodyOf, type BodyFault, faultsOf } from '../replies/bodies.ts';
import { decimalText, sum, entries } from '../forms.ts';
import { refused, refusedWithOpenStatus, unproven } from '../replies/outcomes.ts';
import { guarded } from '../requests/requests.ts';
import { type ErrorCheck, maySucceed, succeeded } from '../replies/verdicts.ts';
import {
  type Outcomes,
  type Payment,
  type ResourceOutcome,
  type ResourceState,
  type Capture,
  type Pairs,
  withPayment,
} from '../state.ts';
import { onPayment } from './on-payment.ts';
import { byBodyOr, malformed, noObject, openBody, withinLimits } from '../requests/bad-bodies.ts';
import { tokenEndedOr } from './token-ended.ts';
import { fitsOpenCause } from '../requests/causes.ts';
import { datingNew, mayBePast } from '../clock.ts';
import { listWeight, notYet } from './checks/entries.ts';
import { learned } from './learn.ts';
import { paymentChecks, returnsPayment } from './checks/object.ts';
import { isFull } from './checks/requested.ts';

/** Refunding a capture (Endpoints, POST /payments/{id}/refunds; States and transitions; Errors). */
export function predictRefund(state: ResourceState, call: Call, step: Step): Outcomes {
  return guarded(state, call, step, 'POST', (api) => {
    const ofPayment = onPayment(
      state,
      step,
      (payment, key) => {
        const judged = onCapture(state, api, step, payment, key);
        return tokenEndedOr(
          state,
          step,
          payment,
          rules.partial.id,
          inTimeOrNot(state, step, payment, judged),
        );
      },
      // Of a payment that does not exist no capture does.
      [wrongId(state, step, true)],
    );
    const byAmount = refusedFractions(state, api, step, refusedAmount(state, api, step, ofPayment));
    const byReason = openReason(state, api, step, byAmount);
    const taken = openBody(state, step, faultsOf(refundRequest, api), byReason, rules.partial.id);
    const byBody = refusedBody(state, api, step);
    // Only the body says which capture is to be refunded: what a capture refuses is no matter of the state alone.
    const isCaptured = (state.payments[step.uses['payment'] ?? '']?.captures.length ?? 0) > 0;
    return byBody !== undefined && isCaptured
      ? refusedFor(byBody, taken)
      : byBodyOr(state, step, byBody, taken);
  });
}

const types = { required: rules.captureIdRequired.id, types: rules.fieldTypes.id };

function refusedBody(state: ResourceState, call: ApiCall, step: Step): Outcomes | undefined {
  const faults = faultsOf(refundRequest, call);
  if (faults[0]?.fault === 'no-object') {
    return noObject(state, step, rules.captureIdRequired.id);
  }
  const bad = malformed(state, step, faults, types);
  // Whether another prefix is a bad format or a wrong capture is open; both are refused.
  const isNoId = faults.some(
    ({ path, fault }) => path === 'capture_id' && (fault === 'prefix' || fault === 'empty'),
  );
  const noId = isNoId ? [refused(state, step, 'no capture id', rules.wrongCapture.id, {})] : undefined;
  const byForm = bad && refusedFor([...bad, ...refusedByValue(state, step, faults)], noId ?? []);
  return withinLimits(state, step, faults, rules.metadataLimit.id, byForm ?? noId);
}

/** A badly typed amount is also an invalid amount, and a badly typed id a wrong one: both errors fit, in no given order. */
function refusedByValue(state: ResourceState, step: Step, faults: readonly BodyFault[]): Outcomes {
  const codes = { amount: 'payment.refund.amount', capture_id: 'payment.refund.captureId' };
  return Object.entries(codes)
    .filter(([name]) => faults.some(({ path, fault }) => path === name && fault !== 'missing'))
    .map(([name, code]) => refused(state, step, `invalid ${name}`, rules.fieldTypes.id, { http: 400, code }));
}

function refusedUncaptured(state: ResourceState, step: Step, payment: Payment): Outcomes {
  const countsAsEvidence = payment.seen;
  const wrongId = { http: 400, code: 'payment.refund.captureId', countsAsEvidence };
  if (payment.status.is === 'AUTHORIZED') {
    const rule = rules.authorizedRefused.id;
    const expired =
      payment.moved === 'past' ? [refused(state, step, 'expired', rule, { countsAsEvidence: false })] : [];
    const uncaptured: Outcomes = choose(resourceLatitudes.refundPrecedence, {
      state: refused(state, step, 'not captured', rule, { http: 403, countsAsEvidence }),
      'capture-id': refused(state, step, 'not captured', rule, wrongId),
    });
    return [...uncaptured, ...expired];
  }
  const { closedRefund, rejectedRefund } = resourceLatitudes;
  const rejected = payment.status.is === 'REJECTED';
  const name = rejected ? 'rejected' : 'closed without capture';
  const rule = rejected ? rules.rejectedRefused.id : rules.closedUncaptured.id;
  return refusedWithOpenStatus(state, step, name, rule, rejected ? rejectedRefund : closedRefund, {
    countsAsEvidence,
  });
}

function onCapture(state: ResourceState, call: ApiCall, step: Step, payment: Payment, key: string): Outcomes {
  if (payment.captures.length === 0) return refusedUncaptured(state, step, payment);
  const capture = payment.captures.find((made) => made.step === step.uses['capture']);
  if (capture === undefined) return wrongCapture(state, step, payment);
  const requested = decimalText(bodyOf(call)['amount']);
  const success = (amount: string | undefined, rule: string) =>
    refunded(state, call, step, payment, key, capture, amount, rule);
  const no = (name: string, rule: string, error: ErrorCheck = {}) =>
    refused(state, step, name, rule, { ...error, countsAsEvidence: payment.seen });
  // Its refusal proves nothing: it is not known to be above what is left.
  const refundedOrNot = (taken: ResourceOutcome): Outcomes => {
    const error = { countsAsEvidence: false };
    const refusal = refused(state, step, 'not refundable', rules.withinCaptured.id, error);
    return [taken, ...inPlaceOf([taken], [refusal])];
  };
  const parts = payment.refunds.filter((made) => made.capture === capture.step).map(({ amount }) => amount);
  const unknown = capture.amount === undefined || parts.some((amount) => amount === undefined);
  // The amounts are unknown, by a lost answer or a conversion: both answers are permitted.
  if (unknown || isTextual(call) || capture.id === undefined)
    return refundedOrNot(success(requested, requested === undefined ? rules.full.id : rules.partial.id));
  const left = new Big(capture.amount).minus(sum(parts as readonly string[]));
  // The document does not say whether a payment that is still AUTHORIZED after a partial capture can be refunded.
  if (payment.status.is === 'AUTHORIZED') {
    if (requested !== undefined && left.lt(requested)) return [no('not refundable', rules.withinCaptured.id)];
    return refundedOrNot(success(requested, requested === undefined ? rules.full.id : rules.partial.id));
  }
  const exhausted = no('exhausted', rules.exhausted.id, { http: 403, code: 'service.forbidden' });
  if (requested === undefined) {
    if (left.lte(0)) return [exhausted];
    if (parts.length === 0) return [success(left.toFixed(), rules.full.id)];
    // A refund of nothing is a part by one reading and none by another: the answer settles nothing.
    if (left.eq(capture.amount))
      return [success(left.toFixed(), rules.full.id), no('full after nothing', rules.full.id)];
    return choose(resourceLatitudes.fullAfterPart, {
      remaining: success(left.toFixed(), rules.full.id),
      refused: no('full after a part', rules.full.id),
    });
  }
  // A refund of zero or less is judged by its amount, beside what its capture has left.
  if (!new Big(requested).gt(0))
    return [success(requested, rules.partial.id), ...(left.lte(0) ? [exhausted] : [])];
  if (left.lte(0)) {
    return choose(resourceLatitudes.exhaustedAmount, {
      'service.forbidden': exhausted,
      'payment.refund.amount': no('invalid amount', rules.withinCaptured.id, invalidAmount),
    });
  }
  if (left.lt(requested)) return [no('invalid amount', rules.withinCaptured.id, invalidAmount)];
  return [success(requested, parts.length === 0 ? rules.partial.id : rules.repeated.id)];
}

const invalidAmount = { http: 400, code: 'payment.refund.amount' } as const;

/** An amount of zero or less may be refused in every state: zero is not excluded, and less would take money from the consumer. */
function refusedAmount(state: ResourceState, call: ApiCall, step: Step, otherwise: Outcomes): Outcomes {
  const requested = decimalText(bodyOf(call)['amount']);
  if (requested === undefined || new Big(requested).gt(0)) return otherwise;
  const rule = rules.withinCaptured.id;
  const as = (error: ErrorCheck, further: readonly Check<Reply>[] = []) =>
    unproven(rule, [refused(state, step, 'invalid amount', rule, error, further)]);
  const refusals: Outcomes = choose(resourceLatitudes.refundAmount, {
    'payment.refund.amount': as(invalidAmount),
    'other-4xx': as({}, [notAsInvalid]),
  });
  // A target that accepts zero must still refuse less: that refusal settles nothing.
  if (!new Big(requested).eq(0)) return refusedFor(settlingNothing(refusals), otherwise);
  const taken = (outcomes: Outcomes): Outcomes =>
    choose(resourceLatitudes.refundAmount, { accepted: outcomes });
  return perhapsRefusedFor({ refusals, otherwise, taken, ordinarily: 'refused' });
}

/** A target that accepts no fractions of a yen may say so before it looks at anything else. */
function refusedFractions(state: ResourceState, call: ApiCall, step: Step, otherwise: Outcomes): Outcomes {
  const requested = decimalText(bodyOf(call)['amount']);
  if (requested === undefined || new Big(requested).mod(1).eq(0)) return otherwise;
  const rule = rules.withinCaptured.id;
  const no = unproven(rule, [refused(state, step, 'fraction', rule)]);
  return unlessRefused(resourceLatitudes.refundFractions, 'accepted', otherwise, 'refused', no);
}

/** Excludes the error of an invalid amount, so that one answer shows one choice. */
const notAsInvalid: Check<Reply> = {
  ...check(
    rules.withinCaptured.id,
    'another status or code than 400 payment.refund.amount',
    ({ http, body }) => `${http} ${String(at(body, ['code']))}`,
    (answer) => answer !== '400 payment.refund.amount',
  ),
  countsAsEvidence: false,
};

const wrongId = (state: ResourceState, step: Step, countsAsEvidence: boolean): ResourceOutcome =>
  refused(state, step, 'wrong capture', rules.wrongCapture.id, {
    http: 400,
    code: 'payment.refund.captureId',
    countsAsEvidence,
  });

/** The error of a wrong capture id; once everything was refunded, that error applies as well. */
function wrongCapture(state: ResourceState, step: Step, payment: Payment): Outcomes {
  const rule = rules.wrongCapture.id;
  const countsAsEvidence = payment.seen;
  const wrong = wrongId(state, step, countsAsEvidence);
  // By the table of states the refund of a partly captured payment may also fail with 403.
  if (payment.status.is === 'AUTHORIZED')
    return [wrong, refused(state, step, 'authorized', rule, { http: 403, countsAsEvidence: false })];
  if (!mayBeExhausted(payment)) return [wrong];
  return choose(resourceLatitudes.wrongCaptureExhausted, {
    'payment.refund.captureId': wrong,
    'service.forbidden': refused(state, step, 'exhausted', rule, {
      http: 403,
      code: 'service.forbidden',
      countsAsEvidence,
    }),
  });
}

/** Whether everything captured is refunded, or may be, where amounts are unknown. */
function mayBeExhausted({ captures, refunds }: Payment): boolean {
  const taken = captures.map(({ amount }) => amount);
  const given = refunds.map(({ amount }) => amount);
  if ([...taken, ...given].some((amount) => amount === undefined)) return true;
  return new Big(sum(given as readonly string[])).gte(sum(taken as readonly string[]));
}

/** Whether the amount is a text, which only a converting server accepts. */
function isTextual(call: ApiCall): boolean {
  return faultsOf(refundRequest, call).some(
    ({ fault, path }) => fault === 'convertible' && path === 'amount',
  );
}

/** Outcomes of a refund with a reason: neither the allowed values nor the error of others are shown, so any may be refused. */
function openReason(state: ResourceState, call: ApiCall, step: Step, judged: Outcomes): Outcomes {
  const { reason } = bodyOf(call);
  if (reason === undefined || reason === null) return judged;
  const no = refused(state, step, 'reason', rules.partial.id, {
    code: fitsOpenCause(),
    countsAsEvidence: false,
  });
  // Of an empty one it does not show whether others are taken.
  if (reason === '') return perhapsRefusedFor({ refusals: [no], otherwise: judged });
  return unlessRefused(resourceLatitudes.refundReason, 'accepted', judged, 'refused', [no]);
}

/** Outcomes with the refusal as too late: how long a capture can be refunded is not shown, but it may end at the payment's expiry. */
function inTimeOrNot(state: ResourceState, step: Step, payment: Payment, judged: Outcomes): Outcomes {
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
  return refused(state, step, 'too late', rules.full.id, { code, countsAsEvidence: false });
}

/** A successful refund; `amount` is undefined where it is unknown (Endpoints, POST /payments/{id}/refunds). */
function refunded(
  state: ResourceState,
  call: ApiCall,
  step: Step,
  payment: Payment,
  key: string,
  capture: Capture,
  amount: string | undefined,
  rule: string,
): ResourceOutcome {
  const { metadata, reason } = bodyOf(call);
  const refund = {
    step: step.id,
    capture: capture.step,
    amount,
    reason: typeof reason === 'string' && reason !== '' ? reason : undefined,
    metadata: (metadata ?? {}) as Pairs,
    ...notYet(payment),
  };
  const after: Payment = { ...payment, refunds: [...payment.refunds, refund] };
  return {
    name: rule === rules.full.id ? 'refunded in full' : 'refunded a part',
    couldMatch: maySucceed,
    checks: () => [
      succeeded(promised(call, rule), [rule]),
      returnsPayment(rules.returnsPayment.id),
      check(
        rules.adds.id,
        'one refund more than before',
        ({ body }) => at(body, ['refunds']),
        (list) => Array.isArray(list) && list.length === after.refunds.length,
        { weight: listWeight, expect: () => ({ at: 'refunds', must: { entries: after.refunds.length } }) },
      ),
      ...(amount === undefined ? [] : gives(payment, amount, rule)),
      ...paymentChecks(after, [], { kept: true }),
      ...datingNew(state, paymentRules.refundCreatedAt.id, 'refunds', payment.refunds),
      ...(payment.amount === undefined ? [] : [keepsAmount(payment.amount)]),
      check(
        rules.keepsCaptures.id,
        `an array of ${payment.captures.length} captures`,
        ({ body }) => at(body, ['captures']),
        (list) => Array.isArray(list) && list.length === payment.captures.length,
        {
          weight: listWeight,
          expect: () => ({ at: 'captures', must: { entries: payment.captures.length } }),
        },
      ),
    ],
    next: (reply?: Reply) => withPayment(state, key, learned(after, 'change', reply)),
  };
}

/** The rules that a refusal breaks: with full metadata also that metadata is kept. */
const promised = (call: ApiCall, rule: string): readonly string[] =>
  isFull(bodyOf(call)['metadata']) ? [rule, rules.metadata.id] : [rule];

/** That the new refund has the requested amount. Not checked beside another refund without a known id. */
function gives({ refunds }: Payment, amount: string, rule: string): readonly Check<Reply>[] {
  if (refunds.some(({ id }) => id === undefined)) return [];
  const known = new Set(refunds.map(({ id }) => id));
  return [
    check(
      rule,
      `a new refund of ${amount}`,
      ({ body }) => entries(at(body, ['refunds'])).find(({ id }) => !known.has(id as string))?.['amount'],
      // An amount of another form breaks the rule about its form.
      (value) => decimalEquals(numberIn(value) ?? Number(amount), amount),
      { expect: () => ({ at: 'refunds', some: 'amount', must: { amount } }) },
    ),
  ];
}

function keepsAmount(amount: string): Check<Reply> {
  return field(
    rules.keepsCaptures.id,
    'amount',
    { amount },
    { ofState: true, ...showsNoOther('amount', amount) },
  );
}
