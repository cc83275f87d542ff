import { checksOf } from '../../../engine/judge/miss.ts';
import { describe, expect, test } from 'vitest';
import type { Step } from '../../../engine/model.ts';
import { guarded, refusedAsPath } from '../../../models/resource/requests/requests.ts';
import { initialState, type Payment, type ResourceState } from '../../../models/resource/state.ts';
import { pathSegment } from '../../../spec/forms.ts';

const payment: Payment = {
  status: { is: 'AUTHORIZED', setBy: 'resource.payment.status' },
  seen: true,
  after: 'read',
  captures: [],
  refunds: [],
};
const step: Step = { id: 's2', operation: 'get', kind: 'plain', uses: { payment: 's1' } };
const holding = (id: string): ResourceState => ({ ...initialState, payments: { s1: { ...payment, id } } });

/** What may come of a read on this path, by name. */
function permitted(state: ResourceState, path: string): readonly string[] {
  const call = { to: 'resource', operation: 'get', method: 'GET', path, credential: 'valid' } as const;
  const served = () => [{ name: 'served', checks: [], next: () => state }];
  return [...new Set(guarded(state, call, step, 'GET', served).map(({ name }) => name))];
}

const nothing = 'refused: nothing there';
const asPath = 'refused: as a path';
const odd = {
  'path separators': 'pay_1/../x',
  'a percent sign': 'pay_%00',
  NUL: 'pay_\u0000',
  HTML: 'pay_"><b>',
  'other letters': 'pay_注文',
  'an unpaired surrogate': 'pay_\ud800',
  '10,000 characters': 'x'.repeat(10_000),
};

describe.each(Object.entries(odd))('an id with %s', (_form, id) => {
  test('is served where the target gave it, or refused as a path', () => {
    expect(permitted(holding(id), `/payments/${pathSegment(id)}`)).toEqual(['served', asPath]);
  });

  test('is under no path where the target did not give it', () => {
    expect(permitted(holding('pay_1'), `/payments/${pathSegment(id)}`)).toEqual([nothing]);
  });
});

test('an id of an ordinary form is served, given or not, and no other path is', () => {
  expect(permitted(holding('pay_1'), '/payments/pay_1')).toEqual(['served']);
  expect(permitted(holding('pay_1'), '/payments/pay_2')).toEqual(['served']);
  expect(permitted(holding('pay_1'), '/payments/pay_1/x')).toEqual([nothing]);
});

test.each([
  ['/payments/pay_1%7E', 'resource.payment.unknown-id'],
  ['/tokens/tok_1%7E', 'resource.token.unknown-id'],
])('what serves the near id of %s breaks %s, and a page of a gateway does not', (path, rule) => {
  const call = { to: 'resource', operation: 'get', method: 'GET', path, credential: 'valid' } as const;
  const brokenBy = (http: number) =>
    guarded(holding('pay_1'), call, step, 'GET', () => []).flatMap((outcome) =>
      checksOf(outcome).flatMap((check) =>
        check.test({ http, body: undefined, contentType: '', text: '', sentAt: 0, receivedAt: 0 }),
      ),
    );
  expect(brokenBy(200).map((breach) => breach.rule)).toEqual([rule]);
  expect(brokenBy(414)).toEqual([]);
});

describe('what refuses an id of such a form as a path', () => {
  const page = { http: 414, body: undefined };
  const error = { http: 404, body: { code: 'token.not_found', title: 't', reference: 'r' } };
  const success = { http: 200, body: { id: 'pay_1' } };

  test.each([
    ['is no error object of the service', 'pay_1/x', page, true],
    ['is not the service, which knows its own ids', 'pay_1/x', error, false],
    ['may be the service, where the id has no encoding', 'pay_\ud800', error, true],
    ['is no success', 'pay_\ud800', success, false],
  ])('%s', (_claim, id, { http, body }, permits) => {
    const reply = { http, body, contentType: '', text: '', sentAt: 0, receivedAt: 0 };
    const checks = checksOf(refusedAsPath(initialState, id));
    expect(checks.every((check) => check.test(reply).length === 0)).toBe(permits);
  });

  test('what is another answer is shown by its status and code, not by a truth value', () => {
    const reply = { ...error, contentType: '', text: '', sentAt: 0, receivedAt: 0 };
    const [breach] = checksOf(refusedAsPath(initialState, 'pay_1/x')).flatMap((check) => check.test(reply));
    expect(breach?.received).toBe('{"http":404,"code":"token.not_found"}');
  });
});
