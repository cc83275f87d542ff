import type { Check } from '../../engine/model.ts';
import type { Latitude } from '../../spec/latitude.ts';
import { field } from '../checks.ts';
import type { Reply } from '../wire.ts';
import { type Outcomes, type ResourceOutcome, type ResourceState, type Told, withTold } from './state.ts';
import { digitsOf } from './instants.ts';

/** How each choice about notation shows in one field of a reply. */
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

/** Forks an outcome over the notations of one field, once a sequence: the reply tells which one it is. */
export function noting(
  state: ResourceState,
  told: Told,
  latitude: Latitude,
  rule: string,
  name: string,
  notation: Notation,
  outcome: ResourceOutcome,
): Outcomes {
  return notingBy(state, told, latitude, notation, outcome, (choice, holds) =>
    field(rule, name, holds, `written as ${choice}`),
  );
}

/** The same by any check that tells one choice from the others. */
export function notingBy(
  state: ResourceState,
  told: Told,
  latitude: Latitude,
  notation: Notation,
  outcome: ResourceOutcome,
  make: (choice: string, holds: (value: unknown) => boolean) => Check<Reply>,
): Outcomes {
  if (state.told.includes(told)) return [outcome];
  return Object.entries(notation).map(([choice, holds]) => {
    const seen: Check<Reply> = { ...make(choice, holds), earns: false };
    return {
      ...outcome,
      checks: [...outcome.checks, seen],
      next: (reply) => withTold(outcome.next(reply), told),
      assumes: { ...outcome.assumes, [latitude.id]: choice },
    };
  });
}

const digits = (value: unknown): number => (typeof value === 'string' ? digitsOf(value) : 0);
