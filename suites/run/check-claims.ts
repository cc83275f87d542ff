import type { ClaimPart } from '../../harness/records/suite-record.ts';
import { askOtherThread, type PinAnswer, learningPin } from '../../harness/given/ask-pin.ts';
import type { Journal } from '../../harness/journal/journal.ts';
import { redactedError, redactorOf, type Redact } from '../../harness/secrets/redact.ts';
import { readRecorded } from '../resume/recorded.ts';
import type { PlanElsewhere } from '../plans/plan-cache.ts';
import type { BegunClaim, Claim } from './claim.ts';
import { runClaim, type ClaimOutcome } from './run-claim.ts';
import { openRunJournal } from './run-folder.ts';
import type { RunConfig } from './run-config.ts';
import { type Run } from './run.ts';
import { openRun } from './open-run.ts';

/** A run whose claims are checked one after another. */
export interface CheckedRun {
  readonly run: Run;
  /** Checks one of the claims, or a part of it. What it throws holds no secret. The signal ends it early. */
  check(claim: Claim, claims: readonly Claim[], signal: AbortSignal, part?: ClaimPart): Promise<ClaimOutcome>;
  readonly redact: Redact;
}

/**
 * Opens the run of a plan in the thread that checks its claims, by default on the journal of its folder. Another thread of the process has the
 * terminal, and asks for PINs.
 */
export async function openCheckedRun(
  config: RunConfig,
  openJournal: (config: RunConfig, redact: Redact) => Journal = openRunJournal,
  planElsewhere?: PlanElsewhere,
): Promise<CheckedRun> {
  const recorded = config.resumed === 0 ? undefined : await readRecorded(config);
  const { redact, learn } = learningPin(redactorOf(config.target));
  const askPin = async (): Promise<PinAnswer> => {
    const answer = await askOtherThread(config.out);
    if ('pin' in answer) learn(answer.pin);
    return answer;
  };
  const run = openRun(config, openJournal(config, redact), {
    recorded,
    planElsewhere,
    ...(config.isInteractive && { askPin }),
  });
  const begun = new Map<string, BegunClaim>();
  const check: CheckedRun['check'] = async (claim, claims, signal, part = 'whole') => {
    // A thread that is ended while its receiver takes requests can abort the whole process, and an interrupt may come twice.
    const stopReceiving = (): void => void run.access.stopReceiving();
    signal.addEventListener('abort', stopReceiving, { once: true });
    try {
      return await runClaim(run, claim, { claims, signal, part, begun });
    } catch (error) {
      // It is printed and written by what knows no secrets.
      throw redactedError(error, redact);
    } finally {
      signal.removeEventListener('abort', stopReceiving);
    }
  };
  return { run, check, redact };
}
