import type { Setup } from '../../../models/setup.ts';
import type { Means } from '../../../spec/requirement.ts';

/** The setup of a target of the resource interface with these means, used by one sequence at a time. */
export const resourceSetup = (means: readonly Means[]): Setup => ({
  means: new Set(means),
  personas: {},
  validityMs: 0,
  amount: { min: 100, max: 50_000 },
  tokens: means.includes('tokens.issue') ? [] : ['tok_given'],
  exclusive: true,
});

/** One with all means that the resource machines use. */
export const wholeResourceSetup: Setup = resourceSetup([
  'resource',
  'public_key',
  'tokens',
  'tokens.issue',
  'tokens.consumer',
  'consumers.status',
  'payments.issue',
  'clock.advance',
]);
