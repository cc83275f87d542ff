import { describe, expect, it } from 'vitest';
import { mayBeClosedOtherwise } from '../../../models/legacy/replies/refund-outcomes.ts';
import { initialState, nothingTaken } from '../../../models/legacy/payment/state.ts';
import { predictPassing } from '../../../models/legacy/payment/passing.ts';
import { captureOf, openPayment } from '../../support/setups/legacy-state.ts';

const paid = {
  ...openPayment,
  taken: { ...nothingTaken, amount: '100' },
  state: { is: 'close', setBy: 'a rule', seen: true, by: 'capture' },
} as const;
const state = {
  ...initialState(undefined, 1000),
  payments: { s1: paid },
  captures: { s2: captureOf('100') },
};

describe('a payment that its capture closed', () => {
  it('may emit its closing once more when its expiry passes, and not again', () => {
    const [first] = predictPassing(state, 2000);
    const bounds = (outcome: typeof first) => outcome?.expects?.().map(({ least, most }) => [least, most]);
    expect(bounds(first)).toEqual([[0, 1]]);
    const [second] = predictPassing(first?.next(undefined) ?? state, 2000);
    expect(bounds(second)).toEqual([]);
  });

  it.each([
    ['is refundable until its expiry', 999, false],
    ['may be no longer refundable a second later', 2000, true],
  ])('%s', (_, ms, otherwise) => {
    const after = predictPassing(state, ms)[0]?.next(undefined);
    expect(after && mayBeClosedOtherwise(after, after.payments['s1'] ?? paid)).toBe(otherwise);
  });
});
