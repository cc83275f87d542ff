import { z } from 'zod';
import { checksumContent } from './order.ts';
import { fee, mostPieces, text } from './order.ts';

/** The body of a capture (legacy, Endpoints, Capture). */
export const captureContent = z.object({
  payment_id: text,
  items: z
    .array(z.object({ item_id: text.optional(), quantity: z.int().max(mostPieces).optional() }))
    .min(1)
    .optional(),
  tax: fee.optional(),
  shipping: fee.optional(),
  checksum: checksumContent,
});

export type CaptureRequest = z.infer<typeof captureContent>;
