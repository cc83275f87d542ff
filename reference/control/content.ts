import { z } from 'zod';

/** Bodies of the control interface. */
export const tokenWish = z.object({
  wallet_id: z.string().min(1).optional(),
  description: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});
export const suspension = z.object({ authority: z.literal('consumer') });
export const consumerState = z.object({ status: z.enum(['ACTIVE', 'SUSPENDED']) });
export const paymentWish = z.object({ status: z.enum(['AUTHORIZED', 'REJECTED']) });
export const advance = z.object({ ms: z.int().nonnegative() });
export const webhook = z.object({
  url: z.url({ protocol: /^https?$/ }).nullable(),
});
