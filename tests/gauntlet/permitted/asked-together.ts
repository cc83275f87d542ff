import type { PermittedRow } from './row.ts';

/** The same for rows that are compared with one plain server. */
export function plainKey({ claims, runs }: PermittedRow): string {
  return JSON.stringify([claims, runs]);
}

/** The rows, those of one group side by side. */
export function askedTogether(rows: readonly PermittedRow[]): readonly (readonly PermittedRow[])[] {
  const groups = new Map<string, PermittedRow[]>();
  for (const row of rows) {
    const key = row.together === undefined ? row.name : JSON.stringify([row.together, plainKey(row)]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}
