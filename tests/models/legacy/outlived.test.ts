import { describe, expect, it } from 'vitest';
import { mayBeClosedOtherwise } from '../../../models/legacy/replies/refund-outcomes.ts';
import { initialState, nothingTaken } from '../../../models/legacy/payment/state.ts';
import { predictPassing } from '../../../models/legacy/payment/expiry.ts';
import { captureOf, openPayment } from '../../support/setups/legacy-state.ts';

const paid = {
  ...openPayment,
  taken: { ...nothingTaken, amount: '100' },
  state: { is: 'close', setBy: 'a rule', seen: true, by: 'capture' },
} as const;
const state = { ...initialState(0), payments: { s1: paid }, captures: { s2: captureOf('100') } };

describe('a payment that its capture closed', () => {
  it('may emit its closing once more when its expiry passes, and not again', () => {
    const [first] = predictPassing(state, 1000, 1000);
    const bounds = (outcome: typeof first) => outcome?.expects?.().map(({ least, most }) => [least, most]);
    expect(bounds(first)).toEqual([[0, 1]]);
    const [second] = predictPassing(first?.next(undefined) ?? state, 1000, 1000);
    expect(bounds(second)).toEqual([]);
  });

  it.each([
    ['is refundable until its expiry', 999, false],
    ['may be no longer refundable from then on', 1000, true],
  ])('%s', (_, ms, otherwise) => {
    const after = predictPassing(state, ms, 1000)[0]?.next(undefined);
    expect(after && mayBeClosedOtherwise(after, after.payments['s1'] ?? paid)).toBe(otherwise);
  });
});
