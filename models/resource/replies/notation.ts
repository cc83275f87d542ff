import type { Check } from '../../../engine/model.ts';
import type { Latitude } from '../../../spec/latitude.ts';
import { withChecks, withParts } from '../../with-checks.ts';
import { field } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import {
  type Outcomes,
  type ResourceOutcome,
  type ResourceState,
  type Settled,
  withSettled,
} from '../state.ts';

/** How a field of a reply looks under each choice of notation. */
export type Notation = Readonly<Record<string, (value: unknown) => boolean>>;

export const letterCases: Notation = {
  lower: (value) => value === String(value).toLowerCase(),
  upper: (value) => value === String(value).toUpperCase(),
  mixed: (value) => value !== String(value).toLowerCase() && value !== String(value).toUpperCase(),
};

export const fractionDigits: Notation = {
  milliseconds: (value) => digits(value) === 3,
  none: (value) => digits(value) === 0,
  other: (value) => ![0, 3].includes(digits(value)),
};

export const unsetForms: Notation = {
  null: (value) => value === null,
  absent: (value) => value === undefined,
  filled: (value) => value !== null && value !== undefined,
};

/** Splits an outcome by the notation of one field, once a sequence. */
export function observeNotation(
  state: ResourceState,
  settled: Settled,
  latitude: Latitude,
  rule: string,
  name: string,
  notation: Notation,
  outcome: ResourceOutcome,
): Outcomes {
  return notingBy(state, settled, latitude, notation, outcome, (choice, holds) =>
    field(rule, name, holds, `written as ${choice}`),
  );
}

/** The same by any check that distinguishes the choices. */
export function notingBy(
  state: ResourceState,
  settled: Settled,
  latitude: Latitude,
  notation: Notation,
  outcome: ResourceOutcome,
  make: (choice: string, holds: (value: unknown) => boolean) => Check<Reply>,
): Outcomes {
  if (state.settled.includes(settled)) return [outcome];
  return Object.entries(notation).map(([choice, holds]) => {
    const seen = (): Check<Reply> => ({ ...make(choice, holds), countsAsEvidence: false });
    return withParts(
      withChecks(outcome, () => [seen()]),
      {
        next: (reply) => withSettled(outcome.next(reply), settled),
        assumes: { ...outcome.assumes, [latitude.id]: choice },
      },
    );
  });
}

const digits = (value: unknown): number => (typeof value === 'string' ? digitsOf(value) : 0);

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
const digitsOf = (text: string): number => /[.,](\d+)/.exec(text)?.[1]?.length ?? 0;

/**
 * Whether two texts give one instant. One reply may show more digits of a second than another, so they may differ by the rounding to the
 * coarser one.
 */
export function sameInstant(shown: unknown, known: string): boolean {
  if (shown === known) return true;
  if (!isInstant(shown)) return false;
  const difference = Math.abs(instantMs(shown) - instantMs(known));
  const [a, b] = [digitsOf(shown), digitsOf(known)];
  return a === b ? difference === 0 : difference <= 10 ** (3 - Math.min(a, b, 3));
}
