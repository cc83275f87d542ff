import { z } from 'zod';
import type { FailureRecord } from '../../harness/journal/journal-records.ts';
import { storedSignature } from '../../harness/journal/stored-signature.ts';

/** A name of ours, which is never long. */
const shortText = z.string().min(1).max(200);
/** Longer than any sequence that a run makes. */
const mostSteps = 500;

const stepSchema = z.object({
  id: shortText,
  operation: shortText,
  kind: shortText,
  uses: z.record(shortText, shortText),
  data: z.json().exactOptional(),
});

const lineSchema = z.object({
  step: z.string(),
  operation: z.string(),
  kind: z.string(),
  uses: z.record(z.string(), z.string()),
  control: z.boolean(),
  expected: z.string(),
  received: z.string(),
  call: z.json(),
  reply: z.json(),
});

/** Older reproductions name these suites by what they were called. */
const renamedSuites: Readonly<Record<string, string>> = { 'webhooks/arrivals': 'webhooks/notifications' };

/** Shape of `<out>/reproductions/*.json`: everything that a replay needs, and no secrets. */
export const reproductionSchema = z.object({
  schema: z.literal(1),
  requirement: z.array(z.string()),
  interface: z.string(),
  summary: z.string(),
  target: z.string(),
  tool: z.object({ name: z.literal('payproof'), version: z.string() }),
  suite: z
    .string()
    .transform((suite) => (Object.hasOwn(renamedSuites, suite) ? renamedSuites[suite] : undefined) ?? suite),
  machine: z.string(),
  seed: z.int(),
  /** Whether the steps change the target's clock or its webhook URL, so that nothing else may run at the same time. */
  exclusive: z.boolean(),
  signature: storedSignature,
  /** The target's choices of open points that the run had learned; they decide how intents are resolved. */
  learned: z.record(z.string(), z.string()).exactOptional(),
  flaky: z.boolean(),
  failed: z.int(),
  out_of: z.int(),
  breaches: z.array(z.object({ rule: z.string(), expected: z.string(), received: z.string() })),
  sequence: z.array(stepSchema).min(1).max(mostSteps),
  /** The steps that are sent together, with their times since the first was sent, ms. */
  overlap: z
    .array(z.object({ step: z.string(), from: z.number().exactOptional(), to: z.number().exactOptional() }))
    .exactOptional(),
  transcript: z.array(lineSchema),
});

export type Reproduction = z.infer<typeof reproductionSchema>;

/** The tool and the target with which a failure was found. */
export interface FoundBy {
  readonly target: string;
  readonly tool: { readonly name: 'payproof'; readonly version: string };
}

/** The reproduction of a failure, as `replay` reads it. */
export function reproduction(failure: FailureRecord, { target, tool }: FoundBy): Reproduction {
  // Parsing drops what the schema doesn't name, and proves that the file can be read again.
  return reproductionSchema.parse({
    ...failure,
    schema: 1,
    target,
    tool,
    out_of: failure.outOf,
  });
}
