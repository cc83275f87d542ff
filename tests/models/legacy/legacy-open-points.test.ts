import { describe, expect, it } from 'vitest';
import { accused, body, judged, replies, sequence } from '../../support/setups/legacy-replies.ts';

const { authorized, captured, captureFailed, closed, refundFailed, shown, updated } = replies;

describe('no target is accused', () => {
  it.each<[string, string[], object[]]>([
    [
      'who refuses to capture a discount line by its id',
      ['authorize discount', 'capture discount with a line', 'capture full'],
      [authorized, captureFailed, captured('c1')],
    ],
    [
      'who does not set the first order_ref by a whole update',
      ['authorize no order_ref', 'update first order_ref', 'status read'],
      [authorized, updated, shown('open', { order_ref: '' })],
    ],
    [
      'who gives the failure on a closed payment the HTTP status 500',
      ['authorize one line', 'close plain', 'capture full'],
      [authorized, closed, { http: 500, json: captureFailed }],
    ],
    [
      'who fails a status with the HTTP status 500',
      ['authorize one line', 'status id never issued'],
      [authorized, { http: 500, json: { status: 'status_fail' } }],
    ],
    [
      'who gives a refund above what is left the HTTP status 500',
      ['authorize one line', 'capture full', 'refund remaining+1'],
      [authorized, captured('c1'), { http: 500, json: refundFailed('c1') }],
    ],
  ])('%s', async (_claim, steps, answers) => {
    const { order_ref: _ref, ...unnumbered } = body.order;
    const coupon = { item_id: 'coupon', title: 'coupon', amount: -100, quantity: 1 };
    const discounted = { ...unnumbered, items: [...unnumbered.items, coupon], total_amount: 900 };
    const orders: Readonly<Record<string, object>> = {
      discount: discounted,
      'no order_ref': unnumbered,
    };
    const all = sequence(...steps).map((step) => {
      const order = orders[step.kind];
      return order === undefined ? step : { ...step, data: { encoding: 'hex', body: { ...body, order } } };
    });
    expect(await accused(all as never, answers)).toEqual([]);
  });

  it.each([
    ['cut to integers', [authorized], 'truncated'],
    ['rounded to integers', [{ status: 'authorize_fail', reason: 'bad_checksum', message: 'm' }], 'rounded'],
  ])('who hashes doubles %s', async (_claim, answers, choice) => {
    const halves = { ...body, merchant_data: { ...body.merchant_data, ltv: 10.9 } };
    const [step] = sequence('authorize one line');
    const made = await judged([{ ...step, data: { encoding: 'hex', body: halves } }] as never, answers);
    expect(made.accused).toEqual([]);
    expect(made.choices).toMatchObject({ 'legacy.checksum.integers': { [choice]: 1 } });
  });
});

const shownAll = {
  status: 'request_failed',
  reason: 'bad_checksum',
  amount: 1000,
  expires: '2026-01-31 00:00:00',
};

describe('who is accused', () => {
  it('makes no payment of its own for a second authorization with the same order_ref', async () => {
    const [first] = sequence('authorize one piece');
    const again = { ...first, id: 's2', kind: 'order_ref of another payment', uses: { other: 's1' } };
    const rows = await accused([first, again] as never, [authorized, authorized]);
    expect(rows).toEqual(['legacy.authorize.unique-id']);
    const other = { ...authorized, payment_id: 'p2' };
    expect(await accused([first, again] as never, [authorized, other])).toEqual([]);
    const refused = { http: 400, json: { status: 'authorize_fail', reason: 'order_ref', message: 'm' } };
    expect(await accused([first, again] as never, [authorized, refused])).toEqual([]);
  });

  it.each<[string, string, object, string]>([
    [
      'shows the payment in a refusal of its status',
      'status checksum with another secret',
      { http: 400, json: shownAll },
      'legacy.status.refused-shows-nothing',
    ],
    [
      'refuses a key with HTTP status 200 and a status of no table',
      'status key wrong',
      { http: 200, json: { status: 'ok' } },
      'legacy.common.failure-status',
    ],
  ])('%s', async (_claim, step, answer, rule) => {
    const steps = sequence('authorize one line', step);
    expect(await accused(steps, [authorized, answer])).toEqual([rule]);
  });

  it.each(['reason', 'message'])('gives a wrong checksum of an authorization no %s', async (name) => {
    const json = { status: 'failed_request', reason: 'bad_checksum', message: 'm', [name]: undefined };
    const steps = sequence('authorize checksum with another secret');
    expect(await accused(steps, [{ http: 400, json }])).toContain('legacy.authorize.checksum-reply');
  });

  it.each<[string, object, string]>([
    [
      'answers a failure with HTTP status 500 and no JSON',
      { http: 500, contentType: 'text/plain', json: undefined },
      'legacy.common.failure-not-server-error',
    ],
    [
      'answers a failure with internal_error',
      { http: 500, json: { status: 'internal_error' } },
      'legacy.common.failure-not-server-error',
    ],
  ])('%s', async (_claim, answer, rule) => {
    const steps = sequence('authorize one line', 'status checksum garbled');
    expect(await accused(steps, [authorized, answer])).toContain(rule);
  });
});

describe('an authorization that fails shows', () => {
  const fails = { http: 400, json: { status: 'authorize_fail', reason: 'order_ref', message: 'm' } };

  it.each<[string, string, object]>([
    ['how a decline is answered, with an order_ref of this execution', 'one line', { 400: 1 }],
    ['nothing of a decline, with one that an earlier run may have used', 'ids: like null', {}],
  ])('%s', async (_claim, kind, shows) => {
    const { accused: rows, choices } = await judged(
      sequence(`authorize ${kind}`),
      [fails],
      undefined,
      'n0nce',
    );
    expect(rows).toEqual([]);
    expect(choices['legacy.errors.declined-http'] ?? {}).toEqual(shows);
  });
});
