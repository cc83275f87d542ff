import { expect, test } from 'vitest';
import type { Json } from '../../../engine/model.ts';
import { notifiedClaims, permittedClaims } from '../../../reports/reproduction/claim.ts';
import { claimCode } from '../../../reports/reproduction/vitest/vitest-file.ts';
import type { Expect, ValueExpect } from '../../../spec/expect.ts';
import { line } from '../certificate/synthetic.ts';

const of = (at: string, must: ValueExpect): Expect => ({ at, must });

/** The assertions that are made of what a breach expects, where this was the last answer. */
function assertions(expected: Expect, reply: Json): readonly string[] | undefined {
  const breaches = [{ rule: 'x', expected: 'in words', received: 'that', expect: [expected] }];
  const claims = permittedClaims({ breaches, transcript: [line({ reply })] });
  return claims?.flat().map((claim) => claimCode(claim, (value) => JSON.stringify(value)));
}

test.each<[Expect, Json, string]>([
  [of('status', { is: 'close' }), { status: 'open' }, 'expect(at(answer.body, "status")).toBe("close")'],
  [of('code', { is: null }), { code: 'x' }, 'expect(at(answer.body, "code")).toBe(null)'],
  [
    of('order.reason', { missing: 'absent' }),
    { order: { reason: 'x' } },
    `expect(at(answer.body, "order.reason") ?? '').toBe('')`,
  ],
  [{ http: [401, 403] }, {}, 'expect([401, 403]).toContain(answer.http)'],
  [{ httpFrom: 200, httpTo: 299 }, {}, 'expect(answer.http).toSatisfy((http) => http >= 200 && http <= 299)'],
  [of('amount', { amount: '12.50' }), { amount: '12.5' }, 'expect(at(answer.body, "amount")).toBe(12.5)'],
  [
    of('amount', { type: 'number' }),
    { amount: '12' },
    `expect(at(answer.body, "amount")).toSatisfy((value) => typeof value === 'number')`,
  ],
  [
    of('id', { type: 'string', prefix: 'pay_' }),
    { id: 'x' },
    `expect(at(answer.body, "id")).toSatisfy((value) => typeof value === 'string' && value.startsWith("pay_"))`,
  ],
  [of('order', { another: true }), { order: ['x'] }, 'expect(at(answer.body, "order")).not.toEqual(["x"])'],
  [of('order', { another: true }), {}, 'expect(at(answer.body, "order") ?? null).not.toBe(null)'],
  [
    of('status', { oneOf: ['a', 'b'], optional: true }),
    { status: 'x' },
    'expect([undefined, null, "a", "b"]).toContainEqual(at(answer.body, "status"))',
  ],
  [
    of('status', { state: ['CLOSED'] }),
    { status: 'OPEN' },
    'expect(at(answer.body, "status")).toSatisfy((value) => ["CLOSED"].includes(String(value).toUpperCase()))',
  ],
  [
    of('list', { entries: 0, optional: true }),
    { list: [1] },
    'expect(at(answer.body, "list") ?? []).toHaveLength(0)',
  ],
  [
    of('metadata', { is: { a: '1' } }),
    { metadata: {} },
    'expect(at(answer.body, "metadata")).toEqual({"a":"1"})',
  ],
  [
    of('nr', { from: 2, to: 4 }),
    { nr: 5 },
    'expect(at(answer.body, "nr")).toSatisfy((value) => value >= 2 && value <= 4)',
  ],
  [
    of('to', { laterThan: 'from' }),
    { to: 1 },
    'expect(at(answer.body, "to")).toSatisfy((value) => Date.parse(value) > Date.parse(at(answer.body, "from")))',
  ],
  [
    { at: 'captures', each: 'amount', must: { type: 'number' } },
    { captures: [{ amount: '1' }] },
    `for (const one of at(answer.body, "captures")) expect(at(one, "amount")).toSatisfy((value) => typeof value === 'number')`,
  ],
  [
    { at: '', some: 'id', must: { is: 'tok' } },
    [{ id: 'other' }],
    'expect(answer.body.some((one) => isDeepStrictEqual(at(one, "id"), "tok"))).toBe(true)',
  ],
  [
    { at: 'amount', of: { list: 'captures', key: 'id', value: 'c' }, must: { is: 1 } },
    { captures: [{ id: 'c', amount: 2 }] },
    'expect(at(entry(answer, "captures", (one) => at(one, "id") === "c"), "amount")).toBe(1)',
  ],
  [
    { at: 'reason', of: { list: 'refunds', key: 'id', except: [] }, must: { is: 'x' } },
    { refunds: [{ id: 'r', reason: 'y' }] },
    'expect(at(entry(answer, "refunds", (one) => ![undefined].includes(at(one, "id"))), "reason")).toBe("x")',
  ],
  [
    { at: 'reason', of: { list: 'refunds', key: 'id', except: ['r'] }, must: { is: 'x' } },
    {
      refunds: [
        { id: 'r', reason: 'x' },
        { id: 's', reason: 'y' },
      ],
    },
    'expect(at(entry(answer, "refunds", (one) => ![undefined, "r"].includes(at(one, "id"))), "reason")).toBe("x")',
  ],
  [{ refusal: true }, { status: 'open' }, 'expect(isRefused(answer)).toBe(true)'],
  [of('', { type: 'no object' }), {}, 'expect(answer.body).toSatisfy((value) => !isObject(value))'],
  [of('', { type: 'object' }), 'x', 'expect(answer.body).toSatisfy((value) => isObject(value))'],
])('%j, of the answer %j, becomes the assertion %s', (expected, reply, code) => {
  expect(assertions(expected, reply)).toEqual([code]);
});

