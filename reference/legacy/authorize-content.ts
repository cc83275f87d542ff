import { z } from 'zod';
import { checksumContent } from './operation.ts';
import { authorizeOrderContent } from './order.ts';

const text = z.string().min(1);

const address = z.object({
  address1: z.string().optional(),
  address2: text,
  address3: text,
  address4: text,
  postal_code: text,
});

/** Loose on purpose: the document shows no formats for addresses and numbers beyond their meaning. */
const buyer = z.object({
  name: text,
  name2: text,
  dob: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
  email: z.object({ address: z.string().regex(/^[^\s@]+@[^\s@]+$/) }),
  phone: z.object({ number: z.string().regex(/^\+?[\d-]{9,16}$/) }),
  address,
});

const merchantData = z.object({
  store: text,
  customer_age: z.int(),
  last_order: z.int(),
  last_order_amount: z.number(),
  known_address: z.boolean(),
  num_orders: z.int(),
  ltv: z.number(),
  ip_address: text,
});

/** The object given to the checkout's launch call (legacy, Endpoints, Authorize), and the PIN on its repeat. */
export const authorizeContent = z.object({
  buyer,
  order: authorizeOrderContent,
  merchant_data: merchantData,
  options: z.object({ authorize_type: z.enum(['simple', 'extended']).optional() }).optional(),
  auth_code: z.string().optional(),
  checksum: checksumContent,
});

export type AuthorizeRequest = z.infer<typeof authorizeContent>;
