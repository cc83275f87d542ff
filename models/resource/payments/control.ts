import type { Step } from '../../../engine/model.ts';
import { paymentRules } from '../../../spec/resource/payment.ts';
import { getRules } from '../../../spec/resource/payments/get.ts';
import { at, check } from '../../checks.ts';
import type { GivenPayment } from '../../setup.ts';
import type { Call, Reply } from '../../wire.ts';
import { offlineClock } from '../../time.ts';
import { besideExpiry, clockMoved, clockRead, sideOfExpiry } from '../clock.ts';
import { decimalText, hasPrefix, sameState } from '../forms.ts';
import { isInstant } from '../../../spec/instants.ts';
import type { Outcomes, Payment, PaymentStatus, ResourceState } from '../state.ts';
import { guarded } from '../requests/requests.ts';
import { withPayment } from '../state.ts';
import { succeeded } from '../replies/verdicts.ts';
import { learned } from './learn.ts';
import { paymentChecks, returnsPayment } from './checks/object.ts';

/** A single payment that control issues in a given state. Only its id, instants and amount are known. */
export function predictIssuePayment(state: ResourceState, status: PaymentStatus, step: Step): Outcomes {
  return [
    {
      name: `issued: ${status}`,
      checks: [],
      next: (reply?: Reply) =>
        withPayment(state, step.id, {
          ...issued(reply),
          status: { is: status, setBy: paymentRules.status.id },
          seen: sameState(at(reply?.body, ['status']), status),
          after: 'change',
          captures: [],
          refunds: [],
        }),
    },
  ];
}

function issued(reply: Reply | undefined) {
  const text = (name: string, holds: (value: unknown) => value is string) => {
    const value = at(reply?.body, [name]);
    return holds(value) ? value : undefined;
  };
  return {
    id: text('id', hasPrefix('pay_')),
    known: Object.fromEntries(
      ['created_at', 'expires_at'].flatMap((name) => {
        const instant = text(name, isInstant);
        return instant === undefined ? [] : [[name, instant]];
      }),
    ),
    amount: decimalText(at(reply?.body, ['amount'])),
  };
}

/**
 * The first read of a payment that was made elsewhere. One that is not as it was given, since another user has used it meanwhile, is left alone:
 * that does not accuse the target.
 */
export function predictAdoptPayment(
  state: ResourceState,
  call: Call,
  step: Step,
  { id, amount, lines }: GivenPayment,
): Outcomes {
  const payment: Payment = {
    id,
    status: { is: 'AUTHORIZED', setBy: paymentRules.status.id },
    seen: false,
    after: 'change',
    amount,
    ...(lines.length > 0 && { items: lines }),
    captures: [],
    refunds: [],
  };
  const isAsGiven = (body: unknown) =>
    sameState(at(body, ['status']), 'AUTHORIZED') && decimalText(at(body, ['amount'])) === amount;
  return guarded(state, call, step, 'GET', () => [
    {
      name: 'adopted',
      checks: [
        succeeded([getRules.returnsPayment.id], [getRules.returnsPayment.id]),
        returnsPayment(getRules.returnsPayment.id),
        ...paymentChecks(payment, []),
      ],
      next: (reply?: Reply) => withPayment(state, step.id, learned(payment, 'read', reply)),
    },
    {
      name: 'not as given',
      checks: [
        check(
          getRules.returnsPayment.id,
          'a payment that is not as it was given',
          ({ body }) => body,
          (body) => !isAsGiven(body),
          { weight: otherWeight, countsAsEvidence: false },
        ),
      ],
      next: () => state,
    },
  ]);
}

// Above all others together: a payment that is as given is judged as such.
const otherWeight = 1000;

/** After the clock was read. */
export function predictReadClock(state: ResourceState): Outcomes {
  return [
    {
      name: 'clock read',
      checks: [],
      next: (reply?: Reply) =>
        reply === undefined
          ? { ...state, clock: { ...offlineClock, isRead: true } }
          : clockRead(state, reply),
    },
  ];
}

/** Moves the target's clock relative to the expiry of a payment. `isNear`: to less than a minute or so before it. */
export function predictPassTime(
  state: ResourceState,
  moved: 'before' | 'past',
  step: Step,
  isNear = false,
): Outcomes {
  const key = step.uses['payment'];
  const payment = key === undefined ? undefined : state.payments[key];
  if (key === undefined || payment === undefined)
    return [{ name: 'passed', checks: [], next: (reply?: Reply) => clockMoved(state, reply) }];
  return [
    {
      name: `passed: ${moved}`,
      checks: [],
      next: (reply?: Reply) =>
        clockMoved(
          withPayment(endedOnesPast(state, reply), key, {
            ...payment,
            moved: sideOfExpiry(payment, moved, reply, isNear),
          }),
          reply,
        ),
    },
  ];
}

/** Payments closed or rejected earlier may be past their expiry as well, so either of two errors applies to them. */
function endedOnesPast(state: ResourceState, reply: Reply | undefined): ResourceState {
  const payments = Object.entries(state.payments).map(([key, payment]) => [
    key,
    payment.status.is === 'AUTHORIZED' ? payment : { ...payment, moved: besideExpiry(payment, reply) },
  ]);
  return { ...state, payments: Object.fromEntries(payments) as ResourceState['payments'] };
}
