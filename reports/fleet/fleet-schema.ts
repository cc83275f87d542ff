import { z } from 'zod';

const count = z.int().nonnegative();
/** Requirements by verdict. */
const counts = {
  pass: count,
  fail: count,
  warn: count,
  untested: count,
  not_applicable: count,
};

const sectionSchema = z.object({
  document: z.enum(['legacy', 'resource']),
  section: z.string(),
  /** Of the section in the run's page. */
  anchor: z.string(),
  ...counts,
});

/** Why a target has no new run. */
const troubleSchema = z.object({
  kind: z.enum(['unreachable', 'settings', 'failed', 'interrupted']),
  /** One line; it may hold texts of a target. */
  message: z.string(),
});

const runSchema = z.object({
  /** When it began. */
  started_at: z.string(),
  /** The run's folder below the site's, with forward slashes. */
  dir: z.string(),
  verdict: z.enum(['conformant', 'nonconformant', 'inconclusive']),
  /** The verdict with what it is about, in words. */
  says: z.string(),
  /** Whether everything was tested that can be tested. */
  complete: z.boolean(),
  interfaces: z.array(z.string()),
  seed: count,
  requests: count,
  duration_ms: count,
  counts: z.object(counts),
  sections: z.array(sectionSchema),
  /** The requirements that were found broken. */
  broken: z.array(z.string()),
  /** Of a night: its alarm. */
  night: z.enum(['quiet', 'alarm', 'inconclusive']).optional(),
});

const pastSchema = z.object({
  /** When the fleet began. */
  at: z.string(),
  verdict: z.enum(['conformant', 'nonconformant', 'inconclusive']).optional(),
  /** Whether everything was tested that can be; absent in those of earlier versions. */
  complete: z.boolean().optional(),
  pass: count.optional(),
  fail: count.optional(),
  untested: count.optional(),
  /** Absent where the run's folder was removed, or there was no run. */
  dir: z.string().optional(),
  trouble: troubleSchema.shape.kind.optional(),
});

const targetSchema = z.object({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string(),
  /** The newest run, which may be of an earlier time; absent where there was none yet. */
  run: runSchema.optional(),
  /** Why the newest time gave no run. */
  trouble: troubleSchema.optional(),
  /** Earlier times and the newest one, the oldest first. */
  history: z.array(pastSchema),
});

/** Shape of `fleet.json`: what is known of each target of a fleet, and what its site is drawn from. */
export const fleetSchema = z.object({
  schema: z.literal(1),
  name: z.string(),
  tool: z.object({ name: z.literal('payproof'), version: z.string() }),
  started_at: z.string(),
  ended_at: z.string(),
  interrupted: z.boolean(),
  targets: z.array(targetSchema),
});

export type FleetReport = z.infer<typeof fleetSchema>;
export type FleetRow = FleetReport['targets'][number];
export type FleetRun = z.infer<typeof runSchema>;
export type FleetSection = z.infer<typeof sectionSchema>;
export type FleetPast = z.infer<typeof pastSchema>;
export type FleetTrouble = z.infer<typeof troubleSchema>;

/** The JSON Schema (draft 7) of `fleet.json`. */
export function fleetJsonSchema(): z.core.JSONSchema.BaseSchema {
  return {
    title: 'payproof: fleet.json',
    ...z.toJSONSchema(fleetSchema, { target: 'draft-7', io: 'input' }),
  };
}
