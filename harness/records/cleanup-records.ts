import { z } from 'zod';
import type { ExchangeRecord } from '../journal/journal-records.ts';

/** A capture of which something may be left to refund. */
export interface OwedCapture {
  readonly id: string;
  /** What is left of it, where a part was refunded and the target shows amounts. */
  readonly rest?: number;
  /** A part of it was refunded. */
  readonly partly?: true;
}

/** What is to be undone of a payment that the run has made, by the last answer about it. */
export interface CleanupEntry {
  readonly interface: 'legacy' | 'resource';
  readonly id: string;
  readonly state: 'open' | 'closed' | 'unsure';
  readonly captures: readonly OwedCapture[];
  /** What no request can find out, in words. */
  readonly doubt?: string;
}

/** A payment of the run, each time that there is more or less to undo of it; only where the target is to be cleaned up. */
export interface PaymentRecord extends CleanupEntry {
  readonly k: 'payment';
  /** ms since the run's start. */
  readonly at: number;
}

/** A request of the cleaning up, which is never judged. */
export interface CleanupRecord extends Pick<
  ExchangeRecord,
  'n' | 'operation' | 'at' | 'ms' | 'request' | 'reply' | 'lost'
> {
  readonly k: 'cleanup';
  /** The payment that it is about. */
  readonly payment: string;
}

/** What the cleaning up at the end of a run has done, and what is left. */
export interface CleanedRecord {
  readonly k: 'cleaned';
  readonly at: number;
  /** Payments that it has closed. */
  readonly closed: number;
  /** Captures that it has refunded. */
  readonly refunded: number;
  readonly requests: number;
  readonly left: readonly {
    readonly interface: 'legacy' | 'resource';
    readonly id: string;
    readonly why: string;
  }[];
  /** Payments that are left and not listed. */
  readonly more?: number | undefined;
}

export type CleanupRecords = PaymentRecord | CleanupRecord | CleanedRecord;

const count = z.number().min(0);
const side = z.enum(['legacy', 'resource']);

/** The shape of these records in a journal, as far as the reports and the cleaning up rest on it. */
export const cleanupSchemas = [
  z.looseObject({
    k: z.literal('payment'),
    at: z.number(),
    interface: side,
    id: z.string(),
    state: z.enum(['open', 'closed', 'unsure']),
    captures: z.array(
      z.looseObject({ id: z.string(), rest: z.number().optional(), partly: z.literal(true).optional() }),
    ),
    doubt: z.string().optional(),
  }),
  z.looseObject({ k: z.literal('cleanup'), n: z.number(), at: z.number(), payment: z.string() }),
  z.looseObject({
    k: z.literal('cleaned'),
    at: z.number(),
    closed: count,
    refunded: count,
    requests: count,
    left: z.array(z.looseObject({ interface: side, id: z.string(), why: z.string() })),
    more: count.optional(),
  }),
] as const;
