import { z } from 'zod';
import type { Recorded } from './recorded.ts';

/** An interface of the target as a run found it. Nothing in it is secret. */
const endpoint = z.object({
  interface: z.enum(['legacy', 'resource', 'control']),
  /** Without user info, query and fragment. */
  url: z.string(),
  /** The version that the settings name (resource), or that the interface states (control). Absent: it has none. */
  version: z.string().exactOptional(),
  /** The `Server` header of the first answer before the run; null where it had none. */
  server: z.string().nullable().exactOptional(),
  /** What control says that it runs; null where it says nothing. */
  build: z.string().nullable().exactOptional(),
});
export type EndpointRecord = Recorded<typeof endpoint>;

/** What was run against what, beyond the names: absent in journals of earlier versions. */
export const identitySchemas = {
  endpoints: z.array(endpoint).exactOptional(),
  /** The documents that the rows of the register were read from. */
  documents: z.array(z.object({ name: z.string(), sha256: z.string() })).exactOptional(),
  /** Limits that only decide how fast a run goes: a resumed run may have others. */
  pace: z
    .object({ requestsPerSecond: z.number().min(0).exactOptional(), timeoutMs: z.number().min(0) })
    .exactOptional(),
};
const identity = z.object(identitySchemas);
export type RunIdentity = Recorded<typeof identity>;

/** What a target says of itself before a run. */
export interface Said {
  /** `Server` headers by interface; absent where there was none. */
  readonly servers?: Readonly<Partial<Record<'legacy' | 'resource', string>>>;
  readonly controlVersion?: string;
  readonly build?: string;
}

/** Longest text of a target about itself. */
const longestSaid = 200;

/** A text of a target about itself, in one line and cut; undefined for anything else. */
export function saidText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  if (text === '') return undefined;
  return text.length > longestSaid ? `${text.slice(0, longestSaid)}…` : text;
}
