import { expect, test } from 'vitest';
import { claimOf } from '../../../reports/reproduction/claim.ts';
import { claimCode } from '../../../reports/reproduction/vitest/vitest-file.ts';

test.each([
  ['status "close"', '"open"', 'expect(at(answer.body, "status")).toBe("close")'],
  ['code: null', '"x"', 'expect(at(answer.body, "code")).toBe(null)'],
  ['order.reason: absent', '"x"', "expect(at(answer.body, \"order.reason\") ?? '').toBe('')"],
  ['HTTP status 401 or 403', '200', 'expect([401, 403]).toContain(answer.http)'],
  [
    'HTTP status 2xx: the request is to succeed',
    '500',
    'expect(answer.http).toSatisfy((http) => http >= 200 && http <= 299 && http !== 500)',
  ],
  ['amount: a number', '"12"', 'expect(at(answer.body, "amount")).not.toEqual("12")'],
  ['amount: a number', 'nothing', 'expect(at(answer.body, "amount") ?? null).not.toBe(null)'],
  ['order: an object', '["x"]', 'expect(at(answer.body, "order")).not.toEqual(["x"])'],
  [
    'status request_failed or failed_request',
    '"x"',
    'expect([undefined, null, "request_failed", "failed_request"]).toContain(at(answer.body, "status"))',
  ],
  [
    'status "open" or "close"',
    '200 "opened"',
    'expect([undefined, null, "open", "close"]).toContain(at(answer.body, "status"))',
  ],
  ['origin.name2: there', '{"name1":"x"}', 'expect(at(answer.body, "origin.name2") ?? null).not.toBe(null)'],
  ['suspensions: an empty array', '[{"a":1}]', 'expect(at(answer.body, "suspensions")).toEqual([])'],
  ['metadata: {"a":"1"}', '{"a":"1","b":"2"}', 'expect(at(answer.body, "metadata")).toEqual({"a":"1"})'],
  ['a refusal', '200 "open"', 'expect(isRefused(answer)).toBe(true)'],
  ['a status, or no JSON', '{}', 'expect(isObject(answer.body)).toBe(false)'],
  ['an error object as JSON body', '"x"', 'expect(isObject(answer.body)).toBe(true)'],
  ['a JSON object', '"x"', undefined],
  ['created_at later than 2026', '"2025"', undefined],
  ['note: a text', '"xxxx…', undefined],
])('"%s", received "%s", becomes the assertion %s', (expected, received, code) => {
  const [claim] = claimOf({ rule: 'x', expected, received });
  expect(claim && claimCode(claim, (value) => JSON.stringify(value))).toBe(code);
});
