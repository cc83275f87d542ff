const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A duration as text: `12 ms`, `2.5 s`, `10 min`, `1 h 30 min`, `30 d`. Two units at most. */
export function duration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const index = units.findIndex(([, size]) => whole >= size);
  const [unit, size] = units[index] ?? ['ms', 1];
  if (unit === 'ms') return `${whole} ms`;
  if (unit === 's') return `${Number((whole / size).toFixed(whole < 10_000 ? 1 : 0))} s`;
  const [smaller, part] = units[index + 1] ?? ['ms', 1];
  // Rounded before it is split, or 119.6 s would read `1 min 60 s`.
  const parts = Math.round(whole / part);
  const perUnit = size / part;
  const rest = parts % perUnit;
  return `${Math.floor(parts / perUnit)} ${unit}${rest === 0 ? '' : ` ${rest} ${smaller}`}`;
}
