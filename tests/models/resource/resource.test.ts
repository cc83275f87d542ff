import { checksOf } from '../../../engine/judge/miss.ts';
import { describe, expect, it } from 'vitest';
import type { Json, Step } from '../../../engine/model.ts';
import { predictGet } from '../../../models/resource/payments/get.ts';
import { initialState, type Payment, type ResourceState } from '../../../models/resource/state.ts';
import { call, reply } from '../../support/setups/resource-replies.ts';
import { scenario } from '../../support/setups/resource-scenario.ts';
import {
  authorizedPayment as authorized,
  capturedPayment as captured,
} from '../../support/setups/resource-state.ts';

const setBy = 'resource.payment.status';
const withOne = (payment: Payment): ResourceState => ({ ...initialState, payments: { s1: payment } });
const step: Step = {
  id: 's9',
  operation: 'any',
  kind: 'any',
  uses: { payment: 's1', capture: 's2', token: 's1' },
};
/** The names of the outcomes that the answer of a line fits. */
function matchedBy(line: string): readonly string[] {
  const { outcomes, answer } = scenario(line);
  return outcomes
    .filter((outcome) => checksOf(outcome).every((check) => check.test(answer).length === 0))
    .map(({ name }) => name);
}

describe('a request that the state forbids', () => {
  it.each([
    ['a capture of a closed payment', 'closed: capture', 403, 'service.forbidden'],
    ['a close of a closed payment', 'closed: close', 409, 'service.conflict'],
    ['a refund when nothing is left', 'captured, refunded 1000: refund', 403, 'service.forbidden'],
    [
      'a refund above what is left',
      'captured, refunded 500: refund {"amount":501}',
      400,
      'payment.refund.amount',
    ],
    ['a suspension of a suspended token', 'suspended token: suspend', 403, 'token.suspended'],
    ['a suspension of a deleted token', 'deleted token: suspend', 404, 'token.not_found'],
    ['a resumption of an active token', 'active token: resume', 404, 'token.not_found'],
  ])('is refused with its documented status and code only: %s', (_claim, request, http, code) => {
    expect(matchedBy(`${request} -> ${http} ${code}`)).toHaveLength(1);
    expect(matchedBy(`${request} -> ${http} other.code`)).toEqual([]);
    expect(matchedBy(`${request} -> 422 ${code}`)).toEqual([]);
    expect(matchedBy(`${request} -> 500 ${code}`)).toEqual([]);
  });

  it.each([400, 403, 404, 409, 422, 418])(
    'may be refused with any 4xx where no status is named: %d',
    (http) => {
      expect(matchedBy(`token suspended by its consumer: resume -> ${http} any.code`)).toHaveLength(1);
    },
  );
});

describe('a capture', () => {
  const shown = (status: string, amount: number) => ({
    ...object(status),
    captures: [{ id: 'cap_1', created_at: at, amount, tax: 0, shipping: 0, items: [], metadata: {} }],
  });
  const matched = (status: string, amount: number) =>
    matchedBy(`authorized: capture -> 200 ${JSON.stringify(shown(status, amount))}`);

  it.each(['CLOSED', 'closed'])(
    'of the full amount closes the payment, in either letter case: %s',
    (status) => {
      expect(matched(status, 1000)).toEqual(['captured']);
    },
  );

  it('of the full amount that leaves the payment open breaks the rule that it closes', () => {
    const line = `authorized: capture -> 200 ${JSON.stringify(shown('AUTHORIZED', 1000))}`;
    const { outcomes, answer } = scenario(line);
    const rules =
      outcomes[0] && checksOf(outcomes[0]).flatMap((check) => check.test(answer).map(({ rule }) => rule));
    expect(rules).toEqual(['resource.capture.full-closes']);
  });

  it('of a part may leave the payment open, or close it', () => {
    expect(matched('authorized', 400)).toEqual(['captured a part']);
    expect(matched('closed', 400)).toEqual(['captured a part, closed']);
  });

  it('never takes more than the amount', () => {
    expect(matched('closed', 1001)).toEqual([]);
  });
});

describe('a read', () => {
  it('after a refused request accuses the refusal of any change', () => {
    const state = withOne({ ...authorized, after: 'refusal' });
    const [outcome] = predictGet({ ...state, settled: ['letterCase'] }, call(undefined, 'GET'), step);
    const breaches =
      outcome && checksOf(outcome).flatMap((check) => check.test(reply(200, object('CLOSED'))));
    expect(breaches?.map(({ rule }) => rule)).toEqual([setBy, 'resource.error.changes-nothing']);
  });
});

const at = '2026-11-20T01:02:03.004Z';
const object = (status: string) => ({
  id: 'pay_1',
  created_at: at,
  expires_at: '2026-12-20T01:02:03Z',
  amount: 1000,
  currency: 'JPY',
  test: true,
  status,
  tier: 'classic',
  buyer: person,
  order: { items: [] },
  shipping_address: null,
  captures: [],
  refunds: [],
});

describe('a capture in a reply', () => {
  const shown = { id: 'cap_1', created_at: at, amount: 1000, tax: 0, shipping: 0, metadata: {} };
  it.each<[string, object, readonly string[]]>([
    ['may omit its items', {}, []],
    ['may show null for them', { items: null }, []],
    ['must not show a text for them', { items: 'none' }, ['resource.captures.items']],
  ])('%s', (_claim, items, rules) => {
    const body = { ...object('CLOSED'), captures: [{ ...shown, ...items }] };
    const each = predictGet(withOne(captured), call(undefined, 'GET'), step).map((outcome) =>
      checksOf(outcome)
        .flatMap((check) => check.test(reply(200, body)))
        .map(({ rule }) => rule),
    );
    expect(each).toContainEqual(rules);
  });
});

const person = {
  name1: '山田 太郎',
  name2: 'ヤマダ タロウ',
  email: 'taro@consumer.test',
  phone: '08012345678',
};
const four = ['name1', 'name2', 'email', 'phone'].map((name) => `resource.buyer.${name}`);

describe('a buyer', () => {
  it.each<[string, Json, readonly string[]]>([
    ['with all four is valid', person, []],
    ['with names that a full-width space parts is valid', { ...person, name1: '山田　太郎' }, []],
    ['with a phone in the international form is valid', { ...person, phone: '+81 80-1234-5678' }, []],
    ['without any text is accused', {}, ['resource.buyer.fields', ...four]],
    ['without a name in kanji is accused', { ...person, name1: null }, ['resource.buyer.name1']],
    ['with an empty phone is accused', { ...person, phone: '' }, ['resource.buyer.phone']],
    ['with a number is accused', { ...person, phone: 9 }, ['resource.buyer.fields']],
    ['with a name in one is accused', { ...person, name1: '山田太郎' }, ['resource.buyer.name-spaces']],
    ['with a reading as name is accused', { ...person, name1: 'ヤマダ タロウ' }, ['resource.buyer.meaning']],
    ['with a landline is accused', { ...person, phone: '0312345678' }, ['resource.buyer.meaning']],
  ])('%s', (_claim, buyer, rules) => {
    const answer = reply(200, { ...object('AUTHORIZED'), buyer });
    const each = predictGet(withOne(authorized), call(undefined, 'GET'), step).map((outcome) =>
      checksOf(outcome)
        .flatMap((check) => check.test(answer))
        .map(({ rule }) => rule),
    );
    expect(each).toContainEqual(rules);
    expect(each.filter((broken) => broken.length < rules.length)).toEqual([]);
  });
});
