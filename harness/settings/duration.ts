const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The form of a duration, for error messages. */
export const durationForm = 'Write 250ms, 30s, 10m, 2h or 30d';

/** '250ms', '30s', '10m', '2h', '30d' in milliseconds; undefined for any other text. */
export function durationMsOf(text: string): number | undefined {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  return count === undefined || unit === undefined
    ? undefined
    : Number(count) * unitMs[unit as keyof typeof unitMs];
}
