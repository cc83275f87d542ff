import { z } from 'zod';

const count = z.int().nonnegative();

const figuresSchema = z.object({
  /** The name of the run's folder. */
  run: z.string(),
  started_at: z.iso.datetime({ offset: true }),
  duration_ms: count,
  requests: count,
  sequences: count,
  /** How long answers took; null where none came. */
  latency_ms: z.object({ median: z.number(), p95: z.number() }).nullable(),
  /** Requirements that passed. */
  passed: count,
  /** Violations that happened each time, known deviations included. */
  violations: count,
  exit: z.int(),
});

const violationSchema = z.object({
  requirement: z.array(z.string()),
  summary: z.string(),
  /** Where it is written down in this run's folder; of one that is gone, nowhere. */
  reproduction: z.string().optional(),
});

/** Shape of `<out>/nightly.json`: what a night came to, beside the run before. Amounts of time are in ms. */
export const nightlySchema = z.object({
  schema: z.literal(1),
  target: z.string(),
  verdict: z.enum(['quiet', 'alarm', 'inconclusive']),
  /** Why it is no quiet night, in words. */
  reasons: z.array(z.string()),
  exit: z.union([z.literal(0), z.literal(1), z.literal(3), z.literal(130)]),
  seed: z.int(),
  /** What `--only` selected; empty: everything. */
  only: z.array(z.string()),
  for_ms: z.number(),
  /** Why the exploration ended; null where the run broke off before. */
  ended_by: z.string().nullable(),
  /** Whether all that is planned had been run by then, and the rounds of random sequences after it. */
  planned: z.boolean(),
  rounds: count,
  /** The run's folder that all of the following is seen beside; null where there was none before. */
  compared_with: z.string().nullable(),
  violations: z.object({
    /** Of a rule that nothing accused in the run before, and of others. None is an alarm where all that it accuses are known deviations, or bind nobody. */
    new: z.array(violationSchema.extend({ alarm: z.boolean() })),
    again: z.array(violationSchema.extend({ alarm: z.boolean() })),
    /** No longer met: `gone` where its rules were looked at and held, else `untried`. */
    gone: z.array(violationSchema),
    untried: z.array(violationSchema),
    /** Not met each time: no alarm by itself. */
    flaky: z.array(violationSchema.extend({ failed: count, out_of: count })),
  }),
  known_deviations: z.array(
    z.object({
      requirement: z.string(),
      because: z.string(),
      since: z.string(),
      /** `stale` is an alarm: its requirement was looked at, and held. */
      state: z.enum(['seen', 'stale', 'untried']),
    }),
  ),
  /** Open points that are answered otherwise than in the run before, or than the target's profile says. No alarm. */
  drifted: z.array(
    z.object({
      latitude: z.string(),
      /** The run before, or the profile. */
      beside: z.enum(['before', 'profile']),
      was: z.array(z.string()),
      now: z.array(z.string()),
    }),
  ),
  /** Requirements that could have been tested, and were not: the time may have been over before. No alarm. */
  untested: z.array(z.string()),
  /** Requirements that passed in the run before, and for which this one has no evidence. No alarm. */
  lost_evidence: z.array(z.object({ requirement: z.string(), reason: z.string() })),
  /** The last nights against this target, the oldest first; the last one is this. */
  trend: z.array(figuresSchema),
});

export type Nightly = z.infer<typeof nightlySchema>;
