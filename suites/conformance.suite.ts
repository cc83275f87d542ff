import { AssertionError } from 'node:assert';
import { afterAll, inject, test } from 'vitest';
import { askOtherThread, type PinAnswer } from '../harness/ask-pin.ts';
import { redactedError, redactorOf, withoutConsumers } from '../harness/redact.ts';
import { learningPin } from '../harness/typed-pin.ts';
import { claimsOfRun } from './replay/kept.ts';
import { readRecorded } from './resume/read-recorded.ts';
import { openRunJournal } from './run/run-folder.ts';
import { runClaim } from './run/run-claim.ts';
import { openRun } from './run/run.ts';

const plan = inject('payproof');
if (plan === null) throw new Error('the run was not prepared: suites/run/global-setup.ts did not run');
const recorded = plan.resumed === undefined ? undefined : await readRecorded(plan);
const { redact, learn } = learningPin(redactorOf(plan.target));
const { out } = plan;
const askPin = async (): Promise<PinAnswer> => {
  const answer = await askOtherThread(out);
  if ('pin' in answer) learn(answer.pin);
  return answer;
};
const run = openRun(plan, openRunJournal(plan, redact), {
  recorded,
  ...(plan.somebody === true && { askPin }),
});
afterAll(() => run.close());

// One file for all claims: they share the run, and go one after another in the order of the table.
for (const claim of claimsOfRun) {
  test(`${claim.suite}: ${claim.title}`, async (context) => {
    // A thread that is ended while its receiver takes requests can abort the whole process, and an interrupt may come twice.
    context.signal.addEventListener('abort', () => void run.stopReceiving(), { once: true });
    // What is thrown here is written by reporters that know no secrets.
    const outcome = await runClaim(run, claim, { claims: claimsOfRun, signal: context.signal }).catch(
      (error) => {
        throw redactedError(error, redact);
      },
    );
    if ('skipped' in outcome) return context.skip(outcome.skipped);
    if (outcome.failures.length === 0) return undefined;
    // An AssertionError says that the target is wrong; any other error is ours.
    const accusations = outcome.failures.map(
      ({ requirement, summary }) => `${requirement.join(', ')}: ${summary}`,
    );
    throw new AssertionError({ message: withoutConsumers(redact(accusations.join('\n'))) });
  });
}
