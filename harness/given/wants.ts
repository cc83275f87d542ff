import type { RunRecord } from '../records/run-record.ts';
import type { Means } from '../../spec/requirement.ts';

/** How many of each thing the settings give that a run uses up. */
export type GivenCounts = NonNullable<RunRecord['target']['given']>;

/** What a run wants of one sort. */
export interface Want {
  /** The means that rows about it need. */
  readonly means: Means;
  readonly given: number;
  readonly wanted: number;
  /** In words for people. */
  readonly text: string;
}

/**
 * How many a whole run uses up: a token that is deleted before a payment is created from it, and one that is deleted when ACTIVE, one when
 * SUSPENDED; payments that are captured, refunded, updated and closed.
 */
export const wanted = { tokens: 3, payments: 3, legacyPayments: 7 } as const;

/** What a run wants of all that it uses up, beside what is given of it. */
export function wants({ tokens = 0, payments = 0, legacyPayments = 0 }: GivenCounts): readonly Want[] {
  return [
    {
      means: 'tokens.change',
      given: tokens,
      wanted: wanted.tokens,
      text: besideGiven(wanted.tokens, 'tokens of resource.tokens with spend: true', tokens),
    },
    {
      means: 'payments',
      given: payments,
      wanted: wanted.payments,
      text: besideGiven(wanted.payments, 'payments of resource.payments', payments),
    },
    {
      means: 'legacy.payment',
      given: legacyPayments,
      wanted: wanted.legacyPayments,
      text: besideGiven(wanted.legacyPayments, 'payments of legacy.payments', legacyPayments),
    },
  ];
}

const besideGiven = (used: number, what: string, given: number): string =>
  `a whole run uses up ${used} ${what}, and ${given} ${given === 1 ? 'was' : 'were'} given`;
