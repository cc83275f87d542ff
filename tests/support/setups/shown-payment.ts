import type { Reply } from '../../../models/wire.ts';
import { reply } from './resource-replies.ts';

/** The instants of a shown payment. */
export const expiry = '2026-01-31T00:00:00.000Z';
export const made = '2026-01-01T00:00:00.000Z';

/** A reply that shows a payment, with these fields in place of its own. */
export const shownPayment = (payment: object): Reply =>
  reply(200, {
    id: 'pay_1',
    created_at: made,
    expires_at: expiry,
    amount: 1000,
    currency: 'JPY',
    description: null,
    store_name: null,
    test: true,
    status: 'AUTHORIZED',
    tier: 'classic',
    buyer: { name1: '山田 太郎', name2: 'ヤマダ タロウ', email: 'a@consumer.test', phone: '08012345678' },
    order: { items: [{ unit_price: 900, quantity: 1 }], tax: 100, shipping: null, order_ref: null },
    shipping_address: { zip: '100-0001', city: '千代田区' },
    captures: [],
    refunds: [],
    metadata: {},
    ...payment,
  });
