import { checksOf, missOf } from '../../../engine/judge/miss.ts';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../engine/model.ts';
import { aboutPayment } from '../../../models/legacy/payment/about-payment.ts';
import { captureModel } from '../../../models/legacy/capture.ts';
import { updateModel } from '../../../models/legacy/update.ts';
import { orderOf } from '../../../models/legacy/payment/order.ts';
import { lacksRequired } from '../../../models/legacy/refusals/required.ts';
import { newPayment } from '../../../models/legacy/payment/new-payment.ts';
import { initialState } from '../../../models/legacy/payment/state.ts';
import { isOutcomeOpen, unspecifiedInputOf } from '../../../models/legacy/refusals/unspecified-input.ts';
import type { ApiCall } from '../../../models/wire.ts';
import { captureRequest } from '../../../spec/legacy/capture.ts';
import { updateRequest } from '../../../spec/legacy/update.ts';

const line = { item_id: 'i', title: 't', amount: 100, quantity: 1 };
const order = { items: [line], total_amount: 100 };
const update = (changes: object): Json => ({ payment_id: 'p', order: { ...order, ...changes } });

const ids = (...all: readonly string[]) => all.map((id) => ({ ...line, item_id: id }));
const lines = (count: number) => ids(...Array.from({ length: count }, (_, nth) => `i${nth}`));

describe('a body lacks what its table requires', () => {
  const lacks = lacksRequired(updateRequest.omit({ checksum: true }));

  it.each<[string, Json, boolean]>([
    ['when all is there', update({}), false],
    ['when the total is not there', { payment_id: 'p', order: { items: [line] } }, true],
    ['not when the lines are not there', { payment_id: 'p', order: { total_amount: 100 } }, false],
    [
      'not when a field of a line is not there: the total is',
      update({ items: [{ title: 't', amount: 1 }] }),
      false,
    ],
    ['when a text stands for the order', { payment_id: 'p', order: 'a text' }, true],
    ['not when null stands for a line', update({ items: [null] }), false],
    ['not when null stands for the lines', update({ items: null }), false],
    ['not when a value is null: it may be converted', update({ total_amount: null }), false],
    ['not when a value has another type', update({ items: [{ ...line, title: {} }] }), false],
    ['not when there are no lines', update({ items: [] }), false],
  ])('%s', (_when, body, lacking) => {
    expect(lacks(body)).toBe(lacking);
  });

  it('lacks nothing when an optional list is no list', () => {
    const part = lacksRequired(captureRequest.omit({ checksum: true }));
    expect(part({ payment_id: 'p', items: 'a text' })).toBe(false);
  });
});

describe('unspecified input', () => {
  const call = (body: Json, more: Partial<ApiCall> = {}): ApiCall => ({
    to: 'legacy',
    operation: 'update',
    method: 'POST',
    path: '/pay/update',
    body,
    credential: 'valid',
    ...more,
  });

  it.each<[string, Json, string | undefined, 'open'?]>([
    ['nothing about a discount', update({ items: [line, { ...line, amount: -10 }] }), undefined],
    ['nothing about kanji beyond the basic plane', update({ items: [{ ...line, title: '𠮷' }] }), undefined],
    ['nothing about an order_ref alone', { payment_id: 'p', order: { order_ref: 'r' } }, undefined],
    ['a text in place of the lines', update({ items: 'tea' }), 'detail', 'open'],
    ['an amount of tenths', update({ tax: 0.1 }), 'fraction'],
    ['an amount of thousandths', update({ tax: 0.001 }), 'number', 'open'],
    ['a count of nothing', update({ items: [{ ...line, quantity: 0 }] }), 'number', 'open'],
    ['a piece and a half', update({ items: [{ ...line, quantity: 1.5 }] }), 'number', 'open'],
    ['a fee below zero', update({ tax: -1 }), 'number', 'open'],
    ['a number past all bounds', update({ total_amount: 1e300 }), 'number', 'open'],
    ['a number past what 31 bits hold', update({ tax: 3e9 }), 'number'],
    ['a discount of as much', update({ items: [{ ...line, amount: -3e9 }] }), 'number'],
    ['a line for nothing', update({ items: [{ ...line, amount: 0 }] }), 'order'],
    ['nothing about twenty lines', update({ items: lines(20) }), undefined],
    ['twenty-one lines', update({ items: lines(21) }), 'order'],
    ['ids that differ in case', update({ items: [line, { ...line, item_id: 'I' }] }), 'order'],
    ['ids that differ in a zero', update({ items: ids('1', '01') }), 'order'],
    ['digits alone, of ids that differ in a zero behind', update({ items: ids('1', '10') }), 'text'],
    ['an empty text', update({ order_ref: '' }), 'empty', 'open'],
    ['no lines', update({ items: [] }), 'empty', 'open'],
    ['null', update({ tax: null }), 'type', 'open'],
    ['a number as text', update({ tax: '1' }), 'convertible', 'open'],
    ['one value in a list', update({ tax: [1] }), 'convertible', 'open'],
    ['a number as text beside null', update({ tax: '1', shipping: null }), 'type', 'open'],
    ['a very long text', update({ order_ref: 'x'.repeat(256) }), 'text'],
    ['control characters', update({ items: [{ ...line, title: 'a\u0000b' }] }), 'text'],
    ['a field of no table', { ...(update({}) as object), note: 'n' }, 'text'],
  ])('%s', (_what, body, kind, outcome) => {
    const unspecified = call(body);
    expect(unspecifiedInputOf('update', unspecified)).toBe(kind);
    expect(isOutcomeOpen('update', unspecified)).toBe(outcome === 'open');
  });

  it('bytes that are no UTF-8', () => {
    expect(unspecifiedInputOf('update', call(update({}), { strayBytes: true }))).toBe('text');
  });
});

