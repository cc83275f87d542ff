import { z } from 'zod';
import type { Json } from '../../engine/model.ts';
import { checkoutRecordSchema } from './checkout-record.ts';
import { storedSignature } from '../journal/stored-signature.ts';

const count = z.number().min(0);
const text = z.string();
const texts = z.record(z.string(), z.string());
const list = z.array(z.string());
const json = z.unknown().transform((value) => value as Json);

const transcript = z.array(
  z.looseObject({
    step: z.string(),
    operation: z.string(),
    kind: z.string(),
    uses: texts,
    control: z.boolean(),
    expected: z.string(),
    received: z.string(),
    call: json,
    reply: json,
  }),
);

const breaches = z.array(
  z.looseObject({ rule: text, expected: text, received: text, about: text.optional() }),
);

/** A failure in a journal. */
export const failure = z.looseObject({
  k: z.literal('failure'),
  requirement: list,
  interface: z.string(),
  suite: z.string(),
  machine: z.string(),
  summary: z.string(),
  signature: storedSignature,
  breaches,
  alsoPermitted: z.array(breaches).optional(),
  sequence: z.array(
    z.looseObject({
      id: z.string(),
      operation: z.string(),
      kind: z.string(),
      uses: texts,
      data: json.optional(),
    }),
  ),
  transcript,
  steps: count,
  requestsToFind: count,
  requestsToShrink: count,
  flaky: z.boolean(),
  unconfirmed: z.string().optional(),
  rightAfterMs: count.optional(),
  failed: count,
  outOf: count,
  exclusive: z.boolean(),
  seed: z.number(),
  learned: texts.optional(),
  owed: z.array(z.looseObject({ step: z.string(), event: z.string(), times: count })).optional(),
  about: list.optional(),
  overlap: z
    .array(z.looseObject({ step: z.string(), from: z.number().optional(), to: z.number().optional() }))
    .optional(),
  neighbour: transcript.optional(),
  checkout: checkoutRecordSchema.optional(),
  reproduction: z.string(),
});
