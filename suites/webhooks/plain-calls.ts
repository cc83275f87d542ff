import { legacyCall } from '../../models/right-calls.ts';
import type { Observation } from '../../engine/model.ts';
import { at, textOf } from '../../models/checks.ts';
import type { Persona, Setup } from '../../models/setup.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';

/** A consumer's purchase history that raises no doubts; doubles are whole, so that they read the same in the checksum. */
const history = {
  store: 'payproof',
  customer_age: 400,
  last_order: 12,
  last_order_amount: 3200,
  known_address: true,
  num_orders: 7,
  ltv: 41_000,
  ip_address: '192.0.2.10',
};

const address = { address2: '1-1', address3: '千代田区', address4: '東京都', postal_code: '100-0001' };

/** The plainest authorize: one line, no tax, no shipping (legacy, Endpoints, Authorize). */
export function plainAuthorize(setup: Setup, persona: Persona, orderRef: string): ApiCall {
  const total = Math.max(setup.amount.min, Math.min(1000, setup.amount.max));
  // The checksum covers the history's fields in the order in which they stand above.
  const hashed = [total, ...Object.values(history)];
  return legacyCall(
    'authorize',
    {
      buyer: {
        name: '山田 太郎',
        name2: 'ヤマダ タロウ',
        ...setup.data?.buyer,
        email: { address: persona.email },
        phone: { number: persona.phone },
        address: { ...address, ...setup.data?.buyerAddress },
      },
      order: {
        items: [{ item_id: 'line-1', title: 'ノート', amount: total, quantity: 1 }],
        total_amount: total,
        order_ref: orderRef,
      },
      merchant_data: history,
    },
    hashed.map(String).join(''),
  );
}

/** The payment that an authorize has made; undefined where its answer names none. */
export function authorizedBy(observation: Observation<Reply>): string | undefined {
  if ('lost' in observation || at(observation.reply.body, ['status']) !== 'authorize_success')
    return undefined;
  return textOf(observation.reply, 'payment_id');
}

/** Close or status of a payment (legacy, Endpoints). */
export function plainCall(operation: 'close' | 'status', paymentId: string): ApiCall {
  return legacyCall(operation, { payment_id: paymentId }, paymentId);
}
