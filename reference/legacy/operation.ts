import { checksumContent } from './order.ts';
import { z } from 'zod';
import type { HandlerReply } from '../seams.ts';
import type { World } from '../world.ts';
import type { LegacyOperationName } from './rules.ts';

/** One operation: its request, what its checksum covers, and its handler. */
export interface LegacyOperation<Request extends { readonly checksum: string }> {
  readonly name: LegacyOperationName;
  readonly content: z.ZodType<Request>;
  /** What follows the secret in the hashed string (legacy, Authentication, 2). */
  readonly signed: (request: Request) => string;
  readonly handle: (world: World, request: Request) => HandlerReply;
}

/** A body that names a payment and nothing else. */
export const paymentContent = z.object({ payment_id: z.string().min(1), checksum: checksumContent });
