import { z } from 'zod';
import { documentedFields } from '../checkout/checkout-settings.ts';
import { json, type Recorded } from './recorded.ts';

const step = z.discriminatedUnion('do', [
  /** `with`: absent where it is a text of the settings, which may be a secret. */
  z.object({
    do: z.literal('fill'),
    at: z.string(),
    with: z.enum(['${email}', '${phone}', '${pin}']).exactOptional(),
  }),
  z.object({ do: z.literal('click'), at: z.string() }),
  z.object({ do: z.literal('wait'), at: z.string() }),
]);

const walk = z.object({
  name: z.string(),
  consumer: z.object({ email: z.string(), phone: z.string() }),
  /** Whether this consumer is asked for a PIN, and types a wrong one first. */
  byPin: z.boolean(),
  /** What was launched, without its checksum, and what the checksum is of. */
  data: json,
  checksum: z.object({ of: z.string(), encoding: z.enum(['hex', 'base64']) }).exactOptional(),
  /** The form of the logo that the page gives. Absent: it gives none. */
  logo: z.enum(['png', 'jpg', 'gif']).exactOptional(),
  /** Absent: it gives a callback. */
  givesCallback: z.literal(false).exactOptional(),
  rules: z.array(z.string()),
  /** What the pages said on the console. */
  console: z.array(z.string()),
  /** What was on the screen, in its order; JPEG in base64. */
  shots: z.array(z.object({ caption: z.string(), jpeg: z.string() })),
});

/** How consumers went through a checkout where it failed: what a test file needs to do the same. No key and no secret. */
export const checkoutRecordSchema = z.object({
  scriptUrl: z.string(),
  global: z.string(),
  configure: z.string(),
  launch: z.string(),
  /** What the fields of the object that configures it are called. Older journals have none: then they are those of the document. */
  fields: z.object({ key: z.string(), logo_url: z.string(), callback: z.string() }).default(documentedFields),
  allowHosts: z.array(z.string()),
  consumer: z.array(step),
  pin: z.array(step),
  walks: z.array(walk),
});

export type CheckoutRecord = Recorded<typeof checkoutRecordSchema>;
export type CheckoutWalk = Recorded<typeof walk>;
