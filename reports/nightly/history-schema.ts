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

/** What a line must have to be read. All else may be missing in lines of other versions. */
const { run, started_at: startedAt, ...others } = figuresSchema.shape;

/** Shape of a line of `history.ndjson`: what one night came to. Fields that are not named here are kept. */
export const historyRowSchema = z.looseObject({
  schema: z.literal(1),
  target: z.string(),
  run,
  started_at: startedAt,
  ...z.object(others).partial().shape,
  verdict: z.enum(['quiet', 'alarm', 'inconclusive']).optional(),
  /** Why the verdict is not `quiet`, in words. */
  reasons: z.array(z.string()).optional(),
  /** The run that it was compared with; null where there was none. */
  compared_with: z.string().nullish(),
  /** Violations that no run before had, that the run before had too, and that no longer happen. */
  new: count.optional(),
  again: count.optional(),
  gone: count.optional(),
  /** Violations that did not happen each time. */
  flaky: count.optional(),
  /** Known deviations that no longer happen. */
  stale: count.optional(),
  /** Open points that are answered otherwise than in the run before, or than the profile says. */
  drifted: count.optional(),
  /** Requirements that passed in the run before and have no evidence now. */
  lost_evidence: count.optional(),
  /** Requirements of which violations were seen; `flaky`: not each time. An empty id: violations that name none. */
  seen: z
    .array(z.looseObject({ requirement: z.string(), flaky: z.boolean(), summary: z.string().optional() }))
    .optional(),
  /** Requirements that an earlier night saw broken, and that were tested and held. */
  held: z.array(z.string()).optional(),
});

export type HistoryRow = z.infer<typeof historyRowSchema>;

/** The JSON Schema (draft 7) of a line of `history.ndjson`. */
export function historyJsonSchema(): z.core.JSONSchema.BaseSchema {
  const schema = z.toJSONSchema(historyRowSchema, { target: 'draft-7', io: 'input' });
  return { title: 'payproof: a line of history.ndjson', ...schema };
}
