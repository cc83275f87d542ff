import { AssertionError } from 'node:assert';
import { test } from 'vitest';
import { withoutConsumers } from '../harness/secrets/redact.ts';
import { claimsOfRun } from './replay/kept.ts';
import type { CheckedRun } from './run/check-claims.ts';

/** Makes a test of each claim of a run, one after another in the order of the table, since they share the run. `opened` gives the run once it is open. */
export function claimTests(opened: () => CheckedRun): void {
  for (const claim of claimsOfRun) {
    // A run ends by its own budget of sequences and requests, never by a test runner's clock.
    test(`${claim.suite}: ${claim.title}`, { timeout: 0, retry: 0, concurrent: false }, async (context) => {
      const { check, redact } = opened();
      const outcome = await check(claim, claimsOfRun, context.signal);
      if ('skipped' in outcome) return context.skip(outcome.skipped);
      if (outcome.failures.length === 0) return undefined;
      // An AssertionError says that the target is wrong; any other error is ours.
      const accusations = outcome.failures.map(
        ({ requirement, summary }) => `${requirement.join(', ')}: ${summary}`,
      );
      throw new AssertionError({ message: withoutConsumers(redact(accusations.join('\n'))) });
    });
  }
}
