import type { Means } from '../spec/requirement.ts';

/** How many of each thing the settings give that a run uses up. */
export interface GivenCounts {
  /** Tokens with `spend: true`. */
  readonly tokens?: number;
}

/** What a run wants of one sort. */
export interface Want {
  /** The means that rows about it need. */
  readonly means: Means;
  readonly given: number;
  readonly wanted: number;
  /** In words for people. */
  readonly text: string;
}

/** How many a whole run uses up: a token that is deleted before a payment is created from it, and one that is deleted when ACTIVE, one when SUSPENDED. */
export const wanted = { tokens: 3 } as const;

/** What a run wants of all that it uses up, beside what is given of it. */
export function wants({ tokens = 0 }: GivenCounts): readonly Want[] {
  return [
    {
      means: 'tokens.change',
      given: tokens,
      wanted: wanted.tokens,
      text: `a whole run uses up ${wanted.tokens} tokens of resource.tokens with spend: true, and ${tokens} were given`,
    },
  ];
}
