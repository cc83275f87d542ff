import { describe, expect, it } from 'vitest';
import type { Step } from '../../../../engine/model.ts';
import type { LegacyOutcome } from '../../../../models/legacy/replies/outcome.ts';
import { predictRefund } from '../../../../models/legacy/refund.ts';
import { initialState, type Payment } from '../../../../models/legacy/payment/state.ts';
import { predictPassing } from '../../../../models/legacy/payment/time.ts';
import type { ApiCall } from '../../../../models/wire.ts';
import { agreedBy } from '../../../support/setups/agreed-choices.ts';
import { body, judged, replies, sequence } from '../../../support/setups/legacy-replies.ts';
import { captureOf, openPayment } from '../../../support/setups/legacy-state.ts';
import { reply } from '../../../support/setups/resource-replies.ts';

const { authorized, captured, refunded, shown, updated, updateFailed } = {
  ...replies,
  updateFailed: { ...replies.updated, status: 'update_fail', reason: 'total', message: 'm' },
};

/** The choices that a target shows by these answers. */
async function choicesOf(steps: readonly string[], answers: readonly object[]) {
  const made = await judged(sequence(...steps), answers);
  expect(made.accused).toEqual([]);
  return made.choices;
}

describe('an open point of the legacy interface', () => {
  it.each<[string, string, string[], object[], object | undefined]>([
    [
      'legacy.refund.captured-total',
      'says nothing of a payment that is closed',
      ['authorize one line', 'capture full', 'refund half', 'status read'],
      [authorized, captured('c1'), refunded('c1'), shown('close')],
      undefined,
    ],
    [
      'legacy.refund.captured-total',
      'is told by the captures that close an open payment',
      ['authorize one line', 'capture one line', 'refund half', 'capture the rest', 'status read'],
      [authorized, captured('c1'), refunded('c1'), captured('c2'), shown('close')],
      { kept: 1 },
    ],
    [
      'legacy.refund.captured-total',
      'is told by the captures that leave it open',
      ['authorize one line', 'capture one line', 'refund half', 'capture the rest', 'status read'],
      [authorized, captured('c1'), refunded('c1'), captured('c2'), shown('open')],
      { lowered: 1 },
    ],
    [
      'legacy.update.raised-total',
      'is told by an order of which nothing was captured',
      ['authorize one line', 'update new line'],
      [authorized, updated],
      { accepted: 1 },
    ],
    [
      'legacy.update.order-ref-only-after-authorize',
      'is told where an order_ref was set at Authorize',
      ['authorize one line', 'update another order_ref only'],
      [authorized, updateFailed],
      { refused: 1 },
    ],
    [
      'legacy.update.raised-total',
      'is told by its refusal',
      ['authorize one line', 'update new line'],
      [authorized, updateFailed],
      { refused: 1 },
    ],
    [
      'legacy.update.edited-line',
      'says nothing where the total is raised after a capture, which may be refused for that',
      ['authorize one line', 'capture one line', 'update edited line'],
      [authorized, captured('c1'), updateFailed],
      undefined,
    ],
    [
      'legacy.update.raised-total',
      'says nothing after a capture of nothing, which is a partial capture too',
      ['authorize one line', 'capture a line of no order', 'update new line'],
      [authorized, captured('c1'), updated],
      undefined,
    ],
    [
      'legacy.update.raise-after-capture',
      'is told by the refusal of a new line after a capture',
      ['authorize one line', 'capture one line', 'update new line'],
      [authorized, captured('c1'), updateFailed],
      { refused: 1 },
    ],
    [
      'legacy.update.raise-after-capture',
      'says nothing where a total stands that was raised before the capture',
      ['authorize one line', 'update new line', 'capture one line', 'update same order'],
      [authorized, updated, captured('c1'), updated],
      undefined,
    ],
    [
      'legacy.capture.above-rest',
      'says nothing by the refusal of more than the order has of a part, which may be refused for that',
      ['authorize one line', 'capture more than is left'],
      [authorized, replies.captureFailed],
      undefined,
    ],
    [
      'legacy.update.inconsistent-total',
      'is told by its refusal',
      ['authorize one line', 'update inconsistent total'],
      [authorized, updateFailed],
      { refused: 1 },
    ],
    [
      'legacy.update.inconsistent-total',
      'is told by its acceptance',
      ['authorize one line', 'update inconsistent total'],
      [authorized, updated],
      { accepted: 1 },
    ],
    [
      'legacy.refund.open-payment-state',
      'is told by the state after one refund',
      ['authorize one line', 'capture one line', 'refund half', 'status read'],
      [authorized, captured('c1'), refunded('c1'), shown('open')],
      { unchanged: 1 },
    ],
    [
      'legacy.refund.open-payment-state',
      'says nothing after two refunds, of which the second may have reopened it',
      ['authorize one line', 'capture one line', 'refund part', 'refund part', 'status read'],
      [authorized, captured('c1'), refunded('c1'), refunded('c1'), shown('open')],
      undefined,
    ],
    [
      'legacy.refund.open-payment-state',
      'says nothing of a payment that a capture of unknown amount may have closed before',
      ['authorize one line', 'capture no tax', 'capture the rest', 'refund full', 'status read'],
      [authorized, captured('c1'), captured('c2'), refunded('c2'), shown('open')],
      undefined,
    ],
    [
      'legacy.refund.open-payment-state',
      'says nothing after two refunds, where the next update is refused',
      ['authorize one line', 'capture one line', 'refund part', 'refund part', 'update new line'],
      [authorized, captured('c1'), refunded('c1'), refunded('c1'), updateFailed],
      undefined,
    ],
    [
      'legacy.refund.open-payment-state',
      'is told by a payment that is closed after two',
      ['authorize one line', 'capture one line', 'refund part', 'refund part', 'status read'],
      [authorized, captured('c1'), refunded('c1'), refunded('c1'), shown('close')],
      { closes: 1 },
    ],
  ])('%s %s', async (latitude, _claim, steps, answers, expected) => {
    expect((await choicesOf(steps, answers))[latitude]).toEqual(expected);
  });
});

