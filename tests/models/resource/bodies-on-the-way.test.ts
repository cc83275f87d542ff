import { describe, expect, test } from 'vitest';
import { initialBelief } from '../../../engine/judge/belief.ts';
import { missOf } from '../../../engine/judge/miss.ts';
import { observe } from '../../../engine/judge/observe.ts';
import type { Step } from '../../../engine/model.ts';
import { operationNamed } from '../../../engine/operations.ts';
import { resourcePaymentsMachine } from '../../../generators/resource/machine.ts';
import { predictCapture } from '../../../models/resource/payments/capture.ts';
import { predictClose } from '../../../models/resource/payments/close.ts';
import { predictUpdate } from '../../../models/resource/payments/update.ts';
import { initialState, type Payment, type ResourceState } from '../../../models/resource/state.ts';
import type { ApiCall, Notification, Reply } from '../../../models/wire.ts';
import { wholeResourceSetup } from '../../support/setups/resource-setup.ts';
import { shownPayment } from '../../support/setups/shown-payment.ts';
import { error, permits, reply } from '../../support/setups/resource-replies.ts';

const payment: Payment = {
  id: 'pay_1',
  status: { is: 'AUTHORIZED', setBy: 'resource.payment.status' },
  seen: true,
  after: 'read',
  captures: [],
  refunds: [],
};
const state: ResourceState = { ...initialState, payments: { s1: payment } };
const step: Step = { id: 's2', operation: 'any', kind: 'any', uses: { payment: 's1' } };
const to = (operation: ApiCall['operation'], path: string, more: Partial<ApiCall>): ApiCall => ({
  to: 'resource',
  operation,
  method: operation === 'update' ? 'PUT' : 'POST',
  path: `/payments/pay_1${path}`,
  credential: 'valid',
  ...more,
});

describe('a body in a form that each hop may refuse', () => {
  const body = { metadata: { n: '1' } };
  const page = (http: number): Reply => ({ ...reply(http, undefined), contentType: 'text/html' });
  const updated = (spelling: ApiCall['spelling']) =>
    predictUpdate(state, to('update', '', { body, ...(spelling && { spelling }) }), step);

  test.each([
    ['a gateway may refuse chunks', 'chunked', page(411), true],
    ['a server may not know them', 'chunked', page(501), true],
    ['the service may refuse them', 'chunked', error(400, 'x.y'), true],
    ['nothing may fail on them', 'chunked', page(500), false],
    ['a gateway may refuse a large body', 'large', page(413), true],
    ['a gateway refuses no body for its notation', 'escaped', page(400), false],
    ['a gateway refuses no usual body', undefined, page(413), false],
  ] as const)('%s (%s)', (_claim, spelling, answer, fits) => {
    expect(permits(updated(spelling), answer)).toBe(fits);
  });

  test('a success is blamed for what it shows, and not for being one', () => {
    const outcomes = updated('chunked');
    const right = shownPayment({ metadata: { n: '1' } });
    const wrong = shownPayment({ metadata: { n: '2' } });
    expect(permits(outcomes, right)).toBe(true);
    const misses = outcomes.flatMap((one) => missOf(one, wrong) ?? []);
    const least = Math.min(...misses.map(({ distance }) => distance));
    const nearest = misses.filter(({ distance }) => distance === least).flatMap(({ breaches }) => breaches);
    expect(new Set(nearest.map(({ rule }) => rule))).toEqual(new Set(['resource.update.metadata-replaced']));
  });

  const update = operationNamed(resourcePaymentsMachine(wholeResourceSetup), 'update');
  const judged = (answer: Reply, wrongFields: readonly string[]) => {
    const call = to('update', '', { body, spelling: 'chunked' });
    const belief = initialBelief<ResourceState, Notification>(state);
    const judging = { wrongFields: new Set(wrongFields) };
    return (
      update && observe(update, { ...step, operation: 'update' }, call, belief, { reply: answer }, judging)
    );
  };

  const taken = [{ state: { payments: { s1: { metadata: { is: { n: '1' } } } } } }];

  test.each([
    ['that was wrong before', ['metadata', 'metadata.n'], { kind: 'explained', belief: taken }],
    ['that is wrong now', [], { kind: 'violated', onward: { belief: taken } }],
  ])('a success with a field %s is not taken for a refusal', (_claim, wrongFields, expected) => {
    expect(judged(shownPayment({ metadata: { n: '2' } }), wrongFields)).toMatchObject(expected);
  });

  test('a success with a wrong field has the refusals as other permitted answers, as data', () => {
    const verdict = judged(shownPayment({ metadata: { n: '2' } }), []);
    const permitted = verdict?.kind === 'violated' ? verdict.permitted : [];
    expect(permitted.map((breaches) => breaches.flatMap(({ expect: data = [] }) => data))).toEqual([
      [{ at: 'metadata', must: { is: { n: '1' } } }],
      [{ httpFrom: 400, httpTo: 599 }],
      [{ httpFrom: 400, httpTo: 499 }],
      [{ httpFrom: 501, httpTo: 501 }],
    ]);
  });

  test('a success of which most fields are wrong is accused of what is wrong, and judged on', () => {
    const { body: shown } = shownPayment({});
    const ofState: readonly string[] = ['id', 'status', 'amount', 'captures', 'refunds'];
    const names = Object.keys(shown as object).filter((name) => !ofState.includes(name));
    const wrong = Object.fromEntries(names.map((name) => [name, 1]));
    const verdict = judged(shownPayment(wrong), []);
    expect(verdict).toMatchObject({ kind: 'violated', onward: { belief: taken } });
  });
});

describe('a body of blanks', () => {
  const rawBody = ' \r\n';
  const closed = reply(200, { id: 'pay_1', status: 'CLOSED' });

  test('is no JSON object where braces are needed', () => {
    const outcomes = predictCapture(state, to('capture', '/captures', { rawBody }), step);
    expect(outcomes.every(({ refused }) => refused === true)).toBe(true);
  });

  test.each([
    ['close', predictClose, '/close', 'resource.close.without-braces'],
    ['update', predictUpdate, '', 'resource.update.empty'],
  ] as const)('is none for %s, so that both answers are open', (operation, predict, path, point) => {
    const outcomes = predict(state, to(operation, path, { rawBody }), step);
    expect(new Set(outcomes.map(({ assumes }) => assumes?.[point]))).toEqual(
      new Set(['accepted', 'refused']),
    );
    expect(
      outcomes.some((outcome) => outcome.refused !== true && outcome.couldMatch?.(closed) !== false),
    ).toBe(true);
  });

  test('is another body for close where it holds more than blanks', () => {
    const outcomes = predictClose(state, to('close', '/close', { rawBody: 'x' }), step);
    expect(outcomes.map(({ assumes }) => assumes?.['resource.close.without-braces'])).not.toContain(
      'accepted',
    );
  });
});
