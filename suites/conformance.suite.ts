import { AssertionError } from 'node:assert';
import { afterAll, inject, test } from 'vitest';
import { withoutConsumers } from '../harness/redact.ts';
import { claimsOfRun } from './replay/kept.ts';
import { openCheckedRun } from './run/check-claims.ts';

const plan = inject('payproof');
if (plan === null) throw new Error('the run was not prepared: suites/global-setup.ts did not run');
const { run, check, redact } = await openCheckedRun(plan);
afterAll(() => run.close());

// One file for all claims: they share the run, and go one after another in the order of the table.
for (const claim of claimsOfRun) {
  test(`${claim.suite}: ${claim.title}`, async (context) => {
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
