import { AssertionError } from 'node:assert';
import { inject, test } from 'vitest';
import type { Claim } from '../claims/all-claims.ts';
import { runClaim } from './run-claim.ts';

/** Registers a claim with vitest. It fails with an AssertionError that holds every accusation: the target is wrong. */
export function conformance(claim: Claim): void {
  test(`${claim.suite}: ${claim.title}`, async (context) => {
    const plan = inject('payproof');
    if (plan === null) throw new Error('the run was not prepared: suites/run/global-setup.ts did not run');
    const outcome = await runClaim(plan, claim, { signal: context.signal });
    if ('skipped' in outcome) return context.skip(outcome.skipped);
    if (outcome.failures.length === 0) return undefined;
    const accusations = outcome.failures.map(
      ({ requirement, summary }) => `${requirement.join(', ')}: ${summary}`,
    );
    throw new AssertionError({ message: accusations.join('\n') });
  });
}
