import type { Step } from '../../../engine/model.ts';
import { paymentRules } from '../../../spec/resource/payment.ts';
import { at } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import { decimalText, hasPrefix, sameState } from '../forms.ts';
import { isInstant } from '../instants.ts';
import type { Outcomes, PaymentStatus, ResourceState } from '../state.ts';
import { withPayment } from '../state.ts';

/** A single payment that control issues in a given state. Only its id, instants and amount are known. */
export function predictIssuePayment(state: ResourceState, status: PaymentStatus, step: Step): Outcomes {
  return [
    {
      name: `issued: ${status}`,
      checks: [],
      next: (reply?: Reply) =>
        withPayment(state, step.id, {
          ...issued(reply),
          status: { is: status, because: paymentRules.status.id },
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
    createdAt: text('created_at', isInstant),
    expiresAt: text('expires_at', isInstant),
    amount: decimalText(at(reply?.body, ['amount'])),
  };
}

/** Moves the target's clock relative to the expiry of a payment. */
export function predictPassTime(state: ResourceState, moved: 'before' | 'past', step: Step): Outcomes {
  const key = step.uses['payment'];
  const payment = key === undefined ? undefined : state.payments[key];
  if (key === undefined || payment === undefined) return [{ name: 'passed', checks: [], next: () => state }];
  return [
    {
      name: `passed: ${moved}`,
      checks: [],
      next: () => withPayment(closedOnesPast(state), key, { ...payment, moved }),
    },
  ];
}

/** Payments closed earlier may be past their expiry as well, so either of two errors applies to them. */
function closedOnesPast(state: ResourceState): ResourceState {
  const payments = Object.entries(state.payments).map(([key, payment]) => [
    key,
    payment.status.is === 'CLOSED' ? { ...payment, moved: 'past' as const } : payment,
  ]);
  return { ...state, payments: Object.fromEntries(payments) as ResourceState['payments'] };
}
