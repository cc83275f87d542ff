import { z } from 'zod';
import { address } from '../content.ts';

const flag = z.boolean().optional();
const integer = z.int().optional();
const number = z.number().optional();
const text = z.string().optional();
const anyAddress = address.partial();

/** The consumer's purchase history. The document gives types only, so every field is optional and no value is wrong. */
export const buyerData = z.object({
  user_id: text,
  age: integer,
  age_platform: integer,
  days_since_first_transaction: integer,
  ltv: number,
  order_count: integer,
  last_order_amount: number,
  last_order_at: integer,
  order_amount_last3months: number,
  order_count__last3months: integer,
  additional_shipping_addresses: z.array(anyAddress).optional(),
  billing_address: anyAddress.optional(),
  delivery_locn_type: text,
  gender: text,
  subscription_counter: integer,
  previous_payment_methods: z
    .object({
      credit_card_used: flag,
      cash_on_delivery_used: flag,
      convenience_store_prepayment_used: flag,
      carrier_payment_used: flag,
      bank_transfer_used: flag,
      rakuten_pay_used: flag,
      line_pay_used: flag,
      amazon_pay_used: flag,
      np_postpay_used: flag,
      other_postpay_used: flag,
    })
    .optional(),
  number_of_points: integer,
  order_item_categories: z.array(z.string()).optional(),
});
