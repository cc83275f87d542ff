import { Big } from 'big.js';
import type { Check, Step } from '../../../engine/model.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { refundRequest, refundRules as rules } from '../../../spec/resource/payments/refund.ts';
import { at, check } from '../../checks.ts';
import { choose } from '../../choose.ts';
import type { ApiCall, Call, Reply } from '../../wire.ts';
import { bodyOf, type BodyFault, faultsOf } from '../replies/bodies.ts';
import { decimalText, sum } from '../forms.ts';
import { refused, refusedSomehow, unproven } from '../replies/outcomes.ts';
import { guarded } from '../requests/requests.ts';
import type { Outcomes, Payment, ResourceState } from '../state.ts';
import { onPayment } from './on-payment.ts';
import { either, malformed, noObject, openBody, tooManyPairs } from '../requests/bad-bodies.ts';
import { inTimeOrNot, isLate, openReason, tooLate } from './refund-open.ts';
import { refunded } from './refunded.ts';
import { tokenEndedOr } from './token-ended.ts';

/** Refunding a capture (Endpoints, POST /payments/{id}/refunds; States and transitions; Errors). */
export function predictRefund(state: ResourceState, call: Call, step: Step): Outcomes {
  return guarded(state, call, step, 'POST', (api) =>
    onPayment(state, step, (payment, key) => {
      const byBody = refusedBody(state, api, step);
      if (byBody !== undefined) {
        const byState = refusedByState(state, step, payment);
        const both = byState === undefined ? byBody : either(byBody, byState);
        return tokenEndedOr(state, step, payment, rules.partial.id, both);
      }
      const judged = openReason(state, api, step, onCapture(state, api, step, payment, key));
      const taken = openBody(state, step, faultsOf(refundRequest, api), judged, rules.partial.id);
      const inTime = inTimeOrNot(state, step, payment, taken);
      return tokenEndedOr(state, step, payment, rules.partial.id, inTime);
    }),
  );
}

const types = { required: rules.captureIdRequired.id, types: rules.fieldTypes.id };

function refusedBody(state: ResourceState, call: ApiCall, step: Step): Outcomes | undefined {
  const faults = faultsOf(refundRequest, call);
  if (faults[0]?.fault === 'no-object') {
    return noObject(state, step, rules.captureIdRequired.id);
  }
  if (faults.some(({ fault }) => fault === 'limit')) return tooManyPairs(state, step, rules.metadataLimit.id);
  const bad = malformed(state, step, faults, types);
  if (bad !== undefined) return [...bad, ...refusedByValue(state, step, faults)];
  // Whether another prefix is a bad format or a wrong capture is open; both are refused.
  if (faults.some(({ path, fault }) => path === 'capture_id' && (fault === 'prefix' || fault === 'empty')))
    return [refused(state, step, 'no capture id', rules.wrongCapture.id, {})];
  return undefined;
}

/** A badly typed amount is also an invalid amount, and a badly typed id a wrong one: both errors fit, in no given order. */
function refusedByValue(state: ResourceState, step: Step, faults: readonly BodyFault[]): Outcomes {
  const codes = { amount: 'payment.refund.amount', capture_id: 'payment.refund.captureId' };
  return Object.entries(codes)
    .filter(([field]) => faults.some(({ path, fault }) => path === field && fault !== 'missing'))
    .map(([field, code]) =>
      refused(state, step, `invalid ${field}`, rules.fieldTypes.id, { http: 400, code }),
    );
}

/** The refusals by the state, whatever the request: nothing is captured, or nothing is left. */
function refusedByState(state: ResourceState, step: Step, payment: Payment): Outcomes | undefined {
  if (payment.captures.length === 0) return refusedUncaptured(state, step, payment);
  const late = isLate(payment) ? [tooLate(state, step)] : [];
  if (payment.status.is !== 'AUTHORIZED' && !mayBeExhausted(payment))
    return late.length > 0 ? late : undefined;
  return [refused(state, step, 'not refundable', rules.exhausted.id, { http: 403, earns: false }), ...late];
}

function refusedUncaptured(state: ResourceState, step: Step, payment: Payment): Outcomes {
  const earns = payment.seen;
  const wrongId = { http: 400, code: 'payment.refund.captureId', earns };
  if (payment.status.is === 'AUTHORIZED') {
    const rule = rules.authorizedRefused.id;
    const expired = payment.moved === 'past' ? [refused(state, step, 'expired', rule, { earns: false })] : [];
    const uncaptured: Outcomes = choose(resourceLatitudes.refundPrecedence, {
      state: refused(state, step, 'not captured', rule, { http: 403, earns }),
      'capture-id': refused(state, step, 'not captured', rule, wrongId),
    });
    return [...uncaptured, ...expired];
  }
  const { closedRefund, rejectedRefund } = resourceLatitudes;
  const rejected = payment.status.is === 'REJECTED';
  const name = rejected ? 'rejected' : 'closed without capture';
  const rule = rejected ? rules.rejectedRefused.id : rules.closedUncaptured.id;
  return refusedSomehow(state, step, name, rule, rejected ? rejectedRefund : closedRefund, { earns });
}

