import { z } from 'zod';

/** The interfaces of the target as the run found them; absent in certificates of earlier versions. */
export const endpointsSchema = z.array(
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
export const identitySchemas = {
  /** The edition of each document that the requirements were read from: SHA-256 of its file. */
  documents: z.array(z.object({ name: z.string(), sha256: z.string() })).optional(),
  /** What decides which requests are sent and how they are judged, by name, as the settings and the command have it. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** The choices of open points that the settings pin. */
  profile: z.record(z.string(), z.string()).optional(),
  /** The journal that all of this was made of. */
  journal: z.object({ file: z.string(), sha256: z.string(), bytes: z.int().nonnegative() }).optional(),
};
