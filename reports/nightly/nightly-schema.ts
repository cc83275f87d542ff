import { z } from 'zod';
import { scopeSchema } from '../certificate/scope-schema.ts';
import { figuresSchema } from '../../harness/records/night-records.ts';

const count = z.int().nonnegative();
const tried = { tonight: count, over_nights: count, of: count };

const violationSchema = z.object({
  requirement: z.array(z.string()),
  summary: z.string(),
  /** Its file in this run's folder; absent where it did not happen in this run. */
  reproduction: z.string().optional(),
});

/** Shape of `<out>/nightly.json`: the result of a night, compared with the run before. Times are in ms. */
export const nightlySchema = z.object({
  schema: z.literal(1),
  target: z.string(),
  verdict: z.enum(['quiet', 'alarm', 'inconclusive']),
  /** Why the verdict is not `quiet`, in words. */
  reasons: z.array(z.string()),
  exit: z.union([z.literal(0), z.literal(1), z.literal(3), z.literal(130)]),
  seed: z.int(),
  /** What `--only` selected; empty: everything. */
  only: z.array(z.string()),
  for_ms: z.number(),
  /** Why the exploration ended; null where the run broke off before. */
  ended_by: z.string().nullable(),
  /** Whether everything that is planned was run, and how many rounds of random sequences after it. */
  planned: z.boolean(),
  rounds: count,
  /** Interfaces that are claimed, selected and can be reached, and of which nothing was tested; absent in those of earlier versions. */
  untried: z.array(z.enum(['legacy', 'resource', 'webhooks'])).optional(),
  /** The folder of the run that this one is compared with; null where there was none. */
  compared_with: z.string().nullable(),
  violations: z.object({
    /** `new`: of a rule that no violation of the run before broke. `alarm`: false where it breaks only known deviations, or rules that do not bind. */
    new: z.array(violationSchema.extend({ alarm: z.boolean() })),
    again: z.array(violationSchema.extend({ alarm: z.boolean() })),
    /** Did not happen again: `gone` where its rules were tested and held, else `untried`. */
    gone: z.array(violationSchema),
    untried: z.array(violationSchema),
    /** Did not happen each time: no alarm by itself. */
    flaky: z.array(
      violationSchema.extend({ failed: count, out_of: count, unconfirmed: z.string().optional() }),
    ),
  }),
  known_deviations: z.array(
    z.object({
      requirement: z.string(),
      because: z.string(),
      since: z.string(),
      /** `stale` is an alarm: its requirement was tested and held. */
      state: z.enum(['seen', 'stale', 'untried']),
    }),
  ),
  /** Open points whose answers differ from the run before or from the target's profile. No alarm. */
  drifted: z.array(
    z.object({
      latitude: z.string(),
      /** The run before, or the profile. */
      beside: z.enum(['before', 'profile']),
      was: z.array(z.string()),
      now: z.array(z.string()),
    }),
  ),
  /** How far the night reached; absent in those of earlier versions. */
  scope: scopeSchema.optional(),
  /** Requirements that could have been tested and were not: the time may have been too short. No alarm. */
  untested: z.array(z.string()),
  /** Requirements that passed in the run before and have no evidence in this one. No alarm. */
  lost_evidence: z.array(z.object({ requirement: z.string(), reason: z.string() })),
  /** Classes of the inputs that this night has tried, and that the nights of the round have, this one included; absent in those of earlier versions. */
  inputs: z
    .object({
      ...tried,
      round: count,
      nights: count,
      /** The same of the windows of changes, of those that are feasible; they begin anew apart from the rounds. Absent where that is not known. */
      windows: z.object({ two: z.object(tried), three: z.object(tried) }).optional(),
    })
    .optional(),
  /** Of each requirement that a night in the history saw broken, the newest first; absent in those of earlier versions. */
  sightings: z
    .array(
      z.object({
        /** Empty: violations that name none. */
        requirement: z.string(),
        /** When the first and the last night began that saw it. */
        first_seen: z.string(),
        last_seen: z.string(),
        /** Nights that saw it, and nights from the first to the last that tested it. */
        nights: count,
        tried: count,
        /** The share of the latter in which it did not happen each time. */
        flake_rate: z.number(),
        tonight: z.enum(['seen', 'flaky', 'held', 'untried']),
      }),
    )
    .optional(),
  /** The last nights against this target, the oldest first; the last one is this. */
  trend: z.array(figuresSchema),
});

export type Nightly = z.infer<typeof nightlySchema>;