describe('a capture of lines that are worth more than an order with a discount', () => {
  it.each<[string, object[], object]>([
    ['tells by its refusal', [replies.captureFailed], { refused: 1 }],
    ['tells by the state that follows', [captured('c1'), shown('close', { amount: 900 })], { closes: 1 }],
  ])('%s what happens to more than is left', async (_claim, answers, expected) => {
    const coupon = { item_id: 'coupon', title: 'coupon', amount: -100, quantity: 1 };
    const order = { ...body.order, items: [...body.order.items, coupon], total_amount: 900 };
    const [first, ...others] = sequence('authorize one line', 'capture two lines', 'status read');
    const data = { encoding: 'hex', body: { ...body, order } };
    const made = await judged([{ ...first, data }, ...others].slice(0, answers.length + 1) as never, [
      authorized,
      ...answers,
    ]);
    expect(made.accused).toEqual([]);
    expect(made.choices['legacy.capture.above-rest']).toEqual(expected);
  });
});

describe('the refund of a payment that was closed', () => {
  const open: Payment = {
    ...openPayment,
    taken: { items: {}, tax: '0', shipping: '0', amount: '50' },
  };
  const closed = (by: 'capture' | 'request' | 'expiry' | 'refund', more: Partial<Payment> = {}): Payment => ({
    ...open,
    state: { is: 'close', because: 'a rule', seen: true, by },
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
      { ...initialState(0), moved, payments: { s1: payment }, captures: { s2: captureOf('50') } },
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
      closed('expiry', { unsure: true }),
      9,
      {},
      {},
    ],
    [
      'by captures of unknown amounts, or by its expiry, for nothing',
      closed('capture', { unsure: true, outlived: true }),
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
    const doubtful = { ...initialState(0), payments: { s1: { ...open, inDoubt: 'a rule' } } };
    const after = predictPassing(doubtful, 1000, 1000)[0]?.next(undefined).payments['s1'];
    expect(agreedBy(outcomesFor(after ?? open, 1000), accepted)).toEqual({});
    expect(after?.state.is).toBe('close');
  });
});
