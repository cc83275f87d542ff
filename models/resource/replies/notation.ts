import type { Check } from '../../../engine/model.ts';
import type { Latitude } from '../../../spec/latitude.ts';
import { withChecks, withParts } from '../../with-checks.ts';
import { field, judged } from '../../checks.ts';
import { digitsOf } from '../../../spec/instants.ts';
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

export const createdStatuses: Notation = {
  '200': (http) => http === 200,
  '201': (http) => http === 201,
  'other-2xx': (http) => http !== 200 && http !== 201,
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
    field(rule, name, judged(holds, `written as ${choice}`)),
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
