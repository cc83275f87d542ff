import { Big } from 'big.js';
import type { Step } from '../../../engine/model.ts';
import { captureRequest, captureRules as rules } from '../../../spec/resource/payments/capture.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { paymentRules } from '../../../spec/resource/payment.ts';
import { at, check, field, isNumber } from '../../checks.ts';
import { choose } from '../../choose.ts';
import type { ApiCall, Call, Reply } from '../../wire.ts';
import { faultsOf } from '../bodies.ts';
import { decimalText, entries, sum } from '../forms.ts';
import { refused, refusedSomehow } from '../outcomes.ts';
import { guarded } from '../requests.ts';
import type {
  Fact,
  Outcomes,
  Pairs,
  Payment,
  PaymentStatus,
  ResourceOutcome,
  ResourceState,
} from '../state.ts';
import { withPayment } from '../state.ts';
import { isContentCode, succeeded } from '../verdicts.ts';
import { ofOrder } from './captured-parts.ts';
import { notYet } from './entries.ts';
import { learned } from './learn.ts';
import { paymentChecks, returnsPayment } from './object.ts';
import { bodyOf, either, malformed, onPayment, openBody, titles } from './on-payment.ts';
import { isFull } from './requested.ts';

/** Capturing a payment (Endpoints, POST /payments/{id}/captures; States and transitions; Errors). */
export function predictCapture(state: ResourceState, call: Call, step: Step): Outcomes {
  return guarded(state, call, step, 'POST', (api) =>
    onPayment(state, step, (payment, key) => {
      const byBody = refusedBody(state, api, step);
      const byState = refusedState(state, step, payment);
      if (byBody !== undefined) return byState === undefined ? byBody : either(byBody, byState);
      const judged = byState ?? captured(state, api, step, payment, key);
      return openBody(state, step, faultsOf(captureRequest, api), judged, rules.succeeds.id);
    }),
  );
}

function refusedBody(state: ResourceState, call: ApiCall, step: Step): Outcomes | undefined {
  const faults = faultsOf(captureRequest, call);
  const malformedContent = { http: 400, code: 'request_content.malformed' };
  if (faults[0]?.fault === 'no-object') {
    const noBraces = call.body === undefined && call.rawBody === undefined;
    const title = field(
      rules.bracesTitle.id,
      'title',
      (value) => value === titles.missing,
      `"${titles.missing}"`,
    );
    return [
      refused(state, step, 'no braces', rules.bracesNeeded.id, malformedContent, noBraces ? [title] : []),
    ];
  }
  if (faults.some(({ fault }) => fault === 'limit'))
    return refusedSomehow(
      state,
      step,
      'metadata over 20',
      rules.metadataLimit.id,
      resourceLatitudes.metadataOver,
    );
  return malformed(state, step, faults, { required: rules.fieldTypes.id, types: rules.fieldTypes.id });
}

/** The document's precedence: a closed payment, a rejected one, an expired one. */
function refusedState(state: ResourceState, step: Step, payment: Payment): Outcomes | undefined {
  const earns = payment.seen;
  const expired = payment.moved === 'past';
  const expiredError = refused(state, step, 'expired', rules.expiredRefused.id, {
    http: 400,
    code: 'payment.authorization.expired',
    earns,
  });
  if (payment.status.is === 'CLOSED') {
    const closed = refused(state, step, 'closed', rules.closedRefused.id, {
      http: 403,
      code: 'service.forbidden',
      earns,
    });
    return expired ? [closed, expiredError] : [closed];
  }
  if (payment.status.is === 'REJECTED') {
    const { rejectedCapture } = resourceLatitudes;
    return refusedSomehow(state, step, 'rejected', paymentRules.rejected.id, rejectedCapture, { earns });
  }
  if (!expired) return undefined;
  const { expiredCapture, expiredState } = resourceLatitudes;
  // Where the expiry has closed the payment, both errors apply; later reads hold the payment to having been closed.
  const becameClosed: ResourceOutcome = {
    ...refused(state, step, 'closed by expiry', rules.expiredRefused.id, {
      http: 403,
      code: 'service.forbidden',
      earns: false,
    }),
    next: () => endedByExpiry(state, step, payment, 'CLOSED'),
    assumes: { [expiredState.id]: 'closed' },
  };
  const rejected = refusedSomehow(
    state,
    step,
    'rejected by expiry',
    rules.expiredRefused.id,
    resourceLatitudes.rejectedCapture,
    { earns: false },
  );
  // The error of an expiry is told as such, and tells nothing of the state.
  const another = field(
    rules.expiredRefused.id,
    'code',
    (code) => code !== 'payment.authorization.expired',
    'another than payment.authorization.expired',
  );
  const becameRejected = rejected.map((outcome): ResourceOutcome => ({
    ...outcome,
    checks: [...outcome.checks, { ...another, earns: false }],
    next: () => endedByExpiry(state, step, payment, 'REJECTED'),
    assumes: { ...outcome.assumes, [expiredState.id]: 'rejected' },
  }));
  const byExpiry: Outcomes = choose(expiredCapture, { expired: expiredError, closed: becameClosed });
  return [...byExpiry, ...becameRejected];
}

