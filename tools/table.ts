/** What a cell of a table may be. */
export type Cell = string | number | undefined;

/** A table that is printed line by line, as its figures come. */
export interface Table {
  readonly head: string;
  row(...cells: readonly Cell[]): string;
}

/** A table of these columns. A column is as wide as its head; where that ends in a space its cells stand left, otherwise right. */
export function tableOf(...heads: readonly string[]): Table {
  const row = (...cells: readonly Cell[]): string =>
    heads
      .map((head, at) => {
        const text = String(cells[at] ?? '');
        return head.endsWith(' ') ? text.padEnd(head.length) : text.padStart(head.length);
      })
      .concat(cells.slice(heads.length).map(String))
      .join(' ')
      .trimEnd();
  return { head: row(...heads), row };
}

/** Heads of columns at least so wide, with their cells at the right. */
export function wide(width: number, ...heads: readonly string[]): readonly string[] {
  return heads.map((head) => head.padStart(width));
}

/** A figure with so many digits; a dash where there is none. */
export function fixed(figure: number, digits = 0): string {
  return Number.isNaN(figure) ? '–' : figure.toFixed(digits);
}

/** Milliseconds as seconds. */
export function seconds(ms: number): string {
  return fixed(ms / 1000, 1);
}

/** The sum; 0 of nothing. */
export function sumOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0);
}

/** The median, the upper one of two; NaN of nothing. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? NaN;
}
