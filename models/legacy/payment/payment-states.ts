import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import type { LegacyOutcome, OperationName } from '../replies/outcome.ts';
import { withPayment, type LegacyState, type Payment, type PaymentState } from './state.ts';

/** The choices that a state rests on, by latitude. */
type Assumed = LegacyOutcome['assumes'];

/** The states that a payment may be in after a refund, whose effect on it is not shown; ordinarily one, without a choice. */
export function settledStates(state: LegacyState, key: string, payment: Payment, operation: OperationName) {
  const { inDoubt, inDoubtAgain, ...certain } = payment;
  if (inDoubt === undefined) return [[undefined, { state, payment }]] as const;
  const as = (
    left: NonNullable<Assumed>,
    after: Payment,
  ): readonly [Assumed, { state: LegacyState; payment: Payment }] => [
    left,
    { state: withPayment(state, key, after), payment: after },
  ];
  const standing = (is: PaymentState['is']): PaymentState => ({
    is,
    because: inDoubt,
    seen: false,
    by: 'refund',
  });
  const { id: total } = open.capturedTotal;
  // Where a captured amount is unknown, so is what a refund left of the total.
  const amountOpen = Object.values(state.captures).some(
    ({ payment: of, amount }) => of === key && amount === undefined,
  );
  const lowered = { refundsLower: true as const, ...(amountOpen && { unsure: true as const }) };
  // A read right after the refund shows the payment as the refund left it.
  const still = operation === 'status' && { surely: true as const };
  // How much of a payment that a refund reopened can be captured again is not shown either.
  if (payment.state.is === 'close') {
    const { id } = open.refundPaymentState;
    const reopened = { ...certain, state: { ...standing('open'), ...still }, unsure: true } as const;
    // It may have been reopened and closed again, which looks the same: by its expiry once the clock was moved, or by the next refund.
    const perhapsAgain = state.moved > 0 || inDoubtAgain === true;
    const closed = perhapsAgain
      ? { ...certain, state: { ...certain.state, by: 'refund' as const } }
      : certain;
    return [
      // Of a payment that stays closed nothing shows what counts as captured.
      as(perhapsAgain ? {} : { [id]: 'unchanged' }, closed),
      as({ [id]: 'reopens', [total]: 'kept' }, reopened),
      as({ [id]: 'reopens', [total]: 'lowered' }, { ...reopened, ...lowered }),
    ];
  }
  const { id } = open.refundOpenState;
  const reopened = { ...certain, state: { ...standing('open'), ...still }, unsure: true } as const;
  // Where its amounts are unknown it may have been closed before the refund, so that its state shows nothing of what the refund did.
  if (!isSurelyOpen(payment))
    return [
      as({}, certain),
      as({}, { ...certain, ...lowered }),
      as({}, { ...certain, state: standing('close') }),
    ];
  return [
    as({ [id]: 'unchanged', [total]: 'kept' }, certain),
    as({ [id]: 'unchanged', [total]: 'lowered' }, { ...certain, ...lowered }),
    as({ [id]: 'closes' }, { ...certain, state: standing('close') }),
    // One refund may have closed it and the next reopened it: as that is not seen, it settles nothing.
    ...(inDoubtAgain === true ? [as({}, reopened), as({}, { ...reopened, ...lowered })] : []),
  ];
}

/** Whether a payment that counts as open is open for certain. */
const isSurelyOpen = ({ unsure, state }: Payment): boolean =>
  unsure === undefined || state.seen || state.surely === true;
