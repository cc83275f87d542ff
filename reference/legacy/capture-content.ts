import { z } from 'zod';
import { checksumContent } from './operation.ts';

/** The body of a capture (legacy, Endpoints, Capture). */
export const captureContent = z.object({
  payment_id: z.string().min(1),
  items: z
    .array(z.object({ item_id: z.string().min(1).optional(), quantity: z.int().optional() }))
    .optional(),
  tax: z.number().optional(),
  shipping: z.number().optional(),
  checksum: checksumContent,
});

export type CaptureRequest = z.infer<typeof captureContent>;
