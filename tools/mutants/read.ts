import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Mutant } from './mutant.ts';
import type { Tried } from './try-mutants.ts';

/** The rows that were blamed when the kill was read. */
const blamed = z.array(z.string()).min(1);

const readSchema = z.record(
  z.string(),
  z.discriminatedUnion('blames', [
    // The change breaks one of them.
    z.strictObject({ blamed, blames: z.literal('row') }),
    // It breaks another row, and one of them with it; or it explains none of them.
    z.strictObject({ blamed, blames: z.literal(['neighbour', 'no']), why: z.string().min(1) }),
  ]),
);

/** What somebody who read the diff says of the rows that a kill blames, by the id of the mutant. */
export type Read = z.infer<typeof readSchema>;

/** A kill that does not blame a row that the change breaks. */
export interface Astray {
  readonly mutant: Mutant;
  readonly reading: Exclude<Read[string], { readonly blames: 'row' }>;
}

/** What was said of the kills of a sample. */
export interface Reading {
  readonly times: Readonly<Record<Read[string]['blames'], number>>;
  readonly others: readonly Astray[];
}

/** Reads what was said. Throws when the file is not as it must be. */
export function readRead(file: URL = new URL('./read-by-hand.yaml', import.meta.url)): Read {
  return readSchema.parse(parse(readFileSync(file, 'utf8')) ?? {});
}

/** Counts what was said of kills. A kill that blames other rows by now counts as not read. */
export function readingOf(killed: readonly Tried[], read: Read): Reading {
  const known = killed.flatMap(({ mutant, outcome }) => {
    const reading = read[mutant.id];
    const same = outcome.is === 'killed' && isDeepStrictEqual(reading?.blamed, outcome.requirements);
    return reading !== undefined && same ? [{ mutant, reading }] : [];
  });
  const count = (blames: Read[string]['blames']) =>
    known.filter(({ reading }) => reading.blames === blames).length;
  return {
    times: { row: count('row'), neighbour: count('neighbour'), no: count('no') },
    others: known.flatMap(({ mutant, reading }) => (reading.blames === 'row' ? [] : [{ mutant, reading }])),
  };
}
