/** The parts of an ISO 8601 instant in UTC, in the extended or the basic format; which one is not shown. */
const extended = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?:Z|[+-]00(?::?00)?)$/;
const basic = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:(\d{2}(?:[.,]\d+)?))?(?:Z|[+-]00(?:00)?)$/;

/** ms since the epoch; NaN for text that is not an ISO 8601 instant in UTC (resource, Resources and their fields). */
export function instantMs(text: string): number {
  if (text.length >= 40) return Number.NaN;
  const [, date, time] = extended.exec(text) ?? [];
  if (date !== undefined && time !== undefined) return Date.parse(`${date}T${time.replace(',', '.')}Z`);
  const [, year, month, day, hour, minute, second = '00'] = basic.exec(text) ?? [];
  if (year === undefined) return Number.NaN;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second.replace(',', '.')}Z`);
}

/** ISO 8601 in UTC, with any number of digits of a second. */
export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(instantMs(value));

/** How many digits of a second an instant carries. */
export const digitsOf = (text: string): number => /[.,](\d+)/.exec(text)?.[1]?.length ?? 0;

/** Two ends between which a value lies. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

/** The last digit that an instant carries, ms: a target may cut what is behind it, or round it. */
const lastDigitMs = (text: string): number => 10 ** (3 - Math.min(digitsOf(text), 3));

/** How exactly an instant is shown, ms. Zeros at the end of its fraction may stand for what the target does not keep. */
export const exactnessMs = (text: string): number => lastDigitMs(text.replace(/(?<!0)0+(?=Z|[+-]|$)/, ''));

/** Between which times an instant lies, ms since the epoch; undefined for text that is none. */
export function instantSpan(shown: unknown): Span | undefined {
  if (!isInstant(shown)) return undefined;
  const [ms, digit] = [instantMs(shown), exactnessMs(shown)];
  return { least: ms - digit, most: ms + digit };
}

/**
 * Whether two texts give one instant. One reply may show more digits of a second than another, so they may differ by the rounding to the
 * coarser one.
 */
export function sameInstant(shown: unknown, known: string): boolean {
  if (shown === known) return true;
  if (!isInstant(shown)) return false;
  const difference = Math.abs(instantMs(shown) - instantMs(known));
  if (digitsOf(shown) === digitsOf(known)) return difference === 0;
  return difference <= Math.max(lastDigitMs(shown), lastDigitMs(known));
}

/** ms of a time written `YYYY-MM-DD hh:mm:ss`, read as UTC, as `expires` and `event_datetime` are; undefined where it is no time. */
export function civilTimeMs(value: unknown): number | undefined {
  if (typeof value !== 'string' || value[10] !== ' ') return undefined;
  const text = `${value.replace(' ', 'T')}.000Z`;
  const ms = Date.parse(text);
  // The round trip refuses other forms, and days that the calendar does not have.
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text ? ms : undefined;
}

/** Whether a value is an instant as `yyyy-mm-ddThh:mm:ss.fffZ`, to the letter, on a day that the calendar has. */
export function isUtcMilliseconds(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const instant = new Date(value);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === value;
}
