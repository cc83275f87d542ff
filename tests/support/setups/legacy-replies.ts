import { expect } from 'vitest';
import { observedChoices, execute } from '../../../engine/judge/execute.ts';
import { type Driver } from '../../../engine/judge/execution.ts';
import type { Json, Sequence, Step } from '../../../engine/model.ts';
import { legacyMachine } from '../../../generators/legacy/machine.ts';
import type { Call, Reply } from '../../../models/wire.ts';
import type { Means } from '../../../spec/requirement.ts';
import { wholeSetup } from './legacy-setup.ts';

const setup = { ...wholeSetup, means: new Set<Means>(['legacy', 'persona.approve']), skewMs: 0 };
const machine = legacyMachine(setup);

/** The same where the consumer who is approved is no test account. */
export const ofNoTestAccount = legacyMachine({
  ...setup,
  personas: { approve: { email: 'ok@example.test', phone: '08000000001', test: false } },
});

const order = {
  items: [
    { item_id: 'i1', title: 'tea', amount: 300, quantity: 2 },
    { item_id: 'i2', title: 'cup', amount: 400, quantity: 1 },
  ],
  total_amount: 1000,
  order_ref: 'order-1',
};
/** The body of an authorization. */
export const body = {
  buyer: {
    name: '山田 花子',
    name2: 'ヤマダ ハナコ',
    address: { address2: '1-2', address3: '千代田区', address4: '東京都', postal_code: '1000001' },
  },
  order,
  merchant_data: {
    store: 'shop',
    customer_age: 3,
    last_order: 2,
    last_order_amount: 10.4,
    known_address: true,
    num_orders: 1,
    ltv: 10.4,
    ip_address: '192.0.2.1',
  },
};

/** Steps written as `operation kind`. Each uses the first payment, refunds the latest capture. */
export function sequence(...steps: string[]): Sequence {
  let latestCapture = '';
  return steps.map((text, index): Step => {
    const id = `s${index + 1}`;
    const [operation = '', ...kind] = text.split(' ');
    const uses = operation === 'refund' ? { payment: 's1', capture: latestCapture } : { payment: 's1' };
    if (operation === 'capture') latestCapture = id;
    const name = kind.join(' ');
    const malformed = name.startsWith('malformed: ') && { malformed: name.slice('malformed: '.length) };
    const data: Json = { encoding: 'hex', ...malformed, ...(operation === 'authorize' && { body }) };
    return { id, operation, kind: name, uses: operation === 'authorize' ? {} : uses, data };
  });
}

/** The fields of every reply about the payment. */
export const paid = { payment_id: 'p1', test: true };
/** Replies as the document shows them. */
export const replies = {
  authorized: { ...paid, status: 'authorize_success' },
  captured: (id: string) => ({ ...paid, capture_id: id, status: 'capture_success' }),
  captureFailed: { ...paid, status: 'capture_fail' },
  closed: { ...paid, status: 'close_success' },
  updated: { ...paid, status: 'update_success' },
  refunded: (id: string) => ({ capture_id: id, status: 'refund_success' }),
  refundFailed: (id: string) => ({
    capture_id: id,
    status: 'refund_fail',
    reason: 'invalid_amount',
    message: 'm',
  }),
  shown: (status: string, more: object = {}) => ({
    ...paid,
    status,
    expires: '2026-01-31 00:00:00',
    amount: 1000,
    order_ref: 'order-1',
    ...more,
  }),
};

/** An answer that is more than a JSON body with the usual HTTP status. */
export interface WholeAnswer {
  readonly http: number;
  readonly contentType?: string;
  /** Undefined: no JSON. */
  readonly json: unknown;
  /** Default: none; only a page needs it. */
  readonly text?: string;
}

const isWhole = (answer: object): answer is WholeAnswer => 'http' in answer;

/** What a run of these steps against a target that answers so comes to. `nonce`: part of each order_ref that is made for it; default: none. */
export async function judged(steps: Sequence, answers: readonly object[], by = machine, nonce?: string) {
  let next = 0;
  const driver: Driver<Call, Reply> = {
    ...(nonce !== undefined && { nonce }),
    send: () => {
      const answer = answers[next++] ?? {};
      const failing = JSON.stringify(answer).includes('_fail"');
      const at = Date.UTC(2026, 0, 1);
      const {
        http,
        contentType = 'application/json',
        json,
        text = '',
      }: WholeAnswer = isWhole(answer) ? answer : { http: failing ? 400 : 200, json: answer };
      const reply = { http, contentType, body: json, text };
      return Promise.resolve({ reply: { ...reply, sentAt: at, receivedAt: at } });
    },
  };
  const execution = await execute(by, steps, driver);
  const { violation, inconclusive, evidence } = execution;
  expect(inconclusive).toBeUndefined();
  return {
    accused: [...new Set(violation?.breaches.map(({ rule }) => rule))],
    proven: evidence,
    choices: observedChoices(execution),
  };
}

/** The rules that these replies of a target break; none when the documents permit them. */
export async function accused(
  steps: Sequence,
  answers: readonly object[],
  by = machine,
): Promise<readonly string[]> {
  return (await judged(steps, answers, by)).accused;
}
