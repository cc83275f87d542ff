import { experimentSchema as experimentRecord } from '../../harness/records/experiment-record.ts';
import { troubleEvent } from '../../harness/records/suite-record.ts';
import { z } from 'zod';
import { nightlySchema } from '../nightly/nightly-schema.ts';
import { coverageSchema } from './coverage-schema.ts';
import { scopeSchema } from './scope-schema.ts';

/** The interfaces of the target as the run found them; absent in certificates of earlier versions. */
const endpointsSchema = z.array(
  z.object({
    interface: z.enum(['legacy', 'resource', 'control']),
    /** Without user info, query and fragment. */
    url: z.string(),
    /** The version that the settings name, or that control states; absent where the interface has none. */
    version: z.string().optional(),
    /** The `Server` header of its first answer; null where it had none. */
    server: z.string().nullable().optional(),
    /** What control says that it runs; null where it says nothing. */
    build: z.string().nullable().optional(),
  }),
);

/** What a verdict rests on; each absent in certificates of earlier versions. */
const identitySchemas = {
  /** The edition of each document that the requirements were read from: SHA-256 of its file. */
  documents: z
    .array(
      z.object({
        name: z.string(),
        sha256: z.string(),
        /** Absent where this version was not read from that edition, and in certificates of earlier versions. */
        title: z.string().optional(),
        edition: z.string().optional(),
      }),
    )
    .optional(),
  /** What decides which requests are sent and how they are judged, by name, as the settings and the command have it. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** The choices of open points that the settings pin. */
  profile: z.record(z.string(), z.string()).optional(),
  /** The journal that all of this was made of. */
  journal: z.object({ file: z.string(), sha256: z.string(), bytes: z.int().nonnegative() }).optional(),
};

const count = z.int().nonnegative();

const requirementSchema = z.object({
  id: z.string(),
  document: z.enum(['legacy', 'resource']),
  section: z.string(),
  level: z.enum(['must', 'may', 'open']),
  text: z.string(),
  verdict: z.enum(['pass', 'fail', 'warn', 'untested', 'not_applicable']),
  checks: count,
  /** Only when the verdict is not `pass`. */
  reason: z.string().optional(),
  /** Only where the verdict rests on notifications, which nothing signs. */
  rests_on: z.literal('notifications').optional(),
  /** The rules that were broken before in every sequence that checked it; absent where a sequence checked it that broke none. */
  behind: z.array(z.string()).optional(),
  /** One example of its evidence; absent where the verdict is not `pass`, and in certificates of earlier versions. */
  example: z
    .object({
      suite: z.string(),
      sequence: z.string(),
      /** The step whose answer showed it, with its request; empty: a notification did. Absent where the sequence showed it as a whole, as races and procedures do. */
      step: z.string().optional(),
      request: z.string().optional(),
      answer: z.string().optional(),
    })
    .optional(),
});

const exchangeSchema = z.object({
  /** The step's name in its sequence; empty for a notification. */
  step: z.string(),
  request: z.string(),
  answer: z.string(),
});

const observationSchema = z.object({
  choice: z.string(),
  times: count,
  /** The first time that it was observed; absent where no single answer showed it. */
  example: z
    .object({
      sequence: z.string(),
      made: exchangeSchema,
      /** The later step whose answer showed it, where its own did not. */
      told: exchangeSchema.optional(),
    })
    .optional(),
});

const latitudeSchema = z.object({
  id: z.string(),
  section: z.string(),
  question: z.string(),
  choices: z.array(z.string()).min(2),
  /** The choice that was observed, the most frequent one of several; null when none was. */
  observed: z.string().nullable(),
  checks: count,
  /** Whether all answers were the same; always true for a question about many cases, whose answers may differ. */
  consistent: z.boolean(),
  /** Every choice that was observed, the most frequent first. */
  observations: z.array(observationSchema),
  /** The choice that the target's profile pins, and whether the answers differ from it; absent where it pins none. */
  profile: z.string().optional(),
  drifted: z.boolean().optional(),
});

