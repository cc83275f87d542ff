import { z } from 'zod';

const step = z.string();
/** The steps that have made it what it is, in their order. */
const by = z.array(step).readonly();

/**
 * Something that a model believes before a step, and from which steps, as data: words for people are made of it. `of`: the step that made the entity.
 * Amounts are decimals.
 */
export const believedFact = z.union([
  z.object({
    fact: z.literal('amount'),
    what: z.enum(['authorized', 'ordered', 'captured', 'refunded']),
    of: step,
    is: z.string(),
    by,
  }),
  /** `expiry`: whether the payment's is past. `consumer`: of the one behind a token. */
  z.object({
    fact: z.literal('state'),
    role: z.enum(['payment', 'token', 'consumer', 'expiry']),
    of: step,
    is: z.string(),
    by,
  }),
  /** What is left of an order or of a capture. */
  z.object({ fact: z.literal('left'), to: z.enum(['capture', 'refund']), is: z.string(), by }),
  /** What the judged request asks for, beside what is left. */
  z.object({
    fact: z.literal('asked'),
    is: z.string(),
    than: z.enum(['more', 'less', 'all']),
    by,
  }),
]);
export type BelievedFact = z.output<typeof believedFact>;

/** The same without its steps: these follow from what was believed before and after each. */
export type BelievedValue = BelievedFact extends infer F
  ? F extends unknown
    ? Omit<F, 'by'>
    : never
  : never;
