import { z } from 'zod';
import { figuresSchema } from '../../harness/records/night-records.ts';

const count = z.int().nonnegative();

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