test.each<[string, Expect, Json]>([
  ['the answer that was wrong meets it', of('amount', { type: 'number' }), { amount: 12 }],
  ['it names an id that no answer gave', of('id', { is: 'pay_abcdefghij1' }), { id: 'x' }],
  ['the wrong value is another one in each run', of('at', { another: true }), { at: '2026-01-31 09:00:00' }],
  [
    'it is about notifications',
    { notifications: { status: 'close_success', payment_id: 'P-77' }, least: 1 },
    {},
  ],
])('nothing is asserted where %s', (_why, expected, reply) => {
  expect(assertions(expected, reply)).toBeUndefined();
});

const about = { status: 'capture_success', payment_id: 'P-77', capture_id: 'C-1' };
const typed: Expect = { notification: about, at: 'event_type', must: { type: 'text' } };
const atLeastOne: Expect = { notifications: about, least: 1 };

/** What another run can assert of notifications, where replies have given these texts and a call has sent `A-1`. */
const heard = (expected: Expect, learned: readonly string[], owed = about) =>
  notifiedClaims(
    {
      breaches: [{ rule: 'x', expected: 'x', received: 'y', expect: [expected] }],
      transcript: [line({ call: { body: { order_ref: 'A-1' } } })],
      owed: [{ step: 's1', event: 'x', fields: owed, times: 1 }],
    },
    (text) => learned.includes(text),
  ).flat();

test.each<[string, Expect, readonly string[], readonly Expect[]]>([
  ['of an event whose ids are learned', atLeastOne, ['P-77', 'C-1'], [atLeastOne]],
  ['of each of an event that was owed, and that one comes', typed, ['P-77', 'C-1'], [atLeastOne, typed]],
  ['of no event that another run does not know', typed, ['P-77'], []],
  ['of no reply', of('event_type', { type: 'text' }), ['P-77', 'C-1'], []],
  ['of no value that only words say', { ...typed, must: { another: true } }, ['P-77', 'C-1'], []],
])('another run asserts %s', (_what, expected, learned, claims) => {
  expect(heard(expected, learned)).toEqual(claims);
});

test('another run asserts what a call sent, and nothing that neither a call nor a reply gave', () => {
  const ref = (is: string): Expect => ({ notification: { status: 'x' }, at: 'order_ref', must: { is } });
  expect(heard(ref('A-1'), [])).toEqual([ref('A-1')]);
  expect(heard(ref('A-2'), [])).toEqual([]);
});

test('another run does not await an event that was not owed', () => {
  expect(heard(typed, ['P-77', 'C-1'], { ...about, status: 'update_fail' })).toEqual([typed]);
});
