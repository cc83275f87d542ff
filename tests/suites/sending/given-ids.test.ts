import { expect, test } from 'vitest';
import type { Call, Reply } from '../../../models/wire.ts';
import { GivenIds } from '../../../suites/sending/given-ids.ts';

const call = (to: 'legacy' | 'resource', operation: 'authorize' | 'capture' | 'create' | 'get'): Call => ({
  to,
  operation,
  method: 'POST',
  path: '/',
  credential: 'valid',
});
const reply = (body: unknown): Reply => ({
  http: 200,
  contentType: 'application/json',
  body,
  text: '',
  sentAt: 0,
  receivedAt: 0,
});
const authorized = (id: string) => reply({ status: 'authorize_success', payment_id: id });
const shown = (id: string, captures: readonly string[]) =>
  reply({ id, captures: captures.map((one) => ({ id: one })), refunds: [] });

test('an id that two authorizations give was given before, and one that is new was not', () => {
  const ids = new GivenIds();
  const noted = (id: string) => ids.noted(call('legacy', 'authorize'), authorized(id), 0).givenBefore;
  expect([noted('pay_1'), noted('pay_2'), noted('pay_1')]).toEqual([undefined, undefined, ['pay_1']]);
});

test('a capture may be shown again in its payment, and not in another one', () => {
  const ids = new GivenIds();
  const noted = (body: Reply) => ids.noted(call('resource', 'get'), body, 0).givenBefore;
  expect(noted(shown('pay_1', ['cap_1']))).toBeUndefined();
  expect(noted(shown('pay_1', ['cap_1', 'cap_2']))).toBeUndefined();
  expect(noted(shown('pay_2', ['cap_3', 'cap_1']))).toEqual(['cap_1']);
});

test('a payment and a capture may have ids that are alike, and so may those of the two interfaces', () => {
  const ids = new GivenIds();
  ids.noted(call('legacy', 'authorize'), authorized('1'), 0);
  const captured = reply({ status: 'capture_success', payment_id: '1', capture_id: '1' });
  expect(ids.noted(call('legacy', 'capture'), captured, 0).givenBefore).toBeUndefined();
  expect(ids.noted(call('resource', 'create'), shown('1', []), 0).givenBefore).toBeUndefined();
});

test('a target that was started anew may give the same ids again', () => {
  const ids = new GivenIds();
  const noted = (epoch: number) =>
    ids.noted(call('legacy', 'authorize'), authorized('pay_1'), epoch).givenBefore;
  expect([noted(0), noted(1), noted(1)]).toEqual([undefined, undefined, ['pay_1']]);
});

test('a refusal gives no id, and neither does a reply to another operation', () => {
  const ids = new GivenIds();
  ids.noted(call('legacy', 'authorize'), authorized('pay_1'), 0);
  const refused = reply({ status: 'authorize_fail', payment_id: 'pay_1' });
  expect(ids.noted(call('legacy', 'authorize'), refused, 0).givenBefore).toBeUndefined();
  const captured = reply({ status: 'capture_success', payment_id: 'pay_1' });
  expect(ids.noted(call('legacy', 'capture'), captured, 0).givenBefore).toBeUndefined();
});

test('of more ids than are remembered the oldest are forgotten, so that a long run takes no more memory', () => {
  const ids = new GivenIds();
  const noted = (nth: number) =>
    ids.noted(call('legacy', 'authorize'), authorized(`pay_${nth}`), 0).givenBefore;
  for (let nth = 0; nth <= 100_000; nth += 1) noted(nth);
  expect([noted(0), noted(100_000)]).toEqual([undefined, ['pay_100000']]);
});
