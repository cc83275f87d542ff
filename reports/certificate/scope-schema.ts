import { z } from 'zod';

const count = z.int().nonnegative();

/** Why less was tested than can be. */
const reason = z.enum([
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
  /** There is no browser for the checkout. */
  'browser',
  /** A package is not installed that payproof works with: playwright-core, for the checkout. */
  'peer',
  /** The target is addressed over http, so that there is no handshake. */
  'tls',
]);

/** How far a run reaches. */
export const scopeSchema = z.object({
  /**
   * Whether everything was tested that any run can test, with the search that `certify` makes by default. False too where something was left out by
   * choice, or was missing on the side of the run: a browser, a package, TLS.
   */
  complete: z.boolean(),
  /** What the command asked for. */
  asked_for: z.object({
    only: z.array(z.string()),
    runs: count,
    max_requests: count.nullable(),
    bail: z.boolean(),
    /** With `--require-complete`, or as the target's entry has it; absent where a run may leave something out. */
    complete: z.literal(true).optional(),
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
      by: reason,
      what: z.string(),
    }),
  ),
  /**
   * What was left out without making the run inconclusive, by reason, and on which side that lies: `choice` of whoever ran it, something missing on
   * `ours`, or what the `target` does not offer. Absent in certificates of earlier versions.
   */
  left_out: z
    .array(
      z.object({
        reason,
        side: z.enum(['choice', 'ours', 'target']),
        what: z.string(),
        /** Their ids; empty where the search was smaller, and no requirement is known to lack evidence for it. */
        requirements: z.array(z.string()),
      }),
    )
    .optional(),
  /** The same for people: `conformant in what was tested: legacy 94 of 172, resource 21 of 226`. */
  summary: z.string(),
});
