import { z } from 'zod';
import type { Json } from '../../engine/model.ts';

/** Any JSON: a journal is JSON to begin with. Unlike `z.json()` it keeps a key `__proto__`, which merchants and targets may use. */
export const json = z.unknown().transform((value) => value as Json);

/** What a schema of the journal reads. A record is never changed: what comes later stands in a record of its own. */
export type Recorded<S extends z.ZodType> = Unchanged<z.output<S>>;

// Any JSON stays as the engine names it: it is read-only as it is.
type Unchanged<T> = [Json] extends [T]
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Unchanged<T[K]> }
    : T;
