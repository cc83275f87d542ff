import { describe, expect, it } from 'vitest';
import { isUnspecifiedOtherwise } from '../../../../models/legacy/refusals/unspecified-input.ts';
import type { ApiCall } from '../../../../models/wire.ts';
import { body, judged, replies, sequence } from '../../../support/setups/legacy-replies.ts';

const { authorized, captured, captureFailed, refunded, refundFailed, shown, updated } = replies;
const saying = (status: string) => ({ http: 400, json: { status } });
const page = { http: 400, contentType: 'text/html', json: undefined };

/** What a target shows of an open point by these answers to an authorization and further steps. */
async function shownOf(latitude: string, steps: readonly string[], answers: readonly object[]) {
  const made = await judged(sequence('authorize one line', ...steps), [authorized, ...answers]);
  expect(made.accused).toEqual([]);
  return made.choices[latitude];
}

describe('whether a line can be captured again', () => {
  it.each<[string, string[], object[], object | undefined]>([
    [
      'is shown by the refusal of one, where the whole would not be exceeded',
      ['capture one line', 'capture a line again'],
      [captured('c1'), captureFailed],
      { refused: 1 },
    ],
    [
      'is not shown by the refusal of what exceeds the total of an update',
      ['update repriced', 'capture more than is left'],
      [updated, captureFailed],
      undefined,
    ],
    [
      'is not shown by the capture of a line of no order, once the amounts are unknown',
      ['update lines without ids', 'capture lines that were removed', 'capture a line of no order'],
      [updated, captured('c1'), captured('c2')],
      undefined,
    ],
  ])('%s', async (_claim, steps, answers, expected) => {
    expect(await shownOf('legacy.capture.line-again', steps, answers)).toEqual(expected);
  });
});

describe('what becomes of a capture or a refund of nothing', () => {
  it.each<[string, string, string[], object[], object | undefined]>([
    [
      'is shown by the refusal of a refund of zero',
      'legacy.refund.nothing',
      ['capture full', 'refund zero'],
      [captured('c1'), refundFailed('c1')],
      { refused: 1 },
    ],
    [
      'is not shown by the refusal of one below zero, which may be for its sign',
      'legacy.refund.nothing',
      ['capture full', 'refund below zero'],
      [captured('c1'), refundFailed('c1')],
      undefined,
    ],
    [
      'is not shown by the refusal of a line that names no item',
      'legacy.capture.nothing',
      ['capture malformed: items[] empty'],
      [captureFailed],
      undefined,
    ],
  ])('%s', async (_claim, latitude, steps, answers, expected) => {
    expect(await shownOf(latitude, steps, answers)).toEqual(expected);
  });
});

describe('whether a refund reopens a closed payment', () => {
  const refunds = ['capture full', 'refund part', 'refund part', 'status read'];
  const answers = (status: string) => [captured('c1'), refunded('c1'), refunded('c1'), shown(status)];

  it.each<[string, string[], object[], object | undefined]>([
    [
      'is shown by the state after one',
      ['capture full', 'refund part', 'status read'],
      [captured('c1'), refunded('c1'), shown('close')],
      { unchanged: 1 },
    ],
    [
      'is not shown by a closed one after two, of which the second may have closed it again',
      refunds,
      answers('close'),
      undefined,
    ],
    ['is told by an open one after two', refunds, answers('open'), { reopens: 1 }],
  ])('%s', async (_claim, steps, given, expected) => {
    expect(await shownOf('legacy.refund.payment-state', steps, given)).toEqual(expected);
  });
});

describe('how a body without a JSON object is refused', () => {
  it.each<[string, string, object, object | undefined]>([
    ['is not told by what the table demands', 'capture no JSON', saying('bad_request'), undefined],
    ['is told by a page', 'capture no JSON', page, { none: 1 }],
    ['is told where the body is JSON', 'capture null for object', saying('bad_request'), { bad_request: 1 }],
    ['is told at Authorize', 'authorize no JSON', saying('bad_request'), { bad_request: 1 }],
  ])('%s', async (_claim, step, answer, expected) => {
    expect(await shownOf('legacy.errors.no-json-status', [step], [answer])).toEqual(expected);
  });
});

describe('what happens to a value that can be converted', () => {
  const buyer = { ...body.buyer, name: 5 };
  const merchant = { ...body.merchant_data, known_address: 1 };
  const refused = { http: 400, json: { status: 'bad_request', reason: 'bad_request', message: 'm' } };

  it.each<[string, object, object | undefined]>([
    ['is told by its refusal', { buyer }, { refused: 1 }],
    [
      'is not shown by the refusal of one that is a part of the checksum',
      { merchant_data: merchant },
      undefined,
    ],
  ])('%s', async (_claim, more, expected) => {
    const [first] = sequence('authorize one line');
    const step = { ...first, data: { encoding: 'hex', body: { ...body, ...more } } };
    const made = await judged([step] as unknown as ReturnType<typeof sequence>, [refused]);
    expect(made.accused).toEqual([]);
    expect(made.choices['legacy.common.convertible-values']).toEqual(expected);
  });
});

describe('beside a number as text in an update', () => {
  const line = (amount: unknown) => ({ item_id: 'i1', title: 'tea', amount, quantity: 1 });
  const call = (...amounts: unknown[]) =>
    ({
      operation: 'update',
      body: { payment_id: 'p1', order: { items: amounts.map(line), total_amount: 600 } },
    }) as unknown as ApiCall;

  it.each<[string, ApiCall, boolean]>([
    ['nothing else is odd', call('300', 300), false],
    ['a fraction of a yen is', call('300', 299.5, 0.5), true],
    ['a fraction that is written as text is', call('300.5', 299.5), true],
    ['an empty list is', call(), true],
  ])('%s', (_claim, made, expected) => {
    expect(isUnspecifiedOtherwise('update', made, 'convertible')).toBe(expected);
  });
});

describe('beside another value in place of a detail', () => {
  const call = (more: object) =>
    ({ operation: 'authorize', body: { ...body, ...more } }) as unknown as ApiCall;
  const reached = { email: { address: 'a@example.test' }, phone: { number: '09000000001' } };
  const atHome = { buyer: { ...body.buyer, ...reached, address: 'a text' } };

  it.each<[string, ApiCall, boolean]>([
    ['nothing else is odd where it is the address', call(atHome), false],
    ['null for the order is', call({ ...atHome, order: null }), true],
    ['who pays is, since that is no detail', call({ buyer: null }), true],
  ])('%s', (_claim, made, expected) => {
    expect(isUnspecifiedOtherwise('authorize', made, 'detail')).toBe(expected);
  });
});
