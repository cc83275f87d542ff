import { describe, expect, it } from 'vitest';
import type { Json } from '../../../engine/model.ts';
import { authorizeMaterial } from '../../../models/legacy/replies/authorize-material.ts';
import { civilTimeMs } from '../../../spec/instants.ts';
import { accused, body, paid, replies, sequence } from '../../support/setups/legacy-replies.ts';

describe('the legacy model accuses', () => {
  const { authorized, captured, captureFailed, closed, refunded, refundFailed, shown, updated } = replies;
  it.each([
    ['a full capture that closes', ['capture full', 'status read'], [captured('c1'), shown('close')], []],
    [
      'a full capture that leaves open',
      ['capture full', 'status read'],
      [captured('c1'), shown('open')],
      ['legacy.capture.full-closes'],
    ],
    [
      'a partial capture that closes',
      ['capture one line', 'status read'],
      [captured('c1'), shown('close')],
      ['legacy.capture.partial-keeps-open'],
    ],
    [
      'a capture after close',
      ['close plain', 'capture full'],
      [closed, captured('c1')],
      ['legacy.capture.closed-refuses'],
    ],
    ['a refused capture after close', ['close plain', 'capture full'], [closed, captureFailed], []],
    [
      'the word of another operation for the refusal of a second capture, and not what closed the payment',
      ['capture full', 'capture full'],
      [captured('c1'), { ...captureFailed, status: 'update_fail' }],
      ['legacy.capture.closed-refuses'],
    ],
    [
      'a close that is not kept',
      ['close plain', 'status read'],
      [closed, shown('open')],
      ['legacy.close.closes'],
    ],
    [
      'a refund above what is left',
      ['capture full', 'refund half', 'refund remaining+1'],
      [captured('c1'), refunded('c1'), refunded('c1')],
      ['legacy.refund.above-refundable'],
    ],
    [
      'a refund of zero that returned all',
      ['capture full', 'refund zero', 'refund half'],
      [captured('c1'), refunded('c1'), refundFailed('c1')],
      ['legacy.refund.partial-succeeds'],
    ],
    [
      'a refund within what is left that fails',
      ['capture full', 'refund half', 'refund half'],
      [captured('c1'), refunded('c1'), refundFailed('c1')],
      ['legacy.refund.several-partials'],
    ],
    [
      'an expiry moved by an update',
      ['status read', 'update same order', 'status read'],
      [shown('open'), updated, shown('open', { expires: '2026-02-10 00:00:00' })],
      ['legacy.update.keeps-expiry'],
    ],
    [
      'a wrong checksum that closes',
      ['status read', 'close checksum garbled'],
      [shown('open'), closed],
      ['legacy.checksum.verified'],
    ],
    [
      'a failed capture that gives another reason than closed',
      ['close plain', 'capture full'],
      [closed, { ...captureFailed, reason: 'expired' }],
      ['legacy.capture.closed-reason'],
    ],
    [
      'a failed capture that gives the reason of the states',
      ['close plain', 'capture full'],
      [closed, { ...captureFailed, reason: 'closed' }],
      [],
    ],
    [
      'a refund above what is left that fails for a reason of its own',
      ['capture full', 'refund remaining+1'],
      [captured('c1'), { ...refundFailed('c1'), reason: 'too_much' }],
      [],
    ],
    ['a list in place of an object', ['close plain'], [[closed]], ['legacy.common.json']],
    [
      'a right checksum that is rejected',
      ['close plain'],
      [{ status: 'request_failed', reason: 'bad_checksum', message: 'm' }],
      ['legacy.checksum.hex', 'legacy.checksum.payment-id'],
    ],
  ])('%s', async (_claim, steps, answers, rules) => {
    expect(await accused(sequence('authorize one line', ...steps), [authorized, ...answers])).toEqual(rules);
  });

  it('the rules about its form when an authorization is refused as malformed', async () => {
    const malformed = { status: 'bad_request', reason: 'bad_request', message: 'm' };
    expect(await accused(sequence('authorize one line'), [malformed])).toEqual([
      'legacy.authorize.optional-fields',
    ]);
  });

  it.each([
    ['an authorization with all but the type', {}, ['legacy.authorize.optional-accepted']],
    ['one with a type, in which the contract has a say', { authorize_type: 'simple' }, []],
  ])('what may be sent when %s is refused as malformed', async (_claim, options, rules) => {
    const { buyer, order } = body;
    const whole = {
      ...body,
      buyer: { ...buyer, dob: '1990-01-31', address: { ...buyer.address, address1: '101' } },
      order: { ...order, tax: 0, shipping: 0 },
      options,
    };
    const steps = sequence('authorize one line').map((step) => ({
      ...step,
      data: { encoding: 'hex', body: whole },
    }));
    const malformed = { status: 'bad_request', reason: 'bad_request', message: 'm' };
    expect(await accused(steps, [malformed])).toEqual(rules);
    expect(await accused(steps, [{ ...malformed, status: 'authorize_fail' }])).toEqual([]);
  });

  it.each([
    ['as malformed', 'bad_request', ['legacy.update.optional-fields']],
    ['otherwise', 'update_fail', ['legacy.update.succeeds']],
  ])('an update without tax that is refused %s', async (_how, status, rules) => {
    const failed = { ...paid, status, reason: 'r', message: 'm' };
    const steps = sequence('authorize one line', 'status read', 'update same order');
    expect(await accused(steps, [authorized, shown('open'), failed])).toEqual(rules);
  });

  it('no target for what a refund does to the state of its payment', async () => {
    const steps = sequence('authorize one line', 'capture full', 'refund half', 'status read');
    for (const state of ['open', 'close']) {
      expect(await accused(steps, [authorized, captured('c1'), refunded('c1'), shown(state)])).toEqual([]);
    }
  });

  it('no target that refuses to raise a total that an update lowered', async () => {
    const steps = sequence(
      'authorize one line',
      'update lowered',
      'update same order',
      'update new line',
    ).map((step) => ({
      ...step,
      data: { encoding: 'hex', title: 'spoon', amount: 1, ...(step.data as Record<string, Json>) },
    }));
    const updateFailed = { ...paid, status: 'update_fail', reason: 'total', message: 'm' };
    expect(await accused(steps, [authorized, updated, updated, updateFailed])).toEqual([]);
  });

  it('no target for the time zone of expires', async () => {
    const steps = sequence('authorize one line', 'status read');
    for (const expires of ['2026-01-31 00:00:00', '2026-01-31 09:00:00', '2026-01-30 19:00:00']) {
      expect(await accused(steps, [authorized, shown('open', { expires })])).toEqual([]);
    }
    const early = shown('open', { expires: '2026-01-30 00:00:00' });
    expect(await accused(steps, [authorized, early])).toEqual(['legacy.authorize.validity']);
  });
});

describe('the material of an authorize checksum', () => {
  it('is every part as text, doubles cut to whole numbers and the boolean as a word', () => {
    const halves = { ...body.merchant_data, last_order_amount: 10.9, ltv: 10.9 };
    expect(authorizeMaterial({ ...body, merchant_data: halves })).toBe('1000shop3210true110192.0.2.1');
  });
});

describe('an instant', () => {
  it.each([
    ['2026-02-28 23:59:59', true],
    ['2026-02-29 00:00:00', false],
    ['2026-02-28T23:59:59', false],
    ['2026-02-28 24:00:00', false],
  ])('written %s is one: %s', (text, is) => {
    expect(civilTimeMs(text) !== undefined).toBe(is);
  });
});
