/**
 * The first of these values that is none of those that are taken; undefined: there is none. For what is meant to be wrong, unknown or
 * not used yet: whether an earlier value still counts is often not shown, so it has to be unlike all that were seen.
 */
export function apartFrom(taken: ReadonlySet<string>, values: Iterable<string>): string | undefined {
  for (const value of values) if (!taken.has(value)) return value;
  return undefined;
}
