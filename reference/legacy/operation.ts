import { z } from 'zod';
import type { HandlerReply } from '../seams.ts';
import type { World } from '../world.ts';
import type { LegacyOperationName } from './rules.ts';

/** One operation: what it takes, what its checksum covers, what it does. */
export interface LegacyOperation<Request extends { readonly checksum: string }> {
  readonly name: LegacyOperationName;
  readonly content: z.ZodType<Request>;
  /** What follows the secret in the hashed string (legacy, Authentication, 2). */
  readonly signed: (request: Request) => string;
  readonly handle: (world: World, request: Request) => HandlerReply;
}

/** One that is missing is as wrong as any other wrong one, and answered alike. */
export const checksumContent = z.string().default('');

/** A body that names a payment and nothing else. */
export const paymentContent = z.object({ payment_id: z.string().min(1), checksum: checksumContent });
