import { z } from 'zod';
import { exchangeSchema } from './exchange-records.ts';
import type { Recorded } from './recorded.ts';

const count = z.number().min(0);
const side = z.enum(['legacy', 'resource']);

/** A capture of which something may be left to refund. */
const owedCapture = z.object({
  id: z.string(),
  /** What is left of it, where a part was refunded and the target shows amounts. */
  rest: z.number().exactOptional(),
  /** A part of it was refunded. */
  partly: z.literal(true).exactOptional(),
});
export type OwedCapture = Recorded<typeof owedCapture>;

/** What is to be undone of a payment that the run has made, by the last answer about it. */
const cleanupEntry = z.object({
  interface: side,
  id: z.string(),
  state: z.enum(['open', 'closed', 'unsure']),
  captures: z.array(owedCapture),
  /** What no request can find out, in words. */
  doubt: z.string().exactOptional(),
});
export type CleanupEntry = Recorded<typeof cleanupEntry>;

/** A payment of the run, each time that there is more or less to undo of it; only where the target is to be cleaned up. */
const paymentSchema = z.object({
  k: z.literal('payment'),
  /** ms since the run's start. */
  at: z.number(),
  ...cleanupEntry.shape,
});
export type PaymentRecord = Recorded<typeof paymentSchema>;

/** A request of the cleaning up, which is never judged. */
const cleanupSchema = z.object({
  k: z.literal('cleanup'),
  /** The payment that it is about. */
  payment: z.string(),
  ...exchangeSchema.pick({
    n: true,
    operation: true,
    at: true,
    ms: true,
    request: true,
    reply: true,
    lost: true,
  }).shape,
});

/** What the cleaning up at the end of a run has done, and what is left. */
const cleanedSchema = z.object({
  k: z.literal('cleaned'),
  at: z.number(),
  /** Payments that it has closed. */
  closed: count,
  /** Captures that it has refunded. */
  refunded: count,
  requests: count,
  left: z.array(z.object({ interface: side, id: z.string(), why: z.string() })),
  /** Payments that are left and not listed. */
  more: count.optional(),
});
export type CleanedRecord = Recorded<typeof cleanedSchema>;

/** The records of the cleaning up in a journal. */
export const cleanupSchemas = [paymentSchema, cleanupSchema, cleanedSchema] as const;
