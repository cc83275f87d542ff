import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { allLatitudes } from '../../spec/register.ts';
import type { Mutant } from './mutant.ts';
import type { Tried } from './try-mutants.ts';

const keptSchema = z.record(
  z.string(),
  z.strictObject({
    /**
     * `equivalent`: no request can tell it from the reference. `permitted`: a named latitude, or what no document speaks of, allows it, or a wrong setting would look the same.
     * `open`: the documents leave it open and no latitude names it yet. `missing`: a check or data that should have found it.
     */
    is: z.enum(['equivalent', 'permitted', 'open', 'missing']),
    latitude: z.enum(allLatitudes.map(({ id }) => id)).optional(),
    why: z.string().min(1),
  }),
);

/** What mutants that are not killed are, by the id of the mutant. */
export type Kept = z.infer<typeof keptSchema>;

/** What one of them is. */
export type Class = Kept[string];

/** Reads what was said of them. Throws when the file is not as it must be. */
export function readKept(file: URL = new URL('./survivors.yaml', import.meta.url)): Kept {
  return keptSchema.parse(parse(readFileSync(file, 'utf8')) ?? {});
}

/** What a mutant is, where somebody has said so. */
export function classOf({ id }: Mutant, kept: Kept): Class | undefined {
  return kept[id];
}

/** Whether all that can be sent is to be tried: one survived a part of it, and nothing says that it may. */
export function isUnclear({ mutant, outcome, whole }: Tried, kept: Kept): boolean {
  const is = classOf(mutant, kept)?.is;
  return outcome.is === 'survived' && !whole && is !== 'equivalent' && is !== 'permitted';
}

/** The ids of which something is said though no mutant has them any more: their lines were changed. */
export function staleIn(kept: Kept, mutants: readonly Pick<Mutant, 'id'>[]): readonly string[] {
  const known = new Set(mutants.map(({ id }) => id));
  return Object.keys(kept).filter((id) => !known.has(id));
}