const failureSchema = z.object({
  requirement: z.array(z.string()),
  interface: z.string(),
  summary: z.string(),
  steps: count,
  /** Replies that showed it in sequences which went on behind it; 0 where it ends a sequence. */
  met: count.optional(),
  requests_to_find: count,
  requests_to_shrink: count,
  /** Not seen each time, or not confirmed: it does not accuse the target. */
  flaky: z.boolean(),
  /** A race that was mostly lost, though not each time, which accuses the target: so often, of so many. */
  sometimes: z.object({ failed: count, out_of: count }).optional(),
  /** Why it was seen only once: nothing was left to run it on again, such as a token that may be used up, or no run of it came to a verdict. */
  unconfirmed: z.string().optional(),
  /** Only where it showed in notifications, which nothing signs. */
  rests_on: z.literal('notifications').optional(),
  reproduction: z.string(),
});

const experimentSchema = z.object({
  point: z.string(),
  interface: z.string(),
  /** The answer that came most often, and the one that was looked into. */
  usual: z.string(),
  other: z.string(),
  /** `depends`: on a condition. `unsteady`: one sequence gets both. `suspicion`: one sequence gets the other each time, and no condition was found that explains it. */
  ended: experimentRecord.shape.ended,
  /** In words; present where it depends on one. */
  condition: z.string().optional(),
  summary: z.string(),
  steps: count,
  requests: count,
  /** How often the smallest sequence had the other answer, out of `out_of` runs. */
  answered_so: count,
  out_of: count,
  reproduction: z.string(),
});

const knownDeviationSchema = z.object({
  requirement: z.string(),
  because: z.string(),
  since: z.string(),
  /** Whether it happened in this run. */
  observed: z.boolean(),
});

const shardsSchema = z.object({
  of: count,
  /** Whether they share the target; otherwise each had a server of its own. */
  shared: z.boolean(),
  /** It is this shard alone. */
  only: count.optional(),
  /** It was merged of these. */
  merged: z
    .array(
      z.object({
        index: count,
        started_at: z.iso.datetime({ offset: true }),
        ended: z.enum(['whole', 'interrupted', 'broken off']),
        /** SHA-256 of its journal. */
        journal: z.string(),
      }),
    )
    .optional(),
});

