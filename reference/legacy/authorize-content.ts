import { z } from 'zod';
import { checksumContent } from './order.ts';
import { authorizeOrderContent, text } from './order.ts';

const address = z.object({
  address1: text.optional(),
  address2: text,
  address3: text,
  address4: text,
  postal_code: text,
});

/** Loose on purpose: the document gives no formats of addresses and phone numbers. */
const buyer = z.object({
  name: text,
  name2: text,
  dob: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
  email: z.object({ address: text }),
  phone: z.object({ number: text }),
  address,
});

/** No count of days or orders is larger. */
const count = z.int().nonnegative().max(1e5);
const sum = z.number().nonnegative().max(1e15);

const merchantData = z.object({
  store: text,
  customer_age: count,
  last_order: count,
  last_order_amount: sum,
  known_address: z.boolean(),
  num_orders: count,
  ltv: sum,
  ip_address: text,
});

/** The object given to the checkout's launch call (legacy, Endpoints, Authorize), and the PIN on its repeat. */
export const authorizeContent = z.object({
  buyer,
  order: authorizeOrderContent,
  merchant_data: merchantData,
  options: z.object({ authorize_type: z.enum(['simple', 'extended']).optional() }).optional(),
  auth_code: text.optional(),
  checksum: checksumContent,
});

export type AuthorizeRequest = z.infer<typeof authorizeContent>;