it.each<[string, Json, boolean]>([
  ['an order without the id of its line', update({ items: [{ ...line, item_id: undefined }] }), true],
  ['an order with it', update({}), false],
  ['null in its place, which leaves nothing out', update({ items: [{ ...line, item_id: null }] }), false],
  ['a number in its place', update({ items: [{ ...line, item_id: 12 }] }), false],
])('an update of %s proves that ids may be left out: %#', (_what, body, isShown) => {
  const made = {
    id: 'p',
    order: orderOf({ order }),
    orderRef: undefined,
    test: true,
    authorization: { sentAt: 0, receivedAt: 0 },
    born: 0,
    bornStoodMs: 0,
  };
  const state = { ...initialState(undefined), payments: { s1: newPayment(made) } };
  const step = { id: 's2', operation: 'update', kind: 'any', uses: { payment: 's1' } };
  const checksum = { of: 'p', encoding: 'hex' as const };
  const call: ApiCall = {
    to: 'legacy',
    operation: 'update',
    method: 'POST',
    path: '/pay/update',
    body,
    checksum,
    credential: 'valid',
  };
  const checks = aboutPayment(updateModel)(state, call, step).flatMap(checksOf);
  const earning = checks.filter(
    ({ cites, countsAsEvidence }) =>
      countsAsEvidence !== false && cites.includes('legacy.update.optional-fields'),
  );
  expect(earning.length > 0).toBe(isShown);
});

describe('with unspecified input of any kind', () => {
  const body = { payment_id: 'p1' };
  const checksum = { of: 'p1', encoding: 'hex' as const };
  const call: ApiCall = {
    to: 'legacy',
    operation: 'capture',
    method: 'POST',
    path: '/pay/capture',
    body,
    checksum,
    credential: 'valid',
    strayBytes: true,
  };
  const at = { sentAt: 0, receivedAt: 0 };
  const taken = { payment_id: 'p1', capture_id: 'c1', status: 'capture_success', test: true };
  const reply = { ...at, http: 200, contentType: 'application/json', body: taken, text: '' };

  it('the nearest outcome blames the capture of a closed payment on its state', () => {
    const made = {
      id: 'p1',
      order: orderOf({ order }),
      orderRef: undefined,
      test: true,
      authorization: { sentAt: 0, receivedAt: 0 },
      born: 0,
      bornStoodMs: 0,
    };
    const state = {
      is: 'close' as const,
      setBy: 'legacy.expiry.closes',
      seen: false,
      by: 'expiry' as const,
    };
    const payments = { s1: { ...newPayment(made), state } };
    const step = { id: 's2', operation: 'capture', kind: 'full', uses: { payment: 's1' } };
    const outcomes = aboutPayment(captureModel)({ ...initialState(undefined), payments }, call, step);
    const misses = outcomes.map((outcome) => missOf(outcome, reply));
    const [nearest] = misses.toSorted((one, other) => (one?.distance ?? 0) - (other?.distance ?? 0));
    const rules = nearest?.breaches.map(({ rule }) => rule);
    expect(rules).toEqual(['legacy.capture.closed-refuses', 'legacy.expiry.closes']);
  });
});