function onCapture(state: ResourceState, call: ApiCall, step: Step, payment: Payment, key: string): Outcomes {
  if (payment.captures.length === 0) return refusedUncaptured(state, step, payment);
  const capture = payment.captures.find((made) => made.step === step.uses['capture']);
  if (capture === undefined) return wrongCapture(state, step, payment);
  const requested = decimalText(bodyOf(call)['amount']);
  const success = (amount: string | undefined, rule: string) =>
    refunded(state, call, step, payment, key, capture, amount, rule);
  const no = (name: string, rule: string, http?: number, code?: string) =>
    refused(state, step, name, rule, {
      ...(http === undefined ? {} : { http }),
      ...(code === undefined ? {} : { code }),
      earns: payment.seen,
    });
  const parts = payment.refunds.filter((made) => made.capture === capture.step).map(({ amount }) => amount);
  const unknown = capture.amount === undefined || parts.some((amount) => amount === undefined);
  // The amounts are unknown, by a lost answer or a conversion: both answers are permitted.
  if (unknown || isTextual(call) || capture.id === undefined)
    return [success(requested, rules.partial.id), no('not refundable', rules.withinCaptured.id)];
  const left = new Big(capture.amount).minus(sum(parts as readonly string[]));
  // The document does not say whether a payment that is still AUTHORIZED after a partial capture can be refunded.
  if (payment.status.is === 'AUTHORIZED') {
    const refusal = no('not refundable', rules.withinCaptured.id);
    return requested !== undefined && left.lt(requested)
      ? [refusal]
      : [success(requested, rules.partial.id), refusal];
  }
  const invalid = no('invalid amount', rules.withinCaptured.id, 400, 'payment.refund.amount');
  const exhausted = no('exhausted', rules.exhausted.id, 403, 'service.forbidden');
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
  if (new Big(requested).lte(0)) {
    const edge: Outcomes = choose(resourceLatitudes.refundAmount, {
      'payment.refund.amount': invalid,
      'other-4xx': refused(state, step, 'invalid amount', rules.withinCaptured.id, { earns: payment.seen }, [
        notAsInvalid,
      ]),
      // A refund of zero is not excluded; a negative one would take money from the consumer.
      ...(new Big(requested).eq(0) && { accepted: success(requested, rules.partial.id) }),
    });
    return unproven(rules.withinCaptured.id, edge);
  }
  if (left.lte(0)) {
    return choose(resourceLatitudes.exhaustedAmount, {
      'service.forbidden': exhausted,
      'payment.refund.amount': invalid,
    });
  }
  const part: Outcomes = left.lt(requested)
    ? [invalid]
    : [success(requested, parts.length === 0 ? rules.partial.id : rules.repeated.id)];
  if (new Big(requested).mod(1).eq(0)) return part;
  // A target that accepts no fractions may say so before it checks what is left.
  return choose(resourceLatitudes.refundFractions, {
    accepted: part,
    refused: unproven(rules.withinCaptured.id, [no('fraction', rules.withinCaptured.id)]),
  });
}

/** Excludes the error of an invalid amount, so that one answer shows one choice. */
const notAsInvalid: Check<Reply> = {
  ...check(
    rules.withinCaptured.id,
    'another status or code than 400 payment.refund.amount',
    ({ http, body }) => `${http} ${String(at(body, ['code']))}`,
    (answer) => answer !== '400 payment.refund.amount',
  ),
  earns: false,
};

/** The error of a wrong capture id; once everything was refunded, that error applies as well. */
function wrongCapture(state: ResourceState, step: Step, payment: Payment): Outcomes {
  const rule = rules.wrongCapture.id;
  const earns = payment.seen;
  const wrong = refused(state, step, 'wrong capture', rule, {
    http: 400,
    code: 'payment.refund.captureId',
    earns,
  });
  // By the table of states the refund of a partly captured payment may also fail with 403.
  if (payment.status.is === 'AUTHORIZED')
    return [wrong, refused(state, step, 'authorized', rule, { http: 403, earns: false })];
  if (!mayBeExhausted(payment)) return [wrong];
  return choose(resourceLatitudes.wrongCaptureExhausted, {
    'payment.refund.captureId': wrong,
    'service.forbidden': refused(state, step, 'exhausted', rule, {
      http: 403,
      code: 'service.forbidden',
      earns,
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
