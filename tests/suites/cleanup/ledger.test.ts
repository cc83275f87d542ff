import { describe, expect, test } from 'vitest';
import type { Json, Observation } from '../../../engine/model.ts';
import type { ApiCall, Call, Reply } from '../../../models/wire.ts';
import type { OperationName } from '../../../spec/operations.ts';
import { Ledger } from '../../../suites/cleanup/ledger.ts';

/** Null: no answer came. */
type Exchange = readonly [operation: OperationName | 'issue-payment', body: Json, reply: Json];

/** What a ledger that has seen these exchanges says of its payments. */
function owed(side: ApiCall['to'], exchanges: readonly Exchange[]) {
  const ledger = new Ledger();
  for (const [operation, body, answer] of exchanges) {
    const path = side === 'legacy' ? `/pay/${operation}` : `/payments/pay_1/${operation}`;
    const call: Call =
      operation === 'issue-payment'
        ? { to: 'control', operation, method: 'POST', path }
        : { to: side, operation, method: 'POST', path, body, credential: 'valid' };
    const reply = { http: 200, body: answer } as Reply;
    const observation: Observation<Reply> = answer === null ? { lost: 'no answer' } : { reply };
    ledger.seen(call, observation);
  }
  return ledger.owing.map(({ id, state, captures, doubt }) => [
    id,
    state,
    captures.map((one) => one.id).join(' '),
    ...(doubt === undefined ? [] : [doubt.slice(0, 20)]),
  ]);
}

const pay = { payment_id: 'p1' };
const cap = { capture_id: 'c1' };
const made: Exchange = ['authorize', { order: { order_ref: 'r1' } }, { status: 'authorize_success', ...pay }];
const whole: Exchange = ['capture', pay, { status: 'capture_success', ...pay, ...cap }];
const part: Exchange = ['capture', { ...pay, tax: 1 }, { status: 'capture_success', ...pay, ...cap }];
const someBack: Exchange = ['refund', { ...cap, amount: 1 }, { status: 'refund_success', ...cap }];
const allBack: Exchange = ['refund', cap, { status: 'refund_success', ...cap }];
const status = (shown: string): Exchange => ['status', pay, { status: shown, ...pay }];

describe('of a legacy payment is to be undone', () => {
  test.each<[string, Exchange[], string[][]]>([
    ['that it is open', [made], [['p1', 'open', '']]],
    ['nothing once it is closed', [made, ['close', pay, { status: 'close_success', ...pay }]], []],
    ['nothing when it has expired', [made, status('close')], []],
    ['a full capture', [made, whole], [['p1', 'closed', 'c1']]],
    ['a part that was captured, and that it is open', [made, part], [['p1', 'open', 'c1']]],
    ['the rest of a capture', [made, whole, someBack], [['p1', 'unsure', 'c1']]],
    ['what a refund may have opened again', [made, whole, allBack], [['p1', 'unsure', '']]],
    ['nothing when it has not', [made, whole, allBack, status('close')], []],
    [
      'nothing when parts were the whole',
      [
        made,
        whole,
        someBack,
        ['refund', cap, { status: 'refund_fail', reason: 'invalid_amount' }],
        status('close'),
      ],
      [],
    ],
    [
      'that it is open after a close that did not close it',
      [made, ['close', pay, { status: 'close_success', ...pay }], status('open')],
      [['p1', 'open', '']],
    ],
    [
      'what an unanswered capture may have done',
      [made, ['capture', pay, null]],
      [['p1', 'unsure', '', 'a capture of it was ']],
    ],
    [
      'what an unanswered authorize may have made',
      [['authorize', { order: { order_ref: 'r1' } }, null]],
      [['r1', 'closed', '', 'authorize was not an']],
    ],
    ['the capture of a payment that was given', [whole], [['p1', 'closed', 'c1']]],
    ['nothing where others made it', [status('open')], []],
    [
      'nothing of an id that is too long',
      [['authorize', {}, { status: 'authorize_success', payment_id: 'x'.repeat(301) }]],
      [],
    ],
  ])('%s', (_what, exchanges, expected) => {
    expect(owed('legacy', exchanges)).toEqual(expected);
  });
});

const shown = (state: string, captures: Json[] = [], refunds: Json[] = []): Json => ({
  id: 'pay_1',
  status: state,
  captures,
  refunds,
});
const full = { id: 'cap_1', amount: 10 };

describe('of a resource payment is to be undone', () => {
  test.each<[string, Exchange[], string[][]]>([
    [
      'that it is open, in any case of letters',
      [['create', {}, shown('authorized')]],
      [['pay_1', 'open', '']],
    ],
    ['nothing when it was rejected', [['create', {}, shown('REJECTED')]], []],
    [
      'its capture',
      [
        ['create', {}, shown('AUTHORIZED')],
        ['capture', {}, shown('CLOSED', [full])],
      ],
      [['pay_1', 'closed', 'cap_1']],
    ],
    [
      'the rest of its capture',
      [['issue-payment', {}, shown('CLOSED', [full], [{ capture_id: 'cap_1', amount: 9.5 }])]],
      [['pay_1', 'closed', 'cap_1']],
    ],
    [
      'nothing when it was refunded',
      [['capture', {}, shown('CLOSED', [full], [{ capture_id: 'cap_1', amount: 10 }])]],
      [],
    ],
    [
      'what an unanswered close may have done',
      [
        ['create', {}, shown('AUTHORIZED')],
        ['close', {}, null],
      ],
      [['pay_1', 'unsure', '']],
    ],
    ['nothing where others made it', [['get', {}, shown('AUTHORIZED')]], []],
  ])('%s', (_what, exchanges, expected) => {
    expect(owed('resource', exchanges)).toEqual(expected);
  });
});
