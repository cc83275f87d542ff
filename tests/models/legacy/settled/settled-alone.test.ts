import { describe, expect, it } from 'vitest';
import { body, judged, replies, sequence } from '../../../support/setups/legacy-replies.ts';

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
      'is shown by the captures that close an open payment',
      ['authorize one line', 'capture one line', 'refund half', 'capture the rest', 'status read'],
      [authorized, captured('c1'), refunded('c1'), captured('c2'), shown('close')],
      { kept: 1 },
    ],
    [
      'legacy.refund.captured-total',
      'is shown by the captures that leave it open',
      ['authorize one line', 'capture one line', 'refund half', 'capture the rest', 'status read'],
      [authorized, captured('c1'), refunded('c1'), captured('c2'), shown('open')],
      { lowered: 1 },
    ],
    [
      'legacy.update.raised-total',
      'is shown by an order of which nothing was captured',
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
      'is shown by its refusal',
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
      'is shown by the refusal of a new line after a capture',
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
      'is shown by its refusal',
      ['authorize one line', 'update inconsistent total'],
      [authorized, updateFailed],
      { refused: 1 },
    ],
    [
      'legacy.update.inconsistent-total',
      'is shown by its acceptance',
      ['authorize one line', 'update inconsistent total'],
      [authorized, updated],
      { accepted: 1 },
    ],
    [
      'legacy.refund.open-payment-state',
      'is shown by the state after one refund',
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
      'is shown by a payment that is closed after two',
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
