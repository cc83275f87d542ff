import type { Means, Row } from '../../requirement.ts';

/** Adds these means to the needs of each row; untestable rows stay as they are. */
export function needing<K extends string>(
  means: readonly Means[],
  rows: Readonly<Record<K, Row>>,
): Readonly<Record<K, Row>> {
  const complete = Object.entries<Row>(rows).map(([key, row]) => [
    key,
    row.untestable === undefined ? { ...row, needs: [...means, ...(row.needs ?? [])] } : row,
  ]);
  return Object.fromEntries(complete) as Readonly<Record<K, Row>>;
}
