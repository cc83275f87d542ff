import { describe, expect, it } from 'vitest';
import { accused, body, judged, replies, sequence } from '../../../support/setups/legacy-replies.ts';

const { authorized, shown } = replies;
const rule = 'legacy.status.refused-shows-nothing';
const order = {
  ...body.order,
  items: [{ ...body.order.items[0], amount: 1234, quantity: 1 }],
  total_amount: 1234,
};
const steps = sequence('authorize one line', 'status read', 'status checksum with another secret').map(
  (step) =>
    step.operation === 'authorize' ? { ...step, data: { encoding: 'hex', body: { ...body, order } } } : step,
) as ReturnType<typeof sequence>;
const seen = [authorized, shown('open', { amount: 1234 })];

const page = (text: string) => ({ http: 401, contentType: 'text/html', json: undefined, text });
const json = (more: object) => ({ http: 400, json: { status: 'request_failed', ...more } });

describe('a refused Status is accused', () => {
  it.each<[string, object]>([
    ['of the expiry in a page', page('<p>valid until 2026-01-31 00:00:00</p>')],
    ['of the expiry in ISO 8601', page('expires=2026-01-31T00:00:00Z')],
    ['of the amount in a text', page('checksum mismatch; amount: 1234')],
    ['of the amount with a separator', page('Amount: 1,234 yen')],
    ['of the order_ref in a page', page('<p>of order-2026-00017</p>')],
    ['of a payment within its JSON', json({ payment: { amount: 1234 } })],
    ['of a field of its JSON', json({ amount: 1 })],
  ])('%s', async (_claim, answer) => {
    const isOfRef = JSON.stringify(answer).includes('order-2026');
    const own = isOfRef ? withRef() : { steps, seen };
    expect(await accused(own.steps, [...own.seen, answer])).toEqual([rule]);
  });
});

/** The same with an order_ref that is no part of any page. */
function withRef() {
  const ref = 'order-2026-00017';
  const numbered = { ...order, order_ref: ref };
  return {
    steps: steps.map((step) =>
      step.operation === 'authorize'
        ? { ...step, data: { encoding: 'hex', body: { ...body, order: numbered } } }
        : step,
    ) as ReturnType<typeof sequence>,
    seen: [authorized, shown('open', { amount: 1234, order_ref: ref })],
  };
}

describe('a refused Status is not accused', () => {
  it.each<[string, object]>([
    ['of an echo of what was sent', json({ payment_id: 'p1' })],
    ['of a number that is no amount', page('<p>request 1234 failed, error 12:34</p>')],
    ['of another amount', page('amount: 12345; amount: 123.4; amount: 1,23')],
    ['of a short order_ref, which any page may hold', page('<p>order-1</p>')],
    ['of another instant', page('<p>2026-01-31 00:00:01</p>')],
    ['of an empty page', page('')],
  ])('%s', async (_claim, answer) => {
    expect(await accused(steps, [...seen, answer])).toEqual([]);
  });
});

describe('what is not shown is evidence', () => {
  it.each<[string, readonly string[], readonly object[], number]>([
    ['where the payment is known', ['status checksum with another secret'], [page('<p>no</p>')], 1],
    ['and not of a payment that was never issued', ['status id never issued'], [page('<p>no</p>')], 0],
  ])('%s', async (_claim, last, answers, times) => {
    const all = [...steps.slice(0, 2), ...sequence('authorize', 'status read', ...last).slice(2)];
    const { proven } = await judged(all, [...seen, ...answers]);
    expect(proven.get(rule) ?? 0).toBe(times);
  });
});
