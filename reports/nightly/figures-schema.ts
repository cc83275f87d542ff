import { z } from 'zod';

const count = z.int().nonnegative();

/** One night in the trend and in the history. Null: the version that noted it did not note this. */
export const figuresSchema = z.object({
  /** The name of the run's folder. */
  run: z.string(),
  started_at: z.iso.datetime({ offset: true }),
  duration_ms: count.nullable(),
  requests: count.nullable(),
  sequences: count.nullable(),
  /** Of the replies; null where none came. */
  latency_ms: z.object({ median: z.number(), p95: z.number() }).nullable(),
  /** Requirements that passed. */
  passed: count.nullable(),
  /** Violations that happened each time, known deviations included. */
  violations: count.nullable(),
  /** Requirements with evidence, and those that the target's settings and capabilities reach. */
  tested: count.nullish(),
  reachable: count.nullish(),
  exit: z.int().nullable(),
});
