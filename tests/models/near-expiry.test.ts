import { expect, test } from 'vitest';
import { checksOf, type Checks } from '../../models/with-checks.ts';
import type { Step } from '../../engine/model.ts';
import { aboutPayment } from '../../models/legacy/payment/about-payment.ts';
import { closeModel } from '../../models/legacy/close.ts';
import { expiryDigitMs, inEachStanding, predictPassing } from '../../models/legacy/payment/passing.ts';
import { initialState as legacyInitial, type LegacyState } from '../../models/legacy/payment/state.ts';
import { clockMoved } from '../../models/resource/clock.ts';
import { predictCapture } from '../../models/resource/payments/capture.ts';
import { predictPassTime } from '../../models/resource/payments/control.ts';
import { initialState, type ResourceState } from '../../models/resource/state.ts';
import type { Reply } from '../../models/wire.ts';
import { openPayment } from '../support/setups/legacy-state.ts';
import { call, error, permits } from '../support/setups/resource-replies.ts';
import { authorizedPayment } from '../support/setups/resource-state.ts';

const dayMs = 86_400_000;
const step: Step = { id: 's9', operation: 'any', kind: 'any', uses: { payment: 's1' } };

const at = (answer: Reply, sentAt: number, receivedAt: number): Reply => ({ ...answer, sentAt, receivedAt });

/** When an answer came, by seconds after the clock was moved to 3 s before the expiry, and on which sides the payment may have been then. */
const answers = [
  ['at once', 0.05, 0.1, ['before']],
  ['long after it', 5, 5.2, ['past']],
  ['after it, to a request that was sent before it, as by a slow gateway', 0.1, 5, ['before', 'past']],
] as const;

/** A payment of the legacy interface that was made at 0 ms, 3 s before its expiry. */
function legacyNear(): LegacyState {
  const made = { ...legacyInitial(undefined), payments: { s1: openPayment } };
  return predictPassing(made, made.validityMs - 3000)[0]?.next() ?? made;
}

test.each(answers)(
  'a payment that is 3 s before its expiry is judged by when an answer came: %s (legacy)',
  (_when, sentAt, receivedAt, sides) => {
    const state = legacyNear();
    const standings = inEachStanding(state, 's1', openPayment, ({ payment }) => [
      { name: payment.state.is, checks: [], next: () => state },
    ]);
    const fits = (checks: Checks) =>
      checks.every(
        (one) => one.test({ ...reply200, sentAt: sentAt * 1000, receivedAt: receivedAt * 1000 }).length === 0,
      );
    const may = standings
      .filter((one) => fits(checksOf(one)))
      .map(({ name }) => (name === 'open' ? 'before' : 'past'));
    expect(may).toEqual(sides);
  },
);

const reply200: Reply = { http: 200, contentType: '', body: {}, text: '', sentAt: 0, receivedAt: 0 };

test('a payment that is a day before its expiry has one standing, and one that is past it too (legacy)', () => {
  for (const ms of [29 * dayMs, 31 * dayMs]) {
    const made = { ...legacyInitial(undefined), payments: { s1: openPayment } };
    const [passed] = predictPassing(made, ms);
    const state = passed?.next() ?? made;
    const payment = state.payments['s1'] ?? openPayment;
    expect(
      inEachStanding(state, 's1', payment, () => [{ name: '', checks: [], next: () => state }]),
    ).toHaveLength(1);
  }
});

test.each([
  ['nothing passed beside it', 0, 0, 'time passed'],
  ['three seconds passed while it was waited for', 3000, 0, 'expired'],
  ['the clock may have stood for two of them', 3000, 2000, 'time passed'],
] as const)(
  'a move that ends 2 s before a payment surely expires has let it expire: %s (legacy)',
  (_how, waitedMs, stoodMs, name) => {
    const made = { ...legacyInitial(undefined), payments: { s1: openPayment } };
    const short = made.validityMs + expiryDigitMs - 2000;
    const [passed] = predictPassing(made, short, { waitedMs, stoodMs });
    expect(passed?.name).toBe(name);
    const after = passed?.next({ ...reply200, sentAt: 1000, receivedAt: 1100 });
    expect(after?.stoodMs).toBe(100 + stoodMs);
  },
);

test('a closing that may have been sent before the clock was moved past the expiry is not asked for then (legacy)', () => {
  const due = (receivedAt: number) => {
    const state = legacyNear();
    const [passed] = predictPassing(state, dayMs);
    const answer = { ...reply200, sentAt: receivedAt - 20, receivedAt };
    return passed?.expects?.(answer).map(({ least, most }) => [least, most]);
  };
  expect(due(200)).toEqual([[1, 1]]);
  expect(due(4000)).toEqual([[0, 1]]);
});

/** A payment of the resource interface, 3 s before its expiry, when control has answered between -20 and 0 ms. */
function resourceNear(): ResourceState {
  const expiresAt = Date.parse('2026-12-20T10:00:00.000Z');
  const known = { expires_at: new Date(expiresAt).toISOString() };
  const state = { ...initialState, payments: { s1: { ...authorizedPayment, known } } };
  const answer = at({ ...reply200, body: { now: new Date(expiresAt - 3000).toISOString() } }, -20, 0);
  const [passed] = predictPassTime(state, 'before', step);
  return clockMoved(passed?.next(answer) ?? state, answer);
}

test.each(answers)(
  'a payment that is 3 s before its expiry may be refused as expired by when the answer came: %s (resource)',
  (_when, sentAt, receivedAt, sides) => {
    const outcomes = predictCapture(resourceNear(), call({}), step);
    const expired = at(error(400, 'payment.authorization.expired'), sentAt * 1000, receivedAt * 1000);
    expect(permits(outcomes, expired)).toBe((sides as readonly string[]).includes('past'));
  },
);

test.each([
  ['may be expired 3 s before its expiry', true],
  ['is not expired long before it', false],
])('where control shows no time, a payment %s (resource)', (_claim, isNear) => {
  const [passed] = predictPassTime(
    { ...initialState, payments: { s1: authorizedPayment } },
    'before',
    step,
    isNear,
  );
  const state = passed?.next(reply200) ?? initialState;
  const expired = at(error(400, 'payment.authorization.expired'), 5000, 5200);
  expect(permits(predictCapture(state, call({}), step), expired)).toBe(isNear);
});

test('a close in the last seconds is answered as of an open or of a closed payment (legacy)', () => {
  const predict = aboutPayment(closeModel);
  const body = { payment_id: 'p' };
  const request = {
    to: 'legacy',
    operation: 'close',
    method: 'POST',
    path: '/pay/close',
    credential: 'valid',
    body,
    checksum: { of: 'p', encoding: 'hex' },
  } as const;
  const statuses = predict(legacyNear(), request, step).map(({ refused }) => refused === true);
  expect(new Set(statuses)).toEqual(new Set([true, false]));
});
