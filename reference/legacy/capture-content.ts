import { z } from 'zod';
import { checksumContent } from './operation.ts';
import { fee } from './order.ts';

/** The body of a capture (legacy, Endpoints, Capture). */
export const captureContent = z.object({
  payment_id: z.string().min(1),
  items: z
    .array(z.object({ item_id: z.string().min(1).optional(), quantity: z.int().optional() }))
    .optional(),
  tax: fee.optional(),
  shipping: fee.optional(),
  checksum: checksumContent,
});

export type CaptureRequest = z.infer<typeof captureContent>;
