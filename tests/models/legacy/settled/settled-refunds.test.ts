import { describe, expect, it } from 'vitest';
import type { Step } from '../../../../engine/model.ts';
import type { LegacyOutcome } from '../../../../models/legacy/replies/outcome.ts';
import { predictRefund } from '../../../../models/legacy/refund.ts';
import { initialState, type Payment } from '../../../../models/legacy/payment/state.ts';
import { predictPassing } from '../../../../models/legacy/payment/passing.ts';
import type { ApiCall } from '../../../../models/wire.ts';
import { agreedBy } from '../../../support/setups/agreed-choices.ts';
import { captureOf, openPayment } from '../../../support/setups/legacy-state.ts';
import { reply } from '../../../support/setups/resource-replies.ts';

describe('the refund of a payment that was closed', () => {
  const open: Payment = {
    ...openPayment,
    taken: { items: {}, tax: '0', shipping: '0', amount: '50' },
  };
  const closed = (by: 'capture' | 'request' | 'expiry' | 'refund', more: Partial<Payment> = {}): Payment => ({
    ...open,
    state: { is: 'close', setBy: 'a rule', seen: true, by },
    ...more,
  });
  const step: Step = { id: 's3', operation: 'refund', kind: 'part', uses: { payment: 's1', capture: 's2' } };
  const call: ApiCall = {
    to: 'legacy',
    operation: 'refund',
    method: 'POST',
    path: '/pay/refund',
    credential: 'valid',
    body: { capture_id: 'c', amount: 10 },
    checksum: { of: 'c', encoding: 'hex' },
  };
  const accepted = reply(200, { capture_id: 'c', status: 'refund_success' });
  const refused = reply(400, { capture_id: 'c', status: 'refund_fail', reason: 'closed', message: 'm' });
  const outcomesFor = (payment: Payment, moved: number): readonly LegacyOutcome[] =>
    predictRefund(
      {
        ...initialState(undefined),
        moved,
        payments: { s1: payment },
        captures: { s2: captureOf('50') },
      },
      call,
      step,
    );
  const both = { 'legacy.refund.after-close': 'accepted', 'legacy.refund.after-validity': 'accepted' };

  it.each<[string, Payment, number, object, object]>([
    [
      'by request answers for that',
      closed('request'),
      0,
      { 'legacy.refund.after-close': 'accepted' },
      { 'legacy.refund.after-close': 'refused' },
    ],
    [
      'by its expiry answers for that',
      closed('expiry'),
      1000,
      { 'legacy.refund.after-expiry': 'accepted' },
      { 'legacy.refund.after-expiry': 'refused' },
    ],
    [
      'by its captures before its expiry answers for the expiry that has passed',
      closed('capture', { outlived: true }),
      1000,
      { 'legacy.refund.after-validity': 'accepted' },
      { 'legacy.refund.after-validity': 'refused' },
    ],
    [
      'by request before its expiry, by a refusal, for neither',
      closed('request', { outlived: true }),
      1000,
      both,
      {},
    ],
    ['by a refund or since, once the clock was moved, answers for nothing', closed('refund'), 1000, {}, {}],
    [
      'by its expiry, or by captures of unknown amounts, for nothing',
      closed('expiry', { amountUnknown: true }),
      9,
      {},
      {},
    ],
    [
      'by captures of unknown amounts, or by its expiry, for nothing',
      closed('capture', { amountUnknown: true, outlived: true }),
      9,
      {},
      {},
    ],
  ])('%s', (_claim, payment, moved, byAccepted, byRefused) => {
    const outcomes = outcomesFor(payment, moved);
    expect(agreedBy(outcomes, accepted)).toEqual(byAccepted);
    expect(agreedBy(outcomes, refused)).toEqual(byRefused);
  });

  it('by a refund or by its expiry, since a refund may close, answers for nothing', () => {
    const doubtful = { ...initialState(undefined, 1000), payments: { s1: { ...open, inDoubt: 'a rule' } } };
    const after = predictPassing(doubtful, 2000)[0]?.next(undefined).payments['s1'];
    expect(agreedBy(outcomesFor(after ?? open, 1000), accepted)).toEqual({});
    expect(after?.state.is).toBe('close');
  });
});
