import { startEmbedded } from '../harness/embedded.ts';
import type { FailureRecord } from '../harness/journal-records.ts';
import { preflight } from '../harness/preflight.ts';
import { loadTarget } from '../harness/settings.ts';
import { allRequirements } from '../spec/register.ts';
import { allClaims, type Claim } from './claims.ts';
import { runClaim } from './run-claim.ts';
import { noJournal } from './session.ts';

/** What the suite made of a reference implementation with one seeded fault. */
export interface FaultResult {
  /** Whether anything was accused, and whether the requirement that the fault breaks was. */
  readonly caught: boolean;
  readonly blamed: boolean;
  /** Every requirement that was accused. */
  readonly accused: readonly string[];
  /** Of the failure that blames the fault, or else of the first. */
  readonly requestsToFind?: number;
  readonly requestsToShrink?: number;
  readonly steps?: number;
  readonly failure?: FailureRecord;
}

/**
 * Runs the claims against an embedded server with one fault, those of the broken requirement's interface first, until that very
 * requirement is accused. Flaky failures accuse nobody. Nothing is written.
 */
export async function certifyFault(
  fault: { readonly id: string; readonly requirement: string },
  { runs, seed }: { readonly runs: number; readonly seed: number },
): Promise<FaultResult> {
  const embedded = loadTarget({ file: undefined, name: 'embedded' });
  const { target, close } = await startEmbedded(embedded, { seed, faults: [fault.id] });
  const failures: FailureRecord[] = [];
  try {
    const { capabilities } = await preflight(target);
    const plan = {
      target,
      capabilities,
      seed,
      runs,
      bail: false,
      only: [],
      out: fault.id,
      startedAt: Date.now(),
    };
    for (const claim of likeliestFirst(fault.requirement)) {
      const outcome = await runClaim(plan, claim, { journal: noJournal });
      if ('failures' in outcome) failures.push(...outcome.failures.filter(({ flaky }) => !flaky));
      if (failures.some((failure) => failure.requirement.includes(fault.requirement))) break;
    }
  } finally {
    await close();
  }
  const accused = [...new Set(failures.flatMap(({ requirement }) => requirement))];
  const failure = failures.find(({ requirement }) => requirement.includes(fault.requirement)) ?? failures[0];
  return {
    caught: failures.length > 0,
    blamed: accused.includes(fault.requirement),
    accused,
    ...(failure && {
      requestsToFind: failure.requestsToFind,
      requestsToShrink: failure.requestsToShrink,
      steps: failure.steps,
      failure,
    }),
  };
}

function likeliestFirst(requirement: string): readonly Claim[] {
  const row = allRequirements.find(({ id }) => id === requirement);
  const likely = (claim: Claim) =>
    row?.needs?.includes('webhooks') ? claim.scope === 'webhooks' : claim.scope === row?.document;
  return [...allClaims].sort((a, b) => Number(likely(b)) - Number(likely(a)));
}
