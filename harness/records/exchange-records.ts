import { z } from 'zod';
import type { Recorded } from './recorded.ts';

const headers = z.record(z.string(), z.string());

/** What a sequence was run for. */
export const phaseSchema = z.enum(['explore', 'confirm', 'shrink', 'replay', 'experiment']);
export type Phase = z.output<typeof phaseSchema>;

/** One request and its result. */
export const exchangeSchema = z.object({
  k: z.literal('exchange'),
  /** Running number of requests to the target in this run; control calls carry the number of the request before. */
  n: z.number(),
  suite: z.string(),
  sequence: z.string(),
  step: z.string(),
  operation: z.string(),
  kind: z.string(),
  phase: phaseSchema,
  control: z.literal(true).exactOptional(),
  /** Its key is to be refused. */
  wrongKey: z.literal(true).exactOptional(),
  /** ms since the run's start, when it was sent. */
  at: z.number(),
  ms: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    body: z.string().exactOptional(),
  }),
  reply: z
    .object({
      http: z.number(),
      headers,
      body: z.string(),
      truncated: z.literal(true).exactOptional(),
    })
    .exactOptional(),
  /** Why there is no reply. */
  lost: z.string().exactOptional(),
  /** That is our own doing, such as an interrupt. */
  ours: z.literal(true).exactOptional(),
});
export type ExchangeRecord = Recorded<typeof exchangeSchema>;

/** One notification as it was received, judged or not. */
export const notificationSchema = z.object({
  k: z.literal('notification'),
  at: z.number(),
  body: z.string(),
  headers,
  /** The status that the receiver answered; null when it answered nothing. */
  answered: z.number().nullable(),
  /** The connection that brought it, counted from 1 in each receiver. */
  connection: z.number().exactOptional(),
  /** The bytes in base64, where they are no UTF-8. */
  base64: z.string().exactOptional(),
  /** The path that it came to, where that is not the path of the webhook URL. */
  path: z.string().exactOptional(),
});
export type NotificationRecord = Recorded<typeof notificationSchema>;
