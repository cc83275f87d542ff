import type { PermittedRow } from './row.ts';

/** The rows, those of one group side by side. */
export function askedTogether(rows: readonly PermittedRow[]): readonly (readonly PermittedRow[])[] {
  const groups = new Map<string, PermittedRow[]>();
  for (const row of rows) {
    const { name, together, claims, runs } = row;
    const key = together === undefined ? name : JSON.stringify([together, claims, runs]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}
