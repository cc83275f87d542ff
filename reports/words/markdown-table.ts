/** A Markdown table in the form that the formatter gives it. Columns of `numbers` are aligned right, the others left. */
export function markdownTable<Name extends string>(
  columns: readonly Name[],
  numbers: ReadonlySet<Name>,
  rows: readonly (readonly string[])[],
): string {
  const layout = columns.map((name, at) => ({
    isNumber: numbers.has(name),
    width: Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)),
  }));
  const rule = layout.map(({ isNumber, width }) =>
    isNumber ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  const padded = (row: readonly string[]) =>
    layout.map(({ isNumber, width }, at) => {
      const cell = row[at] ?? '';
      return isNumber ? cell.padStart(width) : cell.padEnd(width);
    });
  return [padded(columns), rule, ...rows.map(padded)].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
