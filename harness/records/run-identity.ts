import { z } from 'zod';

/** The suite that made a run. */
export interface ToolRecord {
  readonly name: 'payproof';
  readonly version: string;
  readonly node: string;
  /** The commit that it was built of; null where that is not known, absent in journals of earlier versions. */
  readonly commit?: string | null;
}

/** An interface of the target as a run found it. Nothing in it is secret. */
export interface EndpointRecord {
  readonly interface: 'legacy' | 'resource' | 'control';
  /** Without user info, query and fragment. */
  readonly url: string;
  /** The version that the settings name (resource), or that the interface states (control). Absent: it has none. */
  readonly version?: string;
  /** The `Server` header of the first answer before the run; null where it had none. */
  readonly server?: string | null;
  /** What control says that it runs; null where it says nothing. */
  readonly build?: string | null;
}

/** A document that the rows of the register were read from. */
export interface DocumentRecord {
  readonly name: string;
  readonly sha256: string;
}

/** What was run against what, beyond the names: absent in journals of earlier versions. */
export interface RunIdentity {
  readonly endpoints?: readonly EndpointRecord[];
  readonly documents?: readonly DocumentRecord[];
  /** Limits that only decide how fast a run goes: a resumed run may have others. */
  readonly pace?: { readonly requestsPerSecond?: number; readonly timeoutMs: number };
}

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

/** The same in a journal. */
export const identitySchemas = {
  endpoints: z
    .array(
      z.looseObject({
        interface: z.enum(['legacy', 'resource', 'control']),
        url: z.string(),
        version: z.string().optional(),
        server: z.string().nullable().optional(),
        build: z.string().nullable().optional(),
      }),
    )
    .optional(),
  documents: z.array(z.looseObject({ name: z.string(), sha256: z.string() })).optional(),
  pace: z
    .looseObject({ requestsPerSecond: z.number().min(0).optional(), timeoutMs: z.number().min(0) })
    .optional(),
};
