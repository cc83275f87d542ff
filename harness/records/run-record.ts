import { z } from 'zod';
import { nightEnd, nightTask } from './night-records.ts';
import type { Recorded } from './recorded.ts';
import { identitySchemas } from './run-identity.ts';
import { shardSchemas } from './shard-records.ts';

const count = z.number().min(0);
const list = z.array(z.string());
const texts = z.record(z.string(), z.string());

/**
 * What decides which requests a run sends, beside the target's interfaces and means. A resumed run must have the same. By name, as the settings and the
 * command have it.
 */
const settings = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type RunSettings = Recorded<typeof settings>;

/** First line: what was run against what. */
export const runSchema = z.object({
  k: z.literal('run'),
  schema: z.literal(1),
  /** The suite that made the run. */
  tool: z.object({
    name: z.literal('payproof'),
    version: z.string(),
    node: z.string(),
    /** The commit that it was built of; null where that is not known, absent in journals of earlier versions. */
    commit: z.string().nullable().exactOptional(),
  }),
  ...identitySchemas,
  target: z.object({
    name: z.string(),
    interfaces: list,
    capabilities: list,
    /** Interfaces, capabilities and settings together: what requirement rows name under `needs`. */
    means: list,
    /** Why notifications can't reach the receiver. Absent: they can, as far as is known, or none is wanted. */
    receiverTrouble: z.string().exactOptional(),
    /** Why no browser can go through the checkout. Absent: one can, or there is no checkout. */
    browserTrouble: z.string().exactOptional(),
    /** What is missing for it; `consent`: PAYPROOF_CHROMIUM asks for none. Absent beside it: an earlier version noted none. */
    browserLacks: z.enum(['chromium', 'playwright-core', 'consent']).exactOptional(),
    /** Why the checkout made less than the run wants. Absent: it made that, or nothing is wanted of it. */
    checkoutTrouble: z.string().exactOptional(),
    /** Why the clock that control shows can't be the server's, and so is not used. Absent: it may be. */
    clockTrouble: z.string().exactOptional(),
    /** How many the settings give of what a run uses up; absent where that is nothing. */
    given: z
      .object({
        /** Tokens with `spend: true`. */
        tokens: count.exactOptional(),
        /** Payments of the resource interface, where there is no token to make them from. */
        payments: count.exactOptional(),
        /** Payments of the legacy interface, where no persona is approved. */
        legacyPayments: count.exactOptional(),
      })
      .exactOptional(),
  }),
  /** How the command chose the target, where not by default: a replay is printed with the same. */
  chosen: z
    .object({ targets: z.string().exactOptional(), target: z.string().exactOptional() })
    .exactOptional(),
  seed: z.int(),
  startedAt: z.iso.datetime({ offset: true }),
  runs: count,
  only: list,
  profile: texts,
  knownDeviations: z.array(z.object({ requirement: z.string(), because: z.string(), since: z.string() })),
  /** How long an expected notification may take, ms; absent where none can be received. */
  deadlineMs: count.exactOptional(),
  /** What else decides which requests are sent; absent in journals of earlier versions. */
  settings: settings.exactOptional(),
  /** Of a nightly run. */
  nightly: nightTask.exactOptional(),
  ...shardSchemas,
});
export type RunRecord = Recorded<typeof runSchema>;

/** The run goes on here, in another process: it was killed or interrupted before. */
export const resumeSchema = z.object({
  k: z.literal('resume'),
  /** ms since the run's start, without the time in which nothing ran. */
  at: z.number(),
  resumedAt: z.iso.datetime({ offset: true }),
  /** Suites that were under way: what belongs to no sequence of their own is repeated, and what was shown by it does not count. */
  repeats: list,
});
export type ResumeRecord = Recorded<typeof resumeSchema>;

/** The last line of a run that came to its end. */
export const endSchema = z.object({
  k: z.literal('end'),
  at: z.number(),
  interrupted: z.boolean(),
  /** Of a nightly run. */
  night: nightEnd.exactOptional(),
});
export type EndRecord = Recorded<typeof endSchema>;
