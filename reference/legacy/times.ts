/** An instant as `YYYY-MM-DD hh:mm:ss` in UTC (legacy, Resources and Events). */
export function plainTime(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
}