/** Shape of `<out>/certificate.json`. Times are in ms. */
export const certificateSchema = z.object({
  schema: z.literal(1),
  verdict: z.enum(['conformant', 'nonconformant', 'inconclusive']),
  /** Why the verdict is not `conformant`, in words. */
  reasons: z.array(z.string()),
  /**
   * Of a nightly run: whether a person must look, and what differs from the run before, as in `nightly.json`. `verdict` above is on conformance, and
   * as strict as ever.
   */
  night: nightlySchema
    .pick({
      verdict: true,
      reasons: true,
      exit: true,
      compared_with: true,
      violations: true,
      known_deviations: true,
      drifted: true,
      lost_evidence: true,
      sightings: true,
    })
    /** That it was too short for what was claimed, in words; absent where it was not. */
    .extend({ short: z.string().optional() })
    .optional(),
  /** How far the verdict reaches; absent in certificates of earlier versions. */
  scope: scopeSchema.optional(),
  /** Which shards of a run it is about; absent where the run was whole. */
  shards: shardsSchema.optional(),
  target: z.object({
    name: z.string(),
    interfaces: z.array(z.string()),
    capabilities: z.array(z.string()),
    endpoints: endpointsSchema.optional(),
  }),
  tool: z.object({
    name: z.literal('payproof'),
    version: z.string(),
    node: z.string(),
    /** The commit that it was built of; null where that is not known. */
    commit: z.string().nullable().optional(),
  }),
  ...identitySchemas,
  seed: z.int(),
  started_at: z.iso.datetime({ offset: true }),
  duration_ms: count,
  interrupted: z.boolean(),
  /** Each time that the run was resumed after a kill or an interrupt, and the requests by then; absent where it never was. */
  resumed: z.array(z.object({ at: z.iso.datetime({ offset: true }), requests_before: count })).optional(),
  totals: z.object({ requests: count, sequences: count, webhooks: count, shrink_requests: count }),
  /**
   * How many requests were under way: on average and at most, as far as the journal's times show it, and what `limits.concurrency` allows. Several
   * servers that the run has started count together, and the limit is that of each. Absent where no request was answered, in merged runs, and in
   * certificates of earlier versions.
   */
  under_way: z.object({ average: z.number().nonnegative(), most: count, limit: count.optional() }).optional(),
  /** What was undone at the end of the run, by requests that `totals` do not count; absent where the target was not to be cleaned up. */
  cleanup: z
    .object({
      /** Payments that were closed. */
      closed: count,
      /** Captures that were refunded. */
      refunded: count,
      requests: count,
      /** Payments that may be open or captured, each with what kept it so. */
      left: z.array(z.object({ interface: z.enum(['legacy', 'resource']), id: z.string(), why: z.string() })),
      /** How many more are left; absent where all are listed. */
      more: count.optional(),
    })
    .optional(),
  requirements: z.array(requirementSchema),
  latitudes: z.array(latitudeSchema),
  failures: z.array(failureSchema),
  /**
   * Why open points were answered in several ways. None is a violation, and the verdict does not depend on any; absent where there was nothing to look
   * into, and in certificates of earlier versions.
   */
  experiments: z.array(experimentSchema).optional(),
  known_deviations: z.array(knownDeviationSchema),
  /** What breaks no statement but should be known: inconsistent answers to an open point, drift from the profile. */
  warnings: z.array(z.string()),
  /** The kinds of requests that were answered with a 5xx each time, which breaks no statement; absent where there is none. */
  server_errors: z
    .array(
      z.object({
        request: z.string(),
        http: z.int(),
        /** How often it was sent, and answered so. */
        times: count,
        /** The shortest sequence that shows it, up to that request. */
        example: z.object({ sequence: z.string(), steps: z.array(exchangeSchema) }),
      }),
    )
    .optional(),
  /** Requests that got no answer, or a late one, while others were under way: the longest ones. Absent where there is none. */
  waited: z
    .array(
      z.object({
        operation: z.string(),
        kind: z.string(),
        /** ms since the run's start. */
        at: z.number(),
        ms: z.number(),
        /** True: no answer came within that time. */
        lost: z.boolean(),
        /** What overlapped with it, the most frequent first. */
        beside: z.array(z.object({ operation: z.string(), times: count })),
      }),
    )
    .optional(),
  /** What kept the run from judging, by cause. */
  troubles: z.array(
    z.object({
      kind: z.string(),
      cause: z.string(),
      /** What became of the target: `away` for a while, `restarted` with nothing of what it knew, or `gone`. */
      event: troubleEvent.optional(),
      /** Requests a second that it took, where it asked to slow down. */
      perSecond: z.number().optional(),
      times: count,
    }),
  ),
  coverage: coverageSchema,
  /**
   * By machine, the k up to which the run is complete for its stages, as `coverage.stages` explains; null where it is not. Nothing is claimed of
   * what a stage leaves out. Absent where no plan tries to show next stages, and in certificates of earlier versions.
   */
  complete_up_to: z.record(z.string(), z.literal(0).nullable()).optional(),
  /** The outcomes by abstract state, and whether the target was to refuse. */
  transitions: z.array(
    z.object({
      machine: z.string(),
      state: z.string(),
      operation: z.string(),
      outcome: z.string(),
      refused: z.boolean(),
      /** The answer broke a rule: the outcome is the nearest that is permitted. Absent where it is permitted. */
      wrong: z.literal(true).optional(),
      times: count,
    }),
  ),
  /** What a machine offers in a state (without its details) and the run never tried there. */
  untried: z.array(z.object({ machine: z.string(), state: z.string(), operation: z.string() })),
  /** SHA-256 of the certificate's canonical JSON (RFC 8785) without this field; absent in certificates of earlier versions. */
  digest: z.string().optional(),
});

export type Certificate = z.infer<typeof certificateSchema>;
export type CertifiedRequirement = Certificate['requirements'][number];
export type CertifiedWait = NonNullable<Certificate['waited']>[number];
export type CertifiedServerError = NonNullable<Certificate['server_errors']>[number];
export type CertifiedExperiment = NonNullable<Certificate['experiments']>[number];
export type CertifiedStages = NonNullable<Certificate['coverage']['stages']>[number];
export type CertifiedLatitude = Certificate['latitudes'][number];

/** The JSON Schema (draft 7) of `certificate.json`; fields that it does not name are allowed, since later versions add some. */
export function certificateJsonSchema(): z.core.JSONSchema.BaseSchema {
  return {
    title: 'payproof: certificate.json',
    ...z.toJSONSchema(certificateSchema, { target: 'draft-7', io: 'input' }),
  };
}
