import { z } from 'zod';

const count = z.int().nonnegative();

/** How far a run reaches. */
export const scopeSchema = z.object({
  /** Whether everything was tested that can be tested over HTTP, with the search that `certify` makes by default. */
  complete: z.boolean(),
  /** What the command asked for. */
  asked_for: z.object({
    only: z.array(z.string()),
    runs: count,
    max_requests: count.nullable(),
    bail: z.boolean(),
  }),
  /** By interface; the requirements of `webhooks` are among those of `legacy`. */
  interfaces: z.array(
    z.object({
      name: z.enum(['legacy', 'resource', 'webhooks']),
      /** Whether the target's entry has a block for it. */
      claimed: z.boolean(),
      asked_for: z.boolean(),
      /** False: it is claimed, and the entry gives no way to try its core, such as a token for a payment. */
      core: z.boolean(),
      requirements: count,
      /** That any run could test over HTTP. */
      testable: count,
      /** That the entry's settings and the target's capabilities reach. */
      reachable: count,
      tested: count,
    }),
  ),
  /** Why less was tested than can be; empty when the run is complete. */
  narrowed_by: z.array(
    z.object({
      by: z.enum([
        'unclaimed',
        'core',
        'means',
        'only',
        'runs',
        'max_requests',
        'bail',
        'shards',
        'interrupted',
        'untested',
      ]),
      what: z.string(),
    }),
  ),
  /** The same for people: `conformant in what was tested: legacy 94 of 172, resource 21 of 226`. */
  summary: z.string(),
});
