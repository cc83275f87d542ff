import { z } from 'zod';
import { failureSchema } from './failure-record.ts';
import type { Recorded } from './recorded.ts';

/** Why an open point was answered otherwise than usual, as an experiment has found out. It accuses the target of nothing. */
export const experimentSchema = z.object({
  k: z.literal('experiment'),
  point: z.string(),
  /** The case of a point whose cases may be answered differently. Absent: the point is one question. */
  of: z.object({ operation: z.string(), kind: z.string() }).exactOptional(),
  /** The answer that came most often, and the one that was looked into. */
  usual: z.string(),
  other: z.string(),
  /** `depends`: on a condition. `unsteady`: one sequence gets both. `suspicion`: no condition was found that explains it. */
  ended: z.enum(['depends', 'unsteady', 'suspicion']),
  /** In words; present where it depends on one. */
  condition: z.string().exactOptional(),
  requests: z.number().min(0),
  /** The smallest sequence with the other answer: a violation under the assumption of the usual one, and under that alone. */
  failure: failureSchema,
});
export type ExperimentRecord = Recorded<typeof experimentSchema>;

/** The same text for the same question about an open point. */
export const askedKey = ({ point, of }: Pick<ExperimentRecord, 'point' | 'of'>): string =>
  JSON.stringify([point, of?.operation, of?.kind]);
