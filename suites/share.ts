/** A part of a number of runs, at least one. */
export function share(runs: number, part: number): number {
  return Math.max(1, Math.round(runs * part));
}