function endedByExpiry(
  state: ResourceState,
  step: Step,
  payment: Payment,
  is: 'CLOSED' | 'REJECTED',
): ResourceState {
  const key = step.uses['payment'];
  if (key === undefined) return state;
  const status = { is, because: rules.expiredRefused.id } as const;
  return withPayment(state, key, { ...payment, status, after: 'change' });
}

/** What of the amount is left to capture; undefined when a part is unknown. */
function remainingOf(payment: Payment): string | undefined {
  const taken = payment.captures.map(({ amount }) => amount);
  if (payment.amount === undefined || taken.some((amount) => amount === undefined)) return undefined;
  return new Big(payment.amount).minus(sum(taken as readonly string[])).toFixed();
}

const amountWeight = 8;

function captured(state: ResourceState, call: ApiCall, step: Step, payment: Payment, key: string): Outcomes {
  const remaining = remainingOf(payment);
  const metadata = (bodyOf(call)['metadata'] ?? {}) as Pairs;
  const taking = (
    name: string,
    amount: string | undefined,
    status: Fact<PaymentStatus>,
    part: boolean,
  ): ResourceOutcome => {
    const after: Payment = {
      ...payment,
      status,
      captures: [...payment.captures, { step: step.id, amount, metadata, ...notYet(payment) }],
    };
    const known = new Set(payment.captures.map(({ id }) => id));
    return {
      name,
      checks: [
        succeeded((code) => promised(call, payment, code), proven(call, payment)),
        returnsPayment(rules.returnsPayment.id),
        check(
          rules.adds.id,
          'one capture more than before',
          ({ body }) => at(body, ['captures']),
          (list) => Array.isArray(list) && list.length === after.captures.length,
          { weight: 3 },
        ),
        check(
          part ? paymentRules.captureAmount.id : rules.fullCloses.id,
          part ? 'a capture of a part of the amount' : 'a capture of the full amount',
          ({ body }) => {
            const fresh = entries(at(body, ['captures'])).find(({ id }) => !known.has(id as string));
            return { amount: fresh?.['amount'], left: remaining ?? decimalText(at(body, ['amount'])) };
          },
          (value) => isShare(value as Share, part),
          { weight: amountWeight, decides: true },
        ),
        ...paymentChecks(after, []),
      ],
      next: (reply?: Reply) => withPayment(state, key, learned(after, 'change', reply)),
    };
  };
  const { capturedAmount, partialState } = resourceLatitudes;
  const closes = { is: 'CLOSED', because: rules.fullCloses.id } as const;
  return choose(capturedAmount, {
    full: ofOrder(state, payment, taking('captured', remaining, closes, false)),
    part: choose(partialState, {
      'stays-authorized': taking('captured a part', undefined, payment.status, true),
      closes: taking(
        'captured a part, closed',
        undefined,
        { is: 'CLOSED', because: paymentRules.status.id },
        true,
      ),
    }),
  });
}

interface Share {
  readonly amount: unknown;
  readonly left: string | undefined;
}

function isShare({ amount, left }: Share, part: boolean): boolean {
  // Without a new capture nothing tells how much it took: that there is none is another rule's breach.
  if (amount === undefined) return !part;
  if (!isNumber(amount)) return false;
  if (left === undefined) return true;
  const taken = new Big(amount as number);
  // More than there is left is judged by the rule that says so.
  return part ? taken.gt(0) && !taken.eq(left) : taken.eq(left);
}

/** What a refusal breaks: one of its content denies the body, any other what the state allows. */
function promised(call: ApiCall, payment: Payment, code: unknown): readonly string[] {
  const allowed = payment.moved === 'before' ? rules.beforeExpiry.id : rules.succeeds.id;
  if (!isContentCode(code)) return [allowed];
  if (isEmpty(call)) return [rules.emptyObject.id];
  return isFull(bodyOf(call)['metadata']) ? [allowed, rules.metadata.id] : [allowed];
}

const isEmpty = (call: ApiCall): boolean => Object.keys(bodyOf(call)).length === 0;

function proven(call: ApiCall, payment: Payment): readonly string[] {
  const empty = isEmpty(call);
  return [
    rules.succeeds.id,
    ...(empty ? [rules.emptyObject.id] : []),
    ...(payment.moved === 'before' ? [rules.beforeExpiry.id] : []),
  ];
}
